/* Fans' orders, as shops report them. `email-analytics` has their sums. */

import type { ErasedContacts } from "#src/features/audience/contacts/privacy/privacy.ts";
import { requireWholeAccount } from "#src/features/identity/team/team.ts";
import { isEmail, normalEmail } from "#src/lib/email-address.ts";
import { failure } from "#src/lib/errors.ts";
import type { Ctx, Platform } from "#src/platform/context.ts";
import type { Limit } from "#src/platform/limits.ts";
import { type NewOrder, ORDER_ERRORS, type Order } from "./contract.ts";
import { orderReported } from "./events.ts";
import { eraseBuyerRows, upsertOrder } from "./store.ts";

/** More than a shop sells, less than a malfunctioning program would report. */
const ORDERS: Limit = {
  name: "orders.report",
  attempts: 600,
  seconds: 60,
  sentence: "That’s a lot of orders at once.",
};

/** Stores an order once, and finds the campaign that led to it. */
export async function reportOrder(ctx: Ctx, given: NewOrder): Promise<Order> {
  requireWholeAccount(ctx);
  const email = normalEmail(given.email);
  if (!isEmail(email)) throw failure(ORDER_ERRORS, "BUYER_INVALID");
  await ctx.limits.count(ORDERS, ctx.account);
  const now = ctx.now().toISOString();
  const ordered_at = given.ordered_at !== undefined && given.ordered_at < now ? given.ordered_at : now;
  return ctx.write(async (ctx) => {
    const order = await upsertOrder(ctx.db, { ...given, email, ordered_at, account: ctx.account });
    const { id, contact_id, campaign_id } = order;
    await ctx.announce(orderReported, { subject: id, payload: { contact_id, campaign_id } });
    return order;
  });
}

/** Removes the buyer from orders. */
export function eraseBuyers(platform: Platform, { account, ids }: ErasedContacts): Promise<void> {
  return platform.write((ctx) => eraseBuyerRows(ctx.db, account, ids));
}
