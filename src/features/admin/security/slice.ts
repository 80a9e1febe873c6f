import type { Slice } from "#src/features/slice.ts";
import { securityPart } from "./account-part.ts";
import { securityContract } from "./contract.ts";
import { securityEvents } from "./events.ts";
import { securityJobs } from "./jobs.ts";
import { securityRoutes } from "./routes.ts";

export const slice: Slice = {
  contract: { security: securityContract },
  routes: { security: securityRoutes },
  events: securityEvents,
  jobs: securityJobs,
  accountPart: securityPart,
};
