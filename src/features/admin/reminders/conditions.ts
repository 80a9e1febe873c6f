/* Whether what a reminder is about is true. Rows say most of it; limits are for `entitlements` alone to decide. */
import { findAllowances, findUsage, planLimitsOf } from "#src/features/money/entitlements/entitlements.ts";
import { addDays } from "#src/lib/time.ts";
import type { Platform } from "#src/platform/context.ts";
import { listMatches, type Match } from "./due-store.ts";
import { NEARLY_FULL, REMINDERS, type ReminderName } from "./rules.ts";

/** Leaves out accounts of which it isn't true after all. */
export async function filterTrue<Row extends Match>(
  platform: Platform,
  rule: ReminderName,
  rows: readonly Row[],
): Promise<Row[]> {
  if (rule !== "quota_near") return [...rows];
  const isTrue = new Map<string, boolean>();
  for (const { account } of rows)
    if (!isTrue.has(account)) isTrue.set(account, await isNearlyFull(platform, account));
  return rows.filter(({ account }) => isTrue.get(account));
}

async function isNearlyFull(platform: Platform, account: string): Promise<boolean> {
  const allowances = await findAllowances(platform, account);
  for (const what of ["profiles", "links"] as const) {
    const { limit } = allowances[what];
    if (limit !== null && (await findUsage(platform, what, account)) >= NEARLY_FULL * limit) return true;
  }
  return false;
}

export const keyOf = ({ account, occasion }: Match) => `${account} ${occasion}`;

interface Reminded extends Match {
  sent_at: string;
}

/** Whoever works on one again has done what they were reminded of, though it's true until they finish. */
const ENDS_WITH_WORK: ReminderName = "draft_campaign";

/** Returns the keys of what's still as it was when people were reminded. */
export async function listStillTrue(
  platform: Platform,
  rule: ReminderName,
  reminded: readonly Reminded[],
): Promise<Set<string>> {
  const accounts = [...new Set(reminded.map(({ account }) => account))];
  const limits = planLimitsOf(platform);
  const rows = await listMatches(platform.db, { rule, accounts, now: platform.now(), limits });
  const since = new Map((await filterTrue(platform, rule, rows)).map((row) => [keyOf(row), row.since]));
  const isSame = (one: Reminded) => {
    const time = since.get(keyOf(one));
    return time !== undefined && (rule !== ENDS_WITH_WORK || time <= one.sent_at);
  };
  return new Set(reminded.filter(isSame).map(keyOf));
}

/** True if somebody should still be reminded of this. */
export async function isStillDue(
  platform: Platform,
  { rule, delayDays, ...match }: Match & { rule: ReminderName; delayDays: number },
): Promise<boolean> {
  const now = platform.now();
  const limits = planLimitsOf(platform);
  const rows = await listMatches(platform.db, { rule, accounts: [match.account], now, limits });
  const same = (await filterTrue(platform, rule, rows)).find(({ occasion }) => occasion === match.occasion);
  if (!same) return false;
  return REMINDERS[rule].timing === "before"
    ? same.since > now.toISOString()
    : same.since <= addDays(now, -delayDays);
}
