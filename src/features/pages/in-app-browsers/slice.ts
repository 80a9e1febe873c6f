import type { Slice } from "#src/features/slice.ts";
import { inAppPart } from "./account-part.ts";
import { inAppContract } from "./contract.ts";
import { inAppJobs } from "./jobs.ts";

export const slice: Slice = {
  contract: { inApp: inAppContract },
  jobs: inAppJobs,
  accountPart: inAppPart,
};
