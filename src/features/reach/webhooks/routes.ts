import { routes } from "#src/platform/http/api.ts";
import { webhooksContract } from "./contract.ts";
import { listDeliveries, redeliver, sendTest } from "./deliveries.ts";
import { createWebhook, deleteWebhook, listWebhooks, rotateSecret, updateWebhook } from "./webhooks.ts";

export const webhookRoutes = routes(webhooksContract, {
  list: listWebhooks,
  create: createWebhook,
  update: updateWebhook,
  rotateSecret,
  delete: deleteWebhook,
  sendTest,
  listDeliveries,
  redeliver,
});
