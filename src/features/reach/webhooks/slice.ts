import type { Slice } from "#src/features/slice.ts";
import { webhooksPart } from "./account-part.ts";
import { webhooksContract } from "./contract.ts";
import { webhookEvents } from "./events.ts";
import { webhookJobs } from "./jobs.ts";
import { webhookMails } from "./mails.ts";
import { webhookRoutes } from "./routes.ts";

export const slice: Slice = {
  contract: { webhooks: webhooksContract },
  routes: { webhooks: webhookRoutes },
  events: webhookEvents,
  jobs: webhookJobs,
  mails: webhookMails,
  accountPart: webhooksPart,
};
