/*
 * Changing and canceling premium. The provider makes the change, and then reports the result. People who want
 * to cancel see one offer that fits their reason. Their response is announced, so that offers can be
 * measured.
 */

import { isInUse } from "#src/features/identity/accounts/accounts.ts";
import { findPerson } from "#src/features/identity/accounts/person/person.ts";
import { quoteFor } from "#src/features/money/entitlements/price-rules.ts";
import { findPrices } from "#src/features/money/entitlements/prices/prices.ts";
import { failure } from "#src/lib/errors.ts";
import type { Ctx, Platform } from "#src/platform/context.ts";
import { enqueueMail } from "#src/platform/mail/outbox.ts";
import { findCurrent, getBilling, requireChangeable, requirePlans, requireSamePrices } from "./billing.ts";
import { BILLING_ERRORS, type Billing } from "./contract.ts";
import { cancellationSurveyed } from "./events.ts";
import { notKeptMail } from "./mails.ts";
import { ProviderDown, ProviderRefused } from "./provider.ts";
import { currentRow, providerOf } from "./providers.ts";
import {
  addMonths,
  type CancelReason,
  offerFor,
  PREVIEW_MINUTES_MAX,
  RETENTION_MONTHS,
  RETENTION_PERCENT,
  stateOf,
} from "./rules.ts";
import {
  findSubscription,
  listChargedThoughClosed,
  lockSubscription,
  type SubscriptionRow,
  updateAnswerCount,
  updateSubscription,
} from "./store.ts";
import { mapSubscriptionErrors, syncSubscription } from "./sync.ts";

const SECOND_MS = 1000;
const MINUTE_MS = 60_000;

async function requireSubscription(ctx: Ctx) {
  requirePlans(ctx);
  const { row, state } = await findCurrent(ctx);
  if (!row || state === "none" || state === "pending") throw failure(BILLING_ERRORS, "PREMIUM_MISSING");
  return { row, state };
}

/**
 * Fetches the result from the provider and returns it. The change itself has been made by then, so if the
 * provider can't be reached now, its event brings the result later.
 */
async function syncedBilling(ctx: Ctx): Promise<Billing> {
  await syncSubscription(ctx, ctx.account).catch((error: unknown) => {
    if (!(error instanceof ProviderDown)) throw error;
    ctx.log.warn({ err: error }, "a change to a subscription couldn't be fetched");
  });
  return getBilling(ctx);
}

interface SurveyAnswer {
  reason: CancelReason | undefined;
  outcome: "left" | "stayed";
}

/** Counts one of several simultaneous responses, such as from two tabs. */
async function recordAnswer(
  ctx: Ctx,
  row: SubscriptionRow,
  { reason, outcome }: SurveyAnswer,
): Promise<void> {
  if (!reason) return;
  const payload = { reason, offer: offerFor(reason, row), outcome };
  await ctx.write(async (ctx) => {
    if (await updateAnswerCount(ctx.db, row))
      await ctx.announce(cancellationSurveyed, { subject: ctx.account, payload });
  });
}

/**
 * Records the response last: a caller that finds the change undone hasn't seen it counted, so theirs isn't
 * another one.
 */
async function syncedAfterAnswer(ctx: Ctx, row: SubscriptionRow, answered: SurveyAnswer): Promise<Billing> {
  const billing = await syncedBilling(ctx);
  await recordAnswer(ctx, row, answered);
  return billing;
}

interface UnitsChange {
  units: number;
  /** The price list that the preview was under. */
  price_list?: number | undefined;
  at: string;
  reason?: CancelReason | undefined;
}

/** Changes the units for exactly the price that was previewed at `at`. */
export async function changeUnits(ctx: Ctx, change: UnitsChange): Promise<Billing> {
  const { units: asked, at, reason, price_list } = change;
  const { row, state } = await requireSubscription(ctx);
  requireChangeable(state);
  const age = ctx.now().getTime() - Date.parse(at);
  // `at` is in whole seconds, and the period may have begun within one.
  const isEarlier = Date.parse(at) + SECOND_MS <= Date.parse(row.period_start ?? at);
  const isOld = age < 0 || age > PREVIEW_MINUTES_MAX * MINUTE_MS || isEarlier;
  if (isOld) throw failure(BILLING_ERRORS, "PREVIEW_OUTDATED");
  const { number, tiers } = await findPrices(ctx, row.price_list);
  requireSamePrices(number, price_list);
  const { units } = quoteFor(tiers, asked);
  if (units === row.units) return getBilling(ctx);
  await mapSubscriptionErrors(ctx, providerOf(ctx).changeUnits(ctx, row, { units, at: new Date(at) }));
  return syncedAfterAnswer(ctx, row, { reason, outcome: "stayed" });
}

/** Ends premium at the end of the paid period. Nothing is deleted. */
export async function cancel(ctx: Ctx, { reason }: { reason: CancelReason }): Promise<Billing> {
  const { row, state } = await requireSubscription(ctx);
  if (state === "ending") return getBilling(ctx);
  await mapSubscriptionErrors(ctx, providerOf(ctx).setCanceled(ctx, row, true));
  return syncedAfterAnswer(ctx, row, { reason, outcome: "left" });
}

/** Resumes premium that was canceled, or ends its pause. */
export async function resume(ctx: Ctx): Promise<Billing> {
  const { row, state } = await requireSubscription(ctx);
  const provider = providerOf(ctx);
  if (row.cancel_at !== null) await mapSubscriptionErrors(ctx, provider.setCanceled(ctx, row, false));
  if (state === "pausing" || state === "paused") await mapSubscriptionErrors(ctx, provider.unpause(ctx, row));
  return syncedBilling(ctx);
}

/** Pauses premium for some months from the end of the paid period. */
export async function pause(
  ctx: Ctx,
  { months, reason }: { months: number; reason?: CancelReason | undefined },
): Promise<Billing> {
  const { row, state } = await requireSubscription(ctx);
  requireChangeable(state);
  const from = row.period_end ?? ctx.now().toISOString();
  await mapSubscriptionErrors(ctx, providerOf(ctx).pause(ctx, row, { from, until: addMonths(from, months) }));
  return syncedAfterAnswer(ctx, row, { reason, outcome: "stayed" });
}

/** Applies the discount for people who would cancel because of the price. Each account gets it only once. */
export async function takeDiscount(ctx: Ctx, { reason }: { reason: CancelReason }): Promise<Billing> {
  const { row, state } = await requireSubscription(ctx);
  requireChangeable(state);
  if (offerFor(reason, row) !== "discount") throw failure(BILLING_ERRORS, "OFFER_UNAVAILABLE");
  const discount = { percent_off: RETENTION_PERCENT, amount_off_cents: null, months: RETENTION_MONTHS };
  await mapSubscriptionErrors(ctx, providerOf(ctx).giveDiscount(ctx, row, discount));
  await ctx.write(async (ctx) => {
    await updateSubscription(ctx.db, ctx.account, { had_discount: true });
    await recordAnswer(ctx, row, { reason, outcome: "stayed" });
  });
  return syncedBilling(ctx);
}

/** An account that's suspended or going to be deleted isn't charged again: its owner can't cancel, or has no use for it. */
export async function endWithAccount(platform: Platform, { account }: { account: string }): Promise<void> {
  if (await isInUse(platform.db, account)) return;
  const row = currentRow(platform, await findSubscription(platform.db, account));
  if (!row || stateOf(row, platform.now()) === "none" || row.cancel_at !== null) return;
  await platform.write((ctx) => updateSubscription(ctx.db, account, { ends_with_account: true }));
  await providerOf(platform).setCanceled(platform, row, true).catch(unlessRefused);
  await syncSubscription(platform, account);
}

/** Ends what was paid for only when the account had closed already, such as in another tab. */
export async function endWithAccounts(platform: Platform): Promise<void> {
  const failures: unknown[] = [];
  for (const account of await listChargedThoughClosed(platform.db)) {
    platform.abortSignal.throwIfAborted();
    await endWithAccount(platform, { account }).catch((error: unknown) => failures.push(error));
  }
  // A failed one doesn't keep the others from ending.
  if (failures.length > 0) throw failures[0];
}

/** A subscription that can't be changed at the provider has probably ended there. The next fetch tells. */
function unlessRefused(error: unknown): void {
  if (!(error instanceof ProviderRefused)) throw error;
}

/**
 * Resumes premium when the account is open again, unless it was going to end anyway. If it has ended since,
 * they get an e-mail.
 */
export async function resumeWithAccount(platform: Platform, { account }: { account: string }): Promise<void> {
  if (!(await isInUse(platform.db, account))) return;
  const row = currentRow(platform, await findSubscription(platform.db, account));
  if (!row?.ends_with_account) return;
  if (stateOf(row, platform.now()) === "ending")
    await providerOf(platform).setCanceled(platform, row, false).catch(unlessRefused);
  await syncSubscription(platform, account);
  await platform.write(async (ctx) => {
    const kept = await lockSubscription(ctx.db, account);
    if (!kept?.ends_with_account) return;
    await updateSubscription(ctx.db, account, { ends_with_account: false });
    const owner = await findPerson(ctx.db, account);
    if (owner && stateOf(kept, ctx.now()) === "none")
      await enqueueMail(ctx, { mail: notKeptMail, to: owner.email, data: { account }, account });
  });
}
