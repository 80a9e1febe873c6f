/* What premium costs: staff publish price lists, each under the next number. Whoever has premium keeps the list that they bought it under. */
import type { InferContractRouterInputs } from "@orpc/contract";
import { requireStaff } from "#src/features/identity/accounts/accounts.ts";
import { requireRecentProof } from "#src/features/identity/accounts/reauthentication.ts";
import { providerOf } from "#src/features/money/billing/providers.ts";
import { BUILT_IN_PRICES, quoteFor } from "#src/features/money/entitlements/price-rules.ts";
import {
  findCurrentPrices,
  insertList,
  listLists,
  lockPriceLists,
  toPriceList,
} from "#src/features/money/entitlements/prices/prices.ts";
import { pricesChanged } from "#src/features/money/entitlements/signals.ts";
import { failure } from "#src/lib/errors.ts";
import { INSTANCE } from "#src/lib/event.ts";
import { isBlank } from "#src/lib/text.ts";
import type { StaffCtx } from "#src/platform/context.ts";
import {
  PRICE_ERRORS,
  type PricePreview,
  type Prices,
  type PublishedList,
  type pricesContract,
} from "./contract.ts";
import { pricesPublished } from "./events.ts";
import { listMoves } from "./move-store.ts";
import { EXAMPLES, isSamePrices, type PriceForm, problemOf, toTiers } from "./rules.ts";
import { listSubscriberCounts } from "./store.ts";

type Inputs = InferContractRouterInputs<typeof pricesContract>;

export async function getPrices(ctx: StaffCtx): Promise<Prices> {
  const counts = await listSubscriberCounts(ctx.db, providerOf(ctx).kind);
  const subscribersOf = (number: number) => counts.find((one) => one.number === number)?.subscribers ?? 0;
  const published = (await listLists(ctx.db)).map(({ list, by }): PublishedList => {
    const { number, made_at: at, reason } = list;
    return { ...toPriceList(list), published: { at, by, reason }, subscribers: subscribersOf(number) };
  });
  const first = { ...BUILT_IN_PRICES, published: null, subscribers: subscribersOf(BUILT_IN_PRICES.number) };
  const lists = [...published, first];
  const [{ number: current } = first] = lists;
  return { current, lists, moves: await listMoves(ctx.db) };
}

function requireValid(form: PriceForm): void {
  const message = problemOf(form);
  if (message) throw failure(PRICE_ERRORS, "PRICES_INVALID", { message });
}

export async function previewPrices(ctx: StaffCtx, form: Inputs["preview"]): Promise<PricePreview> {
  requireValid(form);
  const before = await findCurrentPrices(ctx);
  const tiers = toTiers(form.tiers);
  const counts = await listSubscriberCounts(ctx.db, providerOf(ctx).kind);
  return {
    based_on: before.number,
    tiers,
    examples: EXAMPLES.map((units) => ({
      units,
      before_cents: quoteFor(before.tiers, units).total_cents,
      after_cents: quoteFor(tiers, units).total_cents,
    })),
    subscribers: counts.reduce((sum, { subscribers }) => sum + subscribers, 0),
  };
}

export function requireReason(reason: string): void {
  if (isBlank(reason)) throw failure(PRICE_ERRORS, "REASON_MISSING");
}

/** Counts for whoever buys from now on, on every node. Takes a fresh proof of who asks. */
export async function publishPrices(
  ctx: StaffCtx,
  { based_on, reason, ...form }: Inputs["publish"],
): Promise<Prices> {
  const staff = requireStaff(ctx);
  await requireRecentProof(ctx, staff);
  requireReason(reason);
  requireValid(form);
  await ctx.write(async (ctx) => {
    await lockPriceLists(ctx.db);
    const before = await findCurrentPrices(ctx);
    if (before.number !== based_on) throw failure(PRICE_ERRORS, "PREVIEW_OUTDATED");
    const prices = { tiers: toTiers(form.tiers), most_popular_from: form.most_popular_from };
    if (isSamePrices(before, prices)) throw failure(PRICE_ERRORS, "PRICES_UNCHANGED");
    const number = before.number + 1;
    const made_at = ctx.now().toISOString();
    await insertList(ctx.db, { number, ...prices, reason, made_by: staff.person.id, made_at });
    const payload = { number, reason };
    await ctx.announce(pricesPublished, { account: INSTANCE, subject: String(number), payload });
    await ctx.invalidate(pricesChanged, {});
  });
  return getPrices(ctx);
}
