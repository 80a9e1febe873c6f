/*
 * Stores the provider's state. However many events arrive, in whatever order and however often, the row ends
 * up with the latest one.
 */
import { findPerson } from "#src/features/identity/accounts/person/person.ts";
import {
  listOverdueRedemptions,
  redeemCoupon,
  releaseRedemption,
} from "#src/features/money/coupons/coupons.ts";
import { findPrices } from "#src/features/money/entitlements/prices/prices.ts";
import { failure } from "#src/lib/errors.ts";
import type { Ctx, Platform } from "#src/platform/context.ts";
import { enqueueMail } from "#src/platform/mail/outbox.ts";
import { BILLING_ERRORS } from "./contract.ts";
import { refundDuplicate } from "./duplicate-subscriptions.ts";
import {
  endScheduled,
  paymentFailed,
  paymentRecovered,
  premiumChanged,
  subscribed,
  subscriptionEnded,
  subscriptionKept,
  subscriptionPaused,
  subscriptionUnpaused,
  unitsChanged,
} from "./events.ts";
import { endingMail, failedMail, graceMail } from "./mails.ts";
import { mapProviderErrors, ProviderRefused } from "./provider.ts";
import { currentRow, providerOf } from "./providers.ts";
import {
  daysUntil,
  GRACE_WARNING_DAYS,
  graceEnd,
  grantedUnits,
  isSuperseded,
  type Snapshot,
  stateOf,
} from "./rules.ts";
import { brandingStale } from "./signals.ts";
import {
  findSubscription,
  listRunningSubscriptions,
  listStaleSubscriptions,
  listUnprocessedEvents,
  lockSubscription,
  type SubscriptionRow,
  updateEventsProcessed,
  updateSubscription,
  updateSyncBegun,
} from "./store.ts";

const ASKED_EVERY_HOURS = 24;
const HOUR_MS = 3_600_000;

export async function reactToEvents(platform: Platform, { account }: { account: string }): Promise<void> {
  if ((await listUnprocessedEvents(platform.db, account)).length > 0)
    await syncSubscription(platform, account);
}

/** Fetches the account's subscription and stores it, unless a later result has been stored. */
export async function syncSubscription(platform: Platform, account: string): Promise<void> {
  const { db } = platform;
  const events = await listUnprocessedEvents(db, account);
  const begun = await updateSyncBegun(db, account);
  const row = currentRow(platform, await findSubscription(db, account));
  if (begun === undefined || !row) return;
  const snapshot = await providerOf(platform).findSnapshot(platform, row);
  await platform.write(async (ctx: Platform) => {
    const row = await lockSubscription(ctx.db, account);
    if (row && !isSuperseded(row, begun)) await apply(ctx, row, { snapshot, begun });
    await updateEventsProcessed(ctx.db, events, ctx.now().toISOString());
  });
}

const GONE =
  "The payment provider doesn’t have your subscription anymore, so premium has ended. You can get it again.";

/** Like `mapProviderErrors`, for a subscription that may have ended at the provider without an event. */
export function mapSubscriptionErrors<T>(ctx: Ctx, answer: Promise<T>): Promise<T> {
  const orGone = answer.catch(async (error: unknown) => {
    if (!(error instanceof ProviderRefused)) throw error;
    await syncSubscription(ctx, ctx.account);
    const row = currentRow(ctx, await findSubscription(ctx.db, ctx.account));
    if (stateOf(row, ctx.now()) !== "none") throw error;
    throw failure(BILLING_ERRORS, "PREMIUM_MISSING", { message: GONE });
  });
  return mapProviderErrors(orGone);
}

interface Fetched {
  snapshot: Snapshot | undefined;
  begun: number;
}

async function apply(ctx: Platform, row: SubscriptionRow, { snapshot, begun }: Fetched): Promise<void> {
  const { account } = row;
  const stamps = { sync_done: begun, synced_at: ctx.now().toISOString() };
  if (!snapshot) return updateSubscription(ctx.db, account, stamps);
  const { id: subscription_id, redemption, extras, ...said } = snapshot;
  if (redemption && said.status !== "pending") await redeemCoupon(ctx, { account, redemption });
  // A later invoice that fails, too, doesn't restart the grace period.
  const failing_since = said.failing_since && (row.failing_since ?? said.failing_since);
  const next = { ...row, ...said, subscription_id, failing_since, ...stamps };
  if (failing_since === null && said.status !== "ended") next.grace_told = "none";
  const { account: _, granted_units, ...changes } = next;
  await updateSubscription(ctx.db, account, changes);
  await announceChanges(ctx, row, next);
  for (const extra of extras) await refundDuplicate(ctx, account, extra);
  await announcePayments(ctx, row, next);
  await refreshPremium(ctx, next);
}

async function announceChanges(
  ctx: Platform,
  before: SubscriptionRow,
  after: SubscriptionRow,
): Promise<void> {
  const about = { account: after.account, subject: after.account };
  const was = isRunning(before) && before.subscription_id === after.subscription_id;
  const is = isRunning(after);
  const { units, cancel_at, pause_from, pause_until } = after;
  if (is && !was) await ctx.announce(subscribed, { ...about, payload: { units } });
  if (was && !is) await ctx.announce(subscriptionEnded, { ...about, payload: {} });
  if (!was || !is) return;
  if (before.units !== units)
    await ctx.announce(unitsChanged, { ...about, payload: { from: before.units, to: units } });
  if (cancel_at !== null && before.cancel_at === null) {
    await ctx.announce(endScheduled, { ...about, payload: { at: cancel_at } });
    await sendTo(ctx, after, (to) => ({ mail: endingMail, to, data: { account: after.account } }));
  }
  if (cancel_at === null && before.cancel_at !== null)
    await ctx.announce(subscriptionKept, { ...about, payload: {} });
  if (pause_from !== null && pause_until !== null && before.pause_from === null)
    await ctx.announce(subscriptionPaused, { ...about, payload: { from: pause_from, until: pause_until } });
  if (pause_from === null && before.pause_from !== null)
    await ctx.announce(subscriptionUnpaused, { ...about, payload: {} });
}

const isRunning = ({ status }: SubscriptionRow) => status === "active" || status === "past_due";

async function announcePayments(
  ctx: Platform,
  before: SubscriptionRow,
  after: SubscriptionRow,
): Promise<void> {
  const { account, failing_since, failed_tries, status } = after;
  const about = { account, subject: account };
  if (status === "past_due" && failed_tries > (before.failing_since ? before.failed_tries : 0)) {
    await ctx.announce(paymentFailed, { ...about, payload: { tries: failed_tries } });
    const once = `${account} ${failing_since} ${failed_tries}`;
    await sendTo(ctx, after, (to) => ({
      mail: failedMail,
      to,
      data: { account, is_first: before.failing_since === null },
      once,
    }));
  }
  if (before.status === "past_due" && status === "active")
    await ctx.announce(paymentRecovered, { ...about, payload: {} });
  if (before.status === "past_due" && status === "ended") await announceGrace(ctx, after, "ended");
}

/** E-mails the owner once when the grace period is nearly over, and once when it is. */
async function announceGrace(ctx: Platform, row: SubscriptionRow, told: "ending" | "ended"): Promise<void> {
  const { account, grace_told } = row;
  if (grace_told === told || grace_told === "ended") return;
  await updateSubscription(ctx.db, account, { grace_told: told });
  await sendTo(ctx, row, (to) => ({ mail: graceMail, to, data: { account, is_over: told === "ended" } }));
}

type Order = Parameters<typeof enqueueMail>[1];

async function sendTo<Data extends object>(
  ctx: Platform,
  { account }: SubscriptionRow,
  orderOf: (to: string) => Order & { data: Data },
): Promise<void> {
  const owner = await findPerson(ctx.db, account);
  if (owner) await enqueueMail(ctx, { ...orderOf(owner.email), account });
}

/** Returns the units that an account currently gets for what it pays. */
export async function findGrantedUnits(
  platform: Platform,
  row: SubscriptionRow | undefined,
): Promise<number> {
  if (!row) return 0;
  const { tiers } = await findPrices(platform, row.price_list);
  return grantedUnits(row, { tiers, now: platform.now() });
}

/** Updates pages and the log to the account's current units. */
async function refreshPremium(ctx: Platform, row: SubscriptionRow): Promise<void> {
  const { account, granted_units, remove_branding } = row;
  const units = await findGrantedUnits(ctx, currentRow(ctx, row));
  if (units === granted_units) return;
  await updateSubscription(ctx.db, account, { granted_units: units });
  await ctx.announce(premiumChanged, { account, subject: account, payload: { units } });
  if (remove_branding) await ctx.invalidate(brandingStale, { user_id: account });
}

/** Applies changes that come with time: grace periods and pauses begin or end. */
export async function applyDueChanges(platform: Platform): Promise<void> {
  for (const { account } of await listRunningSubscriptions(platform.db)) {
    platform.abortSignal.throwIfAborted();
    await platform.write(async (ctx: Platform) => {
      const row = await lockSubscription(ctx.db, account);
      if (!row) return;
      const state = stateOf(currentRow(ctx, row), ctx.now());
      const end = graceEnd(row);
      if (state === "lapsed") await announceGrace(ctx, row, "ended");
      else if (state === "failing" && end && daysUntil(end, ctx.now()) <= GRACE_WARNING_DAYS)
        await announceGrace(ctx, row, "ending");
      await refreshPremium(ctx, row);
    });
  }
}

/** Fetches subscriptions without an event for a day, in case one got lost. */
export async function reconcile(platform: Platform): Promise<void> {
  const before = new Date(platform.now().getTime() - ASKED_EVERY_HOURS * HOUR_MS).toISOString();
  const failures: unknown[] = [];
  for (const { account } of await listStaleSubscriptions(platform.db, before)) {
    platform.abortSignal.throwIfAborted();
    await syncSubscription(platform, account).catch((error: unknown) => failures.push(error));
  }
  // A failed one doesn't keep the others from being fetched.
  if (failures.length > 0) throw failures[0];
}

async function release(platform: Platform, id: string, account: string | null): Promise<void> {
  if (account !== null) await syncSubscription(platform, account);
  const row = account === null ? undefined : await findSubscription(platform.db, account);
  // A pending first payment may still go through.
  if (row?.status !== "pending") await releaseRedemption(platform, id);
}

/** Releases the coupon redemptions of checkouts that weren't paid in time, according to the provider. */
export async function releaseCoupons(platform: Platform): Promise<void> {
  const failures: unknown[] = [];
  for (const { id, account } of await listOverdueRedemptions(platform)) {
    platform.abortSignal.throwIfAborted();
    await release(platform, id, account).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}
