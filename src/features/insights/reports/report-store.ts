import { and, eq, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { IS_CLOSED } from "#src/features/identity/accounts/tables.ts";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import type { Cadence, Recurring } from "./report-rules.ts";
import { analyticsGoals, analyticsNotes, reportSubscriptions, statShares, trafficAlerts } from "./tables.ts";

export interface SubscriptionKey {
  person: string;
  account: string;
}

type Settings = Pick<typeof reportSubscriptions.$inferSelect, "cadence" | "zone" | "last_day">;

const isOf = ({ person, account }: SubscriptionKey) =>
  and(eq(reportSubscriptions.user_id, person), eq(reportSubscriptions.account, account));

export async function findSubscription(db: Db, key: SubscriptionKey): Promise<Settings | undefined> {
  const { cadence, zone, last_day } = reportSubscriptions;
  const [row] = await db.select({ cadence, zone, last_day }).from(reportSubscriptions).where(isOf(key));
  return row;
}

export async function upsertSubscription(
  db: Db,
  { person: user_id, account, ...set }: SubscriptionKey & Settings,
): Promise<void> {
  await db
    .insert(reportSubscriptions)
    .values({ user_id, account, ...set })
    .onConflictDoUpdate({ target: [reportSubscriptions.user_id, reportSubscriptions.account], set });
}

/** False if they were off already. */
export async function updateSubscriptionToOff(db: Db, key: SubscriptionKey): Promise<boolean> {
  const rows = await db
    .update(reportSubscriptions)
    .set({ cadence: "off" satisfies Cadence })
    .where(and(isOf(key), sql`${reportSubscriptions.cadence} <> 'off'`))
    .returning({ cadence: reportSubscriptions.cadence });
  return rows.length > 0;
}

export interface Subscriber extends SubscriptionKey {
  email: string;
  cadence: Recurring;
  zone: string;
  last_day: string;
}

/** Returns some of those who haven't got the report of a day yet, in order, after one of them. */
export function listSubscribers(
  db: Db,
  { after, due, rows }: { after: SubscriptionKey; due: Readonly<Record<Recurring, string>>; rows: number },
): Promise<Subscriber[]> {
  return rowsOf(
    db,
    sql`select s.user_id as person, s.account, s.cadence, s.last_day::text as last_day, u.email,
          coalesce(u.time_zone, s.zone) as zone
        from report_subscriptions s join users u on u.id = s.user_id
        where s.last_day < case s.cadence when 'weekly' then ${due.weekly}::date when 'monthly' then ${due.monthly}::date end
          and not ${sql.raw(IS_CLOSED)} and (s.user_id, s.account) > (${after.person}, ${after.account})
        order by s.user_id, s.account limit ${rows}`,
  );
}

/** Moves on from the last report. False if another node has. */
export async function updateLastDay(
  db: Db,
  { from, to, ...key }: SubscriptionKey & { from: string; to: string },
): Promise<boolean> {
  const rows = await db
    .update(reportSubscriptions)
    .set({ last_day: to })
    .where(
      and(isOf(key), eq(reportSubscriptions.last_day, from), sql`${reportSubscriptions.cadence} <> 'off'`),
    )
    .returning({ last_day: reportSubscriptions.last_day });
  return rows.length > 0;
}

/** An export column that tells whether a row belongs to the account's owner. */
export const SUBSCRIPTION_IS_OWNERS = sql`${reportSubscriptions.user_id} = ${reportSubscriptions.account}`;

/** What belongs to a page that isn't in the trash, or to all of an account's. */
export const isOfLivingPage = (profileId: AnyPgColumn) =>
  sql`(${profileId} is null or exists (select from client_profiles p where p.id = ${profileId} and p.deleted_at is null))`;

/** Deletes everything that belongs to a page. */
export async function deleteOfProfile(db: Db, profileId: string): Promise<void> {
  for (const table of [analyticsNotes, trafficAlerts, analyticsGoals, statShares])
    await db.delete(table).where(eq(table.profile_id, profileId));
}
