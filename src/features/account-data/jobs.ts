import type { AccountPart } from "#src/platform/account-part.ts";
import type { Platform } from "#src/platform/context.ts";
import { type JobHandler, scheduled } from "#src/platform/jobs/job-types.ts";
import { eraseDueAccounts } from "./account-data.ts";

/** `parts` is what every slice stores about an account. */
export function accountDataJobs(parts: readonly AccountPart[]): JobHandler<Platform>[] {
  return [
    scheduled("account-data.erase", "27 * * * *", (platform: Platform) => eraseDueAccounts(platform, parts)),
  ];
}
