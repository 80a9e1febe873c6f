/* Transitions between a sending account's states (email.md 5.1.10), each once, whichever node sees it
   first. */
import type { Platform } from "#src/platform/context.ts";
import { dropCachedToken } from "./credentials/credentials.ts";
import { mailboxStateChanged } from "./events.ts";
import {
  canTransition,
  countBounce,
  exceedsBounceRate,
  type MailboxState,
  SLOW_DOWN_MS,
  sentIn,
  warmUpLimit,
} from "./rules.ts";
import {
  lockCounts,
  lockMailbox,
  type MailboxKey,
  type MailboxRow,
  updateCounts,
  updateMailboxRow,
} from "./store.ts";

type Noted = Partial<
  Pick<MailboxRow, "retry_at" | "last_error" | "last_error_at" | "tested_at" | "proven_at">
>;

/**
 * Moves a sending account if the transition is allowed, and notifies once. Other changes are stored either
 * way.
 */
export function transitionMailbox(
  platform: Platform,
  { user_id: account, id }: Pick<MailboxRow, "user_id" | "id">,
  { to, ...noted }: { to: MailboxState } & Noted,
): Promise<void> {
  return platform.write(async (ctx) => {
    const row = await lockMailbox(ctx.db, { account, id });
    if (!row) return;
    const isMove = row.state !== to && canTransition(row.state, to);
    const moved = isMove && {
      state: to,
      state_since: ctx.now().toISOString(),
      ...(to === "active" && { retry_at: null, last_error: "", last_error_at: null }),
    };
    const changes = { ...moved, ...noted };
    if (Object.keys(changes).length > 0) await updateMailboxRow(ctx.db, { account, id }, changes);
    const news = { account, subject: id, payload: { from: row.state, to } };
    if (isMove) await ctx.announce(mailboxStateChanged, news);
  });
}

/** The server refuses our sign-in, or access was revoked: nothing goes out until someone fixes it. */
export function recordAuthFailure(platform: Platform, row: MailboxRow, words: string): Promise<void> {
  dropCachedToken(row);
  return platform.write(async (ctx) => {
    const current = await lockMailbox(ctx.db, { account: row.user_id, id: row.id });
    // Someone may have fixed it since.
    if (current?.secret !== row.secret) return;
    await transitionMailbox(ctx, row, { to: "auth_failed", ...errorNow(ctx, words) });
  });
}

/** The server requires us to wait for some time. */
export function recordThrottling(
  platform: Platform,
  row: MailboxRow,
  { words, waitMs = SLOW_DOWN_MS }: { words: string; waitMs?: number | undefined },
): Promise<void> {
  const retry_at = new Date(platform.now().getTime() + waitMs).toISOString();
  return transitionMailbox(platform, row, { to: "throttled", retry_at, ...errorNow(platform, words) });
}

/** Called when too many of its e-mails came back or were reported (5.1.7, 5.10.11). */
export async function pauseForReputation(platform: Platform, key: MailboxKey, why: string): Promise<void> {
  const row = { user_id: key.account, id: key.id };
  await transitionMailbox(platform, row, { to: "paused_by_reputation", ...errorNow(platform, why) });
}

export function errorNow({ now }: Platform, words: string) {
  return { last_error: words, last_error_at: now().toISOString() };
}

/**
 * Counts a hard bounce, and pauses a sending account that warms up with too many. Called once for each e-mail whose
 * address turns out to be dead, immediately or later.
 */
export function recordBounce(platform: Platform, key: MailboxKey): Promise<void> {
  return platform.write(async (ctx) => {
    const row = await lockMailbox(ctx.db, key);
    const now = ctx.now();
    if (!row || warmUpLimit(row.warm_up_since, now) === null) return;
    const counts = countBounce(await lockCounts(ctx.db, key), now);
    await updateCounts(ctx.db, key, counts);
    const [bounced, sent] = [sentIn(counts, "bounced", now), sentIn(counts, "per_week", now)];
    if (exceedsBounceRate(bounced, sent))
      await pauseForReputation(
        ctx,
        key,
        `${bounced} of the last ${Math.max(sent, bounced).toLocaleString("en-US")} e-mails came back.`,
      );
  });
}

/** Called when someone enables it again, so that earlier bounces don't stop it at once. */
export async function resetBounces(platform: Platform, key: MailboxKey): Promise<void> {
  const counts = await lockCounts(platform.db, key);
  await updateCounts(platform.db, key, { ...counts, per_week: [], bounced: [] });
}
