import type { AccountPart } from "#src/platform/account-part.ts";
import { webhookDeliveries, webhooks } from "./tables.ts";
import { secretOf } from "./webhooks.ts";

export const webhooksPart: AccountPart = {
  tables: [
    { table: webhookDeliveries, by: { account: webhookDeliveries.account } },
    { table: webhooks, by: { account: webhooks.account }, label: "Webhooks" },
    { table: webhooks, by: { account: webhooks.made_by } },
  ],
  sealed: [
    {
      table: webhooks,
      key: [webhooks.id],
      purposes: {
        secret: ({ id }: { id: string }) => secretOf(id),
        old_secret: ({ id }: { id: string }) => secretOf(id),
      },
    },
  ],
  people: [webhooks.made_by],
};
