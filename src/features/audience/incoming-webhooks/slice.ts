import type { Slice } from "#src/features/slice.ts";
import { incomingWebhooksPart } from "./account-part.ts";
import { incomingWebhooksContract } from "./contract.ts";
import { incomingWebhookEvents } from "./events.ts";
import { incomingWebhooksHttp } from "./http.ts";
import { incomingWebhookJobs } from "./jobs.ts";
import { incomingWebhookRoutes } from "./routes.ts";
import { callsOfPerson } from "./store.ts";

export const slice: Slice = {
  contract: { incomingWebhooks: incomingWebhooksContract },
  routes: { incomingWebhooks: incomingWebhookRoutes },
  http: incomingWebhooksHttp,
  events: incomingWebhookEvents,
  jobs: incomingWebhookJobs,
  accountPart: incomingWebhooksPart,
  contactSources: { people: [callsOfPerson] },
};
