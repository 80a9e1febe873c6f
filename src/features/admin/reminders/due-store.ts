/* SQL for whom a reminder is for right now. */
import { type SQL, sql } from "drizzle-orm";
import { IS_CLOSED } from "#src/features/identity/accounts/tables.ts";
import { cellOf } from "#src/features/identity/preferences/rules.ts";
import type { PlanLimits } from "#src/features/money/entitlements/rules.ts";
import { addDays } from "#src/lib/time.ts";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import { isBetween, isOneOf, matchesOf, type Stretch } from "./conditions-store.ts";
import type { Settings } from "./contract.ts";
import { GAP_DAYS, LATE_DAYS, MORNING, REMINDERS, type ReminderName } from "./rules.ts";

const timestamp = (time: Date | string) => sql`${new Date(time).toISOString()}::timestamptz`;

export interface Match {
  account: string;
  occasion: string;
}

/** What's the same for all accounts. */
interface Moment {
  now: Date;
  limits: PlanLimits;
}

/** Lists what's true of these accounts, whoever was told: since when, or until when. */
export function listMatches(
  db: Db,
  { rule, accounts, now, limits }: Moment & { rule: ReminderName; accounts: readonly string[] },
): Promise<(Match & { since: string })[]> {
  return rowsOf(
    db,
    sql`select account, occasion, to_char(since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as since
      from (${matchesOf(rule, isOneOf(accounts), { now: timestamp(now), limits })}) matches where since is not null`,
  );
}

/** True from the day on that staff chose, and not so late that it surprises. */
function isTime(rule: ReminderName, delayDays: number, now: Date): SQL {
  return REMINDERS[rule].timing === "before"
    ? sql`m.since > ${timestamp(now)} and m.since <= ${timestamp(addDays(now, delayDays))}`
    : sql`m.since <= ${timestamp(addDays(now, -delayDays))}
        and m.since > ${timestamp(addDays(now, -delayDays - LATE_DAYS))}`;
}

/** As far as rows say. Devices may turn out to be gone. */
function isReachable(channels: Settings["channels"]): SQL {
  const is = {
    in_app: sql`true`,
    email: sql`u.email_verified`,
    push: sql`exists (select from push_subscriptions s where s.user_id = u.id)`,
  };
  const ways = channels.map(
    (channel) => sql`(${is[channel]} and not exists (select from notification_preferences p
      where p.user_id = u.id and ${cellOf("news", channel)} = any(p.off)))`,
  );
  return ways.length === 0 ? sql`false` : sql`(${sql.join(ways, sql` or `)})`;
}

const IN_THE_MORNING = (now: Date) =>
  sql`extract(hour from ${timestamp(now)} at time zone coalesce(u.time_zone, 'UTC')) between ${sql.raw(String(MORNING.from))} and ${sql.raw(String(MORNING.to - 1))}`;

export type Due = Match & {
  /** 1 for the first time. */
  number: number;
  email: string;
  is_confirmed: boolean;
  language: string | null;
};

interface DueQuestion extends Stretch, Moment {
  rule: ReminderName;
  settings: Pick<Settings, "delay_days" | "channels" | "repeat_days" | "times_max">;
  /** Only those for whom it's morning. */
  byClock: boolean;
  most: number;
}

/**
 * Lists whom a reminder is for in a stretch of accounts, by their ids, once each: what has been true for longest. What
 * was told already comes again only as often as staff chose, and anything else of the same rule not in the same week.
 */
export function listDue(
  db: Db,
  { rule, settings, now, limits, byClock, most, ...stretch }: DueQuestion,
): Promise<Due[]> {
  const { delay_days, channels, repeat_days, times_max } = settings;
  const again =
    repeat_days === null
      ? sql`false`
      : sql`told.times < ${times_max} and told.same_at <= ${timestamp(addDays(now, -repeat_days))}`;
  return rowsOf<Due>(
    db,
    sql`select distinct on (m.account) m.account, m.occasion, told.times + 1 as number, u.email,
        u.email_verified as is_confirmed, u.language
      from (${matchesOf(rule, isBetween(stretch), { now: timestamp(now), limits })}) m
      join users u on u.id = m.account
      cross join lateral (
        select (count(*) filter (where r.occasion = m.occasion))::int as times, max(r.sent_at) as any_at,
          max(r.sent_at) filter (where r.occasion = m.occasion) as same_at
        from reminder_receipts r where r.rule = ${rule} and r.account = m.account) told
      where ${isTime(rule, delay_days, now)} and not ${sql.raw(IS_CLOSED)} and ${isReachable(channels)}
        ${byClock ? sql`and ${IN_THE_MORNING(now)}` : sql``}
        and case when told.times = 0
          then told.any_at is null or told.any_at <= ${timestamp(addDays(now, -GAP_DAYS))} else ${again} end
      order by m.account, m.since, m.occasion limit ${most}`,
  );
}
