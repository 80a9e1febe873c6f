import type { AccountPart } from "#src/platform/account-data-registry.ts";
import { secretPurpose } from "./incoming-webhooks.ts";
import { incomingWebhookCalls, incomingWebhookKeys, incomingWebhooks } from "./tables.ts";

const WEBHOOKS = "Incoming webhooks: their URLs aren’t in the file. Add them again, and tell their senders.";

export const incomingWebhooksPart: AccountPart = {
  tables: [
    {
      table: incomingWebhookCalls,
      by: { account: incomingWebhookCalls.user_id },
      exported: {
        as: "incoming-webhook-calls",
        id: incomingWebhookCalls.webhook_id,
        tie: incomingWebhookCalls.id,
        without: ["user_id"],
        unrestored: WEBHOOKS,
      },
    },
    {
      table: incomingWebhookKeys,
      by: { account: incomingWebhookKeys.user_id },
      unexported: "They keep what’s sent twice from counting twice.",
    },
    {
      table: incomingWebhooks,
      by: { account: incomingWebhooks.user_id },
      label: "Incoming webhooks",
      exported: {
        as: "incoming-webhooks",
        id: incomingWebhooks.id,
        without: ["user_id", "token_hash", "secret"],
        unrestored: WEBHOOKS,
      },
    },
  ],
  sealed: [
    {
      table: incomingWebhooks,
      key: [incomingWebhooks.user_id, incomingWebhooks.id],
      purposes: { secret: secretPurpose },
    },
  ],
};
