import type { Slice } from "#src/features/slice.ts";
import { inboundPart } from "./account-part.ts";
import { inboundContract } from "./contract.ts";
import { inboundEvents } from "./events.ts";
import { inboundHttp } from "./http.ts";
import { inboundJobs } from "./jobs.ts";
import { inboundRoutes } from "./routes.ts";

export const slice: Slice = {
  contract: { inbound: inboundContract },
  routes: { inbound: inboundRoutes },
  http: inboundHttp,
  events: inboundEvents,
  jobs: inboundJobs,
  accountPart: inboundPart,
};
