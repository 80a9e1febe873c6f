import type { Slice } from "#src/features/slice.ts";
import { profilesPart } from "./account-part.ts";
import { profileCopiesContract, profilesContract } from "./contract.ts";
import { profileEvents } from "./events.ts";
import { profileJobs } from "./jobs.ts";
import { profileRoutes } from "./routes.ts";

export const slice: Slice = {
  contract: { profiles: { ...profilesContract, ...profileCopiesContract } },
  routes: { profiles: profileRoutes },
  events: profileEvents,
  jobs: profileJobs,
  accountPart: profilesPart,
};
