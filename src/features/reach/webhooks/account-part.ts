import type { AccountPart } from "#src/platform/account-data-registry.ts";
import { webhookDeliveries, webhooks } from "./tables.ts";
import { webhookSealPurpose } from "./webhooks.ts";

const WEBHOOKS =
  "Webhooks: their secrets aren’t in the file. Add them again, and tell their receivers the new ones.";

export const webhooksPart: AccountPart = {
  tables: [
    {
      table: webhookDeliveries,
      by: { account: webhookDeliveries.account },
      exported: {
        as: "webhook-deliveries",
        id: webhookDeliveries.id,
        without: ["account", "turn"],
        unrestored: WEBHOOKS,
      },
    },
    {
      table: webhooks,
      by: { account: webhooks.account },
      label: "Webhooks",
      exported: {
        as: "webhooks",
        id: webhooks.id,
        without: ["account", "made_by", "secret", "old_secret", "old_until"],
        unrestored: WEBHOOKS,
      },
    },
    {
      table: webhooks,
      by: { account: webhooks.made_by },
      unexported: "They’re webhooks of accounts that they belong to.",
    },
  ],
  sealed: [
    {
      table: webhooks,
      key: [webhooks.id],
      purposes: {
        secret: ({ id }: { id: string }) => webhookSealPurpose(id),
        old_secret: ({ id }: { id: string }) => webhookSealPurpose(id),
      },
    },
  ],
  people: [webhooks.made_by],
};
