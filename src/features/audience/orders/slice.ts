import type { Slice } from "#src/features/slice.ts";
import { ordersPart } from "./account-part.ts";
import { ordersContract } from "./contract.ts";
import { orderEvents } from "./events.ts";
import { orderJobs } from "./jobs.ts";
import { orderRoutes } from "./routes.ts";
import { orderSource, ordersOfPerson, orderTimeline } from "./store.ts";

export const slice: Slice = {
  contract: { orders: ordersContract },
  routes: { orders: orderRoutes },
  events: orderEvents,
  jobs: orderJobs,
  accountPart: ordersPart,
  segmentSources: { events: [orderSource] },
  contactSources: { timeline: [orderTimeline], scored: [orderTimeline], people: [ordersOfPerson] },
};
