/* Moving a list’s subscribers to today’s prices: planned by staff, told to everyone, and called off until its day. */
import type { InferContractRouterInputs } from "@orpc/contract";
import { requireStaff } from "#src/features/identity/accounts/accounts.ts";
import { requireRecentProof } from "#src/features/identity/accounts/reauthentication.ts";
import { providerOf } from "#src/features/money/billing/providers.ts";
import { BUILT_IN_PRICES, type PriceList, quoteFor } from "#src/features/money/entitlements/price-rules.ts";
import {
  findCurrentPrices,
  findPrices,
  lockPriceLists,
} from "#src/features/money/entitlements/prices/prices.ts";
import { isId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import { INSTANCE } from "#src/lib/event.ts";
import { addDays } from "#src/lib/time.ts";
import type { StaffCtx } from "#src/platform/context.ts";
import { PRICE_ERRORS, type PriceMovePreview, type Prices, type pricesContract } from "./contract.ts";
import { priceMoveCanceled, priceMovePlanned } from "./events.ts";
import { followingJob } from "./move-steps.ts";
import { findPlannedMove, insertMove, lockMove, updateMoveCanceled } from "./move-store.ts";
import { getPrices, requireReason } from "./prices.ts";
import { AHEAD_DAYS_MAX, isNeverDearer, NOTICE_DAYS } from "./rules.ts";
import { listUnitCounts } from "./store.ts";

type Inputs = InferContractRouterInputs<typeof pricesContract>;

/** Returns the list that they leave and the one that counts now. */
async function requireLists(ctx: StaffCtx, from_list: number): Promise<{ from: PriceList; to: PriceList }> {
  const to = await findCurrentPrices(ctx);
  const from = await findPrices(ctx, from_list);
  const isUnknown = from.number !== from_list && from_list !== BUILT_IN_PRICES.number;
  if (isUnknown) throw failure(PRICE_ERRORS, "PRICE_LIST_NOT_FOUND");
  if (from.number === to.number) throw failure(PRICE_ERRORS, "PRICE_MOVE_UNNEEDED");
  return { from, to };
}

export async function previewMove(
  ctx: StaffCtx,
  { from_list }: Inputs["previewMove"],
): Promise<PriceMovePreview> {
  const { from, to } = await requireLists(ctx, from_list);
  const sums = { subscribers: 0, more: 0, less: 0, same: 0, before_cents: 0, after_cents: 0 };
  const counts = await listUnitCounts(ctx.db, { kind: providerOf(ctx).kind, number: from_list });
  for (const { units, subscribers } of counts) {
    const before = quoteFor(from.tiers, units).total_cents;
    const after = quoteFor(to.tiers, units).total_cents;
    sums.subscribers += subscribers;
    sums.before_cents += subscribers * before;
    sums.after_cents += subscribers * after;
    sums[after > before ? "more" : after < before ? "less" : "same"] += subscribers;
  }
  return { from_list, to_list: to.number, ...sums, earliest: earliestFor(ctx, { from, to }) };
}

/** Where nobody could pay more, no time has to pass. */
function earliestFor({ now }: StaffCtx, { from, to }: { from: PriceList; to: PriceList }): string | null {
  return isNeverDearer(to, from) ? null : addDays(now(), NOTICE_DAYS);
}

/** Takes a fresh proof of who asks. They’re told, and later moved, by a job. */
export async function planMove(ctx: StaffCtx, input: Inputs["move"]): Promise<Prices> {
  const staff = requireStaff(ctx);
  await requireRecentProof(ctx, staff);
  const { from_list, to_list, subscribers, moves_at, reason } = input;
  requireReason(reason);
  await ctx.write(async (ctx) => {
    await lockPriceLists(ctx.db);
    const preview = await previewMove(ctx, { from_list });
    if (preview.to_list !== to_list || preview.subscribers !== subscribers)
      throw failure(PRICE_ERRORS, "PREVIEW_OUTDATED");
    requireDate(ctx, moves_at, preview.earliest);
    const now = ctx.now().toISOString();
    if (await findPlannedMove(ctx.db, { from_list, now })) throw failure(PRICE_ERRORS, "PRICE_MOVE_PLANNED");
    const id = ctx.newId();
    const made_by = staff.person.id;
    await insertMove(ctx.db, { id, from_list, to_list, moves_at, reason, made_by, made_at: now });
    const payload = { from_list, to_list, moves_at, reason };
    await ctx.announce(priceMovePlanned, { account: INSTANCE, subject: id, payload });
    await ctx.enqueue(followingJob, {});
  });
  return getPrices(ctx);
}

function requireDate({ now }: StaffCtx, moves_at: string, earliest: string | null): void {
  if (earliest !== null && moves_at < earliest)
    throw failure(PRICE_ERRORS, "PRICE_MOVE_DATE_WRONG", {
      message: `Choose a day that’s at least ${NOTICE_DAYS} days away: some would pay more.`,
    });
  if (moves_at > addDays(now(), AHEAD_DAYS_MAX))
    throw failure(PRICE_ERRORS, "PRICE_MOVE_DATE_WRONG", { message: "Choose a day within a year." });
}

/** Until its day. Those who were told are told that they keep their price. */
export async function cancelMove(ctx: StaffCtx, { id, reason }: Inputs["cancelMove"]): Promise<Prices> {
  const staff = requireStaff(ctx);
  await requireRecentProof(ctx, staff);
  requireReason(reason);
  await ctx.write(async (ctx) => {
    const move = isId(id) ? await lockMove(ctx.db, id) : undefined;
    if (!move) throw failure(PRICE_ERRORS, "PRICE_MOVE_NOT_FOUND");
    const now = ctx.now().toISOString();
    if (move.canceled_at !== null || move.moves_at <= now) throw failure(PRICE_ERRORS, "PRICE_MOVE_OVER");
    await updateMoveCanceled(ctx.db, { id, canceled_at: now, canceled_by: staff.person.id });
    const { from_list, to_list } = move;
    const payload = { from_list, to_list, reason };
    await ctx.announce(priceMoveCanceled, { account: INSTANCE, subject: id, payload });
    await ctx.enqueue(followingJob, {});
  });
  return getPrices(ctx);
}
