import type { AccountPart } from "#src/platform/account-data-registry.ts";
import { restoreOrders } from "./restoration.ts";
import { orders } from "./tables.ts";

export const ordersPart: AccountPart = {
  tables: [
    {
      table: orders,
      by: { account: orders.user_id },
      label: "Orders",
      exported: { as: "orders", id: orders.id, without: ["user_id", "sent_at"] },
    },
  ],
  restore: restoreOrders,
  people: [],
};
