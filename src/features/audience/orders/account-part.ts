import * as z from "zod";
import type { AccountPart, ExportReader } from "#src/platform/account-data-registry.ts";
import type { Ctx } from "#src/platform/context.ts";
import { newOrderSchema } from "./contract.ts";
import { EXPORTED_SENDER, insertOrders } from "./store.ts";
import { orders } from "./tables.ts";

const BATCH_ROWS = 500;

const exportedOrder = newOrderSchema
  .omit({ email: true })
  .required({ ordered_at: true })
  .extend({ contact_id: z.uuid().nullable() });

/**
 * Restores orders with their buyers, without the campaign that led to them, which stays in the other account.
 */
async function restoreOrders(ctx: Ctx, from: ExportReader): Promise<undefined> {
  const orders = await from.rows("orders", exportedOrder);
  for (let at = 0; at < orders.length; at += BATCH_ROWS)
    await ctx.write((ctx) =>
      insertOrders(
        ctx.db,
        orders.slice(at, at + BATCH_ROWS).map(({ contact_id, ...order }) => ({
          ...order,
          user_id: ctx.account,
          contact_id: (contact_id && from.ids.get(contact_id)) ?? null,
        })),
      ),
    );
}

export const ordersPart: AccountPart = {
  tables: [
    {
      table: orders,
      by: { account: orders.user_id },
      label: "Orders",
      exported: {
        as: "orders",
        id: orders.id,
        computed: EXPORTED_SENDER,
        without: ["user_id", "sent_at", "sender_index"],
      },
    },
  ],
  restore: restoreOrders,
  people: [],
};
