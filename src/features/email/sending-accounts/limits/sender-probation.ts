/*
 * Limits an account before it's established (email.md 5.10.17), across its sending accounts, and also if it
 * deletes one and adds another. `transactional` decides when it's established.
 */
import type { Ctx, Platform } from "#src/platform/context.ts";
import { NO_LIMITS, reserve, type Spent, sentIn, settleReservation } from "../rules.ts";
import { NEW_ACCOUNT_MAILS } from "../settings.ts";
import {
  findProbation,
  lockProbation,
  updateProbationCounts,
  updateProbationEnd,
  updateProbationStart,
} from "./sender-probation-store.ts";

/** Reserves up to `wanted` from a new account's limit. All of it, if it isn't new. */
export async function reserveForProbation(
  ctx: Platform,
  account: string,
  { wanted, now }: { wanted: number; now: Date },
): Promise<{ granted: number; next_at: number | null }> {
  const per_day = ctx.settings.get(NEW_ACCOUNT_MAILS);
  if (per_day === null || wanted === 0) return { granted: wanted, next_at: null };
  if ((await findProbation(ctx.db, account))?.trusted_at) return { granted: wanted, next_at: null };
  const { counts } = await lockProbation(ctx.db, account, now.toISOString());
  const taken = reserve({ counts, limits: { ...NO_LIMITS, per_day } }, wanted, now);
  await updateProbationCounts(ctx.db, account, taken.counts);
  return taken;
}

/** Does what `settleSends` does for a sending account. */
export async function settleForProbation(ctx: Platform, account: string, spent: Spent): Promise<void> {
  const row = await findProbation(ctx.db, account);
  if (!row || row.trusted_at !== null) return;
  const { counts } = await lockProbation(ctx.db, account, row.since);
  await updateProbationCounts(ctx.db, account, settleReservation(counts, spent));
}

export interface NewAccount {
  per_day: number;
  sent_today: number;
}

/** Returns the limit of a new account. Undefined once it's established. */
export async function findNewAccount(ctx: Ctx): Promise<NewAccount | undefined> {
  const per_day = ctx.settings.get(NEW_ACCOUNT_MAILS);
  if (per_day === null) return undefined;
  const row = await findProbation(ctx.db, ctx.account);
  if (row?.trusted_at) return undefined;
  return { per_day, sent_today: row ? sentIn(row.counts, "per_day", ctx.now()) : 0 };
}

/** Returns when a new account may send again. 0 for now. */
export async function probationSendAt(ctx: Ctx, now: Date): Promise<number> {
  const per_day = ctx.settings.get(NEW_ACCOUNT_MAILS);
  const row = per_day === null ? undefined : await findProbation(ctx.db, ctx.account);
  if (!row || row.trusted_at !== null) return 0;
  const { granted, next_at } = reserve({ counts: row.counts, limits: { ...NO_LIMITS, per_day } }, 1, now);
  return granted === 0 ? (next_at ?? 0) : 0;
}

/** Ends the probation of an account that has sent for long enough with hardly any complaints. */
export function endProbation(platform: Platform, account: string): Promise<void> {
  return updateProbationEnd(platform.db, account, platform.now().toISOString());
}

/**
 * Restarts a new account's probation at that time, unless it began later: its owner has deleted the records
 * of e-mail from before, so its reception is unknown.
 */
export function restartProbation({ db, now }: Platform, account: string, at: string): Promise<void> {
  // Reporters have their own clocks.
  const latest = now().toISOString();
  return updateProbationStart(db, account, at < latest ? at : latest);
}
