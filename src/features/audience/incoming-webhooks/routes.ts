import { routes } from "#src/platform/http/api.ts";
import { incomingWebhooksContract } from "./contract.ts";
import {
  createIncomingWebhook,
  deleteIncomingWebhook,
  listIncomingCalls,
  listIncomingWebhooks,
  rotateIncomingUrl,
  updateIncomingWebhook,
} from "./incoming-webhooks.ts";

export const incomingWebhookRoutes = routes(incomingWebhooksContract, {
  list: listIncomingWebhooks,
  create: createIncomingWebhook,
  update: updateIncomingWebhook,
  rotateUrl: rotateIncomingUrl,
  delete: deleteIncomingWebhook,
  calls: listIncomingCalls,
});
