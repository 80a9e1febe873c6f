import type { Slice } from "#src/features/slice.ts";
import { inAppPart } from "./account-part.ts";
import { inAppContract } from "./contract.ts";
import { inAppEvents } from "./events.ts";
import { inAppJobs } from "./jobs.ts";
import { waysOutRoutes } from "./routes.ts";
import { waysOutContract } from "./ways-out-contract.ts";

export const slice: Slice = {
  contract: { inApp: inAppContract, waysOut: waysOutContract },
  routes: { waysOut: waysOutRoutes },
  events: inAppEvents,
  jobs: inAppJobs,
  accountPart: inAppPart,
};
