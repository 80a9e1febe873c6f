import type { Slice } from "#src/features/slice.ts";
import { deliveryPart } from "./account-part.ts";
import { deliveryEvents } from "./events.ts";
import { findBatchByIdPrefix } from "./feedback/unsubscription-store.ts";
import { deliveryHttp } from "./http.ts";
import { continueDelivery, deliveryJobs } from "./jobs.ts";
import { deliverySources } from "./segment-store.ts";

export const slice: Slice = {
  http: deliveryHttp,
  events: deliveryEvents,
  jobs: deliveryJobs,
  startJobs: [continueDelivery],
  accountPart: deliveryPart,
  segmentSources: { events: deliverySources },
  contactSources: { findBatch: findBatchByIdPrefix },
};
