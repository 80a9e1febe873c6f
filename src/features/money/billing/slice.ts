import type { Slice } from "#src/features/slice.ts";
import { subscriptionsPart } from "./account-part.ts";
import { subscriptionsContract } from "./contract.ts";
import { billingEvents } from "./events.ts";
import { subscriptionsHttp } from "./http.ts";
import { subscriptionJobs } from "./jobs.ts";
import { subscriptionMails } from "./mails.ts";
import { subscriptionRoutes } from "./routes.ts";

export const slice: Slice = {
  contract: { subscriptions: subscriptionsContract },
  routes: { subscriptions: subscriptionRoutes },
  http: subscriptionsHttp,
  events: billingEvents,
  jobs: subscriptionJobs,
  mails: subscriptionMails,
  accountPart: subscriptionsPart,
};
