import type { Slice } from "#src/features/slice.ts";
import { adminNotificationsPart } from "./account-part.ts";
import { adminNotificationJobs } from "./jobs.ts";
import { MESSAGES_PER_WEEK } from "./settings.ts";

export const slice: Slice = {
  jobs: adminNotificationJobs,
  settings: [MESSAGES_PER_WEEK],
  accountPart: adminNotificationsPart,
};
