/* Counts each sending account's e-mails in the database, so that all nodes share the count. */
import { DAY_MS } from "#src/lib/time.ts";
import type { Ctx, Platform } from "#src/platform/context.ts";
import { withInstanceSettings } from "../instance-mail.ts";
import {
  daysFor,
  dayThrough,
  GMAIL_PER_DAY,
  GMAIL_PER_MINUTE,
  lowerLimit,
  NO_COUNTS,
  NO_LIMITS,
  reserve,
  type SendLimits,
  type Spent,
  sentIn,
  settleReservation,
  warmUpLimit,
} from "../rules.ts";
import { MAILS_PER_MINUTE } from "../settings.ts";
import { transitionMailbox } from "../states.ts";
import {
  findMailbox,
  listCounts,
  lockCounts,
  type MailboxKey,
  type MailboxRow,
  updateCounts,
} from "../store.ts";
import { reserveReceivers, settleReceivers } from "./provider-throttle.ts";
import { hostOf } from "./provider-throttle-rules.ts";
import { lockInstanceRate, updateInstanceRate } from "./rate-store.ts";
import {
  findNewAccount,
  probationSendAt,
  reserveForProbation,
  settleForProbation,
} from "./sender-probation.ts";

export { reserveReceivers, settleReceivers } from "./provider-throttle.ts";
export {
  findPaused,
  listPausesOf,
  pauseReceiver,
  resumeReceiver,
} from "./receiver-pauses.ts";
export { endProbation, findNewAccount, type NewAccount, restartProbation } from "./sender-probation.ts";
export { deleteSendingStop, findSendingStops, insertSendingStop } from "./sending-stop-store.ts";
export { requireSendingAllowed } from "./sending-stops.ts";

export function limitsOf({ per_second, per_minute, per_hour, per_day }: MailboxRow): SendLimits {
  return { per_second, per_minute, per_hour, per_day };
}

/** Returns the limit for 24 hours: the lowest of the owner's, the provider's, and the warm-up plan's. */
export function dayLimit(row: MailboxRow, now: Date): number | null {
  const chosen = lowerLimit(row.per_day, warmUpLimit(row.warm_up_since, now));
  return row.kind === "gmail" ? lowerLimit(chosen, GMAIL_PER_DAY[row.gmail_plan]) : chosen;
}

function limitsNow(row: MailboxRow, now: Date): SendLimits {
  const chosen = { ...limitsOf(row), per_day: dayLimit(row, now) };
  if (row.kind !== "gmail") return chosen;
  return { ...chosen, per_minute: lowerLimit(row.per_minute, GMAIL_PER_MINUTE) };
}

/**
 * Returns how many more may go today through some sending accounts, and in how many days each one's `count`
 * would be sent (5.1.2). Null for no limit.
 */
export async function planSends(
  ctx: Ctx,
  parts: readonly { row: MailboxRow; count: number }[],
): Promise<{ left: number | null; days: number }> {
  const now = ctx.now();
  const ids = parts.map(({ row }) => row.id);
  const known = await listCounts(ctx.db, ctx.account, ids);
  const newAccount = await findNewAccount(ctx);
  const allOn = (day: number) =>
    day === 0 ? after(newAccount?.per_day, newAccount?.sent_today ?? 0) : (newAccount?.per_day ?? null);
  const plans = parts.map(({ row, count }) => {
    const today = after(dayLimit(row, now), sentIn(known.get(row.id) ?? NO_COUNTS, "per_day", now));
    const limitOn = (day: number) => {
      const limits = limitsNow(row, new Date(now.getTime() + day * DAY_MS));
      return lowerLimit(lowerLimit(limits.per_day, dayThrough(limits)), day === 0 ? today : null);
    };
    return { count, limitOn };
  });
  const left = plans.reduce<number | null>((sum, { limitOn }) => {
    const more = limitOn(0);
    return sum === null || more === null ? null : sum + more;
  }, 0);
  return { left: lowerLimit(left, allOn(0)), days: daysFor(plans, allOn) };
}

const after = (limit: number | null | undefined, sent: number) =>
  typeof limit === "number" ? Math.max(0, limit - sent) : null;

/** True if e-mail may be queued on it: a throttled one continues on its own. */
export function isReady({ state }: Pick<MailboxRow, "state">): boolean {
  return state === "active" || state === "throttled";
}

/**
 * Returns when the account's limits, a new account's limit, or its server let it send again. Undefined for
 * now, or if it's unknown.
 */
export async function nextSendAt(
  ctx: Ctx,
  row: MailboxRow,
): Promise<{ at: string; isNewAccount: boolean } | undefined> {
  const now = ctx.now();
  const counts = (await listCounts(ctx.db, ctx.account, [row.id])).get(row.id) ?? NO_COUNTS;
  const own = reserve({ counts, limits: limitsNow(row, now) }, 1, now);
  const account = await probationSendAt(ctx, now);
  const server = row.state === "throttled" && row.retry_at !== null ? Date.parse(row.retry_at) : 0;
  const ownAt = Math.max(own.granted === 0 ? (own.next_at ?? 0) : 0, server);
  const at = Math.max(ownAt, account);
  return at > now.getTime() ? { at: new Date(at).toISOString(), isNewAccount: account > ownAt } : undefined;
}

export interface Reserved {
  /** The number that may be sent now. They count from now on, whatever becomes of them. */
  granted: number;
  /**
   * The time of the next request, in ISO 8601. Null for at once, or if `granted` is 0, once its state has
   * changed.
   */
  next_at: string | null;
  /** Set if there's less because the account is new to sending. */
  is_new_account?: boolean;
}

/** Reserves up to `wanted` sends from a sending account's limits. One that isn't ready grants none. */
// biome-ignore lint/complexity/useMaxParams: the four of them are the question
export function reserveSends(
  platform: Platform,
  key: MailboxKey,
  wanted: number,
  now: Date,
): Promise<Reserved> {
  return platform.write(async (ctx) => {
    const found = await findMailbox(ctx.db, key);
    const row = found && withInstanceSettings(ctx, found);
    if (!row || !isReady(row)) return { granted: 0, next_at: null };
    if (row.state === "throttled") {
      if (row.retry_at !== null && row.retry_at > now.toISOString())
        return { granted: 0, next_at: row.retry_at };
      await transitionMailbox(ctx, row, { to: "active" });
    }
    const all = await reserveForInstance(ctx, wanted, now);
    const own = await reserveForProbation(ctx, key.account, { wanted: all.granted, now });
    const counts = await lockCounts(ctx.db, key);
    const taken = reserve({ counts, limits: limitsNow(row, now) }, own.granted, now);
    await updateCounts(ctx.db, key, taken.counts);
    const back = { used: taken.granted, from: now, to: now };
    if (taken.granted < all.granted) await settleForInstance(ctx, { ...back, granted: all.granted });
    if (taken.granted < own.granted)
      await settleForProbation(ctx, key.account, { ...back, granted: own.granted });
    const next = Math.max(taken.next_at ?? 0, own.next_at ?? 0, all.next_at ?? 0);
    return {
      granted: taken.granted,
      next_at: next === 0 ? null : new Date(next).toISOString(),
      ...(own.granted < all.granted && { is_new_account: true }),
    };
  });
}

/**
 * Moves used reservations to the time when they were over, and returns unused ones: a server sees a message
 * at the latest by then, so it never sees more of them in any window than its limit.
 */
export function settleSends(platform: Platform, key: MailboxKey, spent: Spent): Promise<void> {
  return platform.write(async (ctx) => {
    await settleForInstance(ctx, spent);
    await settleForProbation(ctx, key.account, spent);
    await updateCounts(ctx.db, key, settleReservation(await lockCounts(ctx.db, key), spent));
  });
}

async function reserveForInstance(
  ctx: Platform,
  wanted: number,
  now: Date,
): Promise<{ granted: number; next_at: number | null }> {
  const per_minute = ctx.settings.get(MAILS_PER_MINUTE);
  if (per_minute === null || wanted === 0) return { granted: wanted, next_at: null };
  const taken = reserve(
    { counts: await lockInstanceRate(ctx.db), limits: { ...NO_LIMITS, per_minute } },
    wanted,
    now,
  );
  await updateInstanceRate(ctx.db, taken.counts);
  return taken;
}

/** Does what `settleSends` does for a sending account. */
async function settleForInstance(ctx: Platform, spent: Spent): Promise<void> {
  if (ctx.settings.get(MAILS_PER_MINUTE) === null) return;
  await updateInstanceRate(ctx.db, settleReservation(await lockInstanceRate(ctx.db), spent));
}

/**
 * Reserves a single e-mail, such as a test or a reply, within every limit that applies to campaigns
 * (5.10.12): the receiver's, the sending account's, and the instance's.
 */
export async function reserveSingleSend(
  platform: Platform,
  key: MailboxKey,
  { email, now }: { email: string; now: Date },
): Promise<Reserved> {
  const hosts = [hostOf(email)];
  const [turn] = await reserveReceivers(platform, key, { hosts, now });
  if (turn) return { granted: 0, next_at: turn };
  const reserved = await reserveSends(platform, key, 1, now);
  if (reserved.granted === 0) await settleReceivers(platform, key, unsent(email, now, now));
  return reserved;
}

const unsent = (email: string, from: Date, to: Date) => ({
  from,
  to,
  hosts: [{ host: hostOf(email), isGone: false }],
});

/** Returns a reservation made at `from` for a message that no server saw. */
export async function releaseSingleSend(
  platform: Platform,
  key: MailboxKey,
  { email, from }: { email: string; from: Date },
): Promise<void> {
  const to = platform.now();
  await settleReceivers(platform, key, unsent(email, from, to));
  await settleSends(platform, key, { granted: 1, used: 0, from, to });
}
