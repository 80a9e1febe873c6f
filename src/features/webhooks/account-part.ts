import type { AccountPart } from "#src/platform/account-part.ts";
import { webhookDeliveries, webhooks } from "./tables.ts";

export const webhooksPart: AccountPart = {
  tables: [
    { table: webhookDeliveries, by: { account: webhookDeliveries.account } },
    { table: webhooks, by: { account: webhooks.account }, label: "Webhooks" },
    { table: webhooks, by: { account: webhooks.made_by } },
  ],
  people: [webhooks.made_by],
};
