import { and, eq, inArray, isNull, or, sql } from "drizzle-orm";
import { user } from "#src/features/identity/accounts/tables.ts";
import { clientProfiles } from "#src/features/pages/profiles/tables.ts";
import type { Db } from "#src/platform/db/database.ts";
import { pageReports } from "./tables.ts";

const STAFF_TOLD_MAX = 100;

export type NewReport = typeof pageReports.$inferInsert;

/** False if the id or the number is taken. */
export async function insertReport(db: Db, report: NewReport): Promise<boolean> {
  const rows = await db
    .insert(pageReports)
    .values(report)
    .onConflictDoNothing()
    .returning({ id: pageReports.id });
  return rows.length > 0;
}

export async function findReportNumber(db: Db, id: string): Promise<string | undefined> {
  const [row] = await db
    .select({ number: pageReports.number })
    .from(pageReports)
    .where(eq(pageReports.id, id));
  return row?.number;
}

export async function findReportByNumber(db: Db, number: string): Promise<ReportRow | undefined> {
  const [row] = await db.select().from(pageReports).where(eq(pageReports.number, number));
  return row;
}

export async function findReportedPage(db: Db, username: string) {
  const [row] = await db
    .select({ id: clientProfiles.id, owner_id: clientProfiles.user_id })
    .from(clientProfiles)
    .where(and(eq(clientProfiles.username, username), isNull(clientProfiles.deleted_at)));
  return row;
}

export async function eraseReporter(db: Db, email: string): Promise<void> {
  await db.update(pageReports).set({ reporter_email: null }).where(eq(pageReports.reporter_email, email));
}

/** Addresses of the staff who look after reports. */
export async function listStaffAddresses(db: Db, roles: readonly string[]): Promise<string[]> {
  const rows = await db
    .select({ email: user.email })
    .from(user)
    .where(and(inArray(user.role, [...roles]), or(isNull(user.banned), eq(user.banned, false))))
    .limit(STAFF_TOLD_MAX);
  return rows.map(({ email }) => email);
}

/** Only how many there were stays, by day and reason. */
export async function deleteReportsOf(db: Db, profileIds: readonly string[]): Promise<void> {
  await db.execute(sql`with gone as (
      delete from page_reports where profile_id = any(${sql.param([...profileIds])}::uuid[]) returning created_at, reason
    )
    insert into purged_reports (day, reason, count)
    select (created_at at time zone 'UTC')::date, reason, count(*)::int from gone group by 1, 2 order by 1, 2
    on conflict (day, reason) do update set count = purged_reports.count + excluded.count`);
}

/** How many reports of a page weren't kept. */
export interface Refused {
  username: string;
  reason: string;
  count: number;
}

export async function upsertPurged(db: Db, day: string, refused: readonly Refused[]): Promise<void> {
  await db.execute(sql`insert into purged_reports (day, reason, count)
    select ${day}::date, reason, sum(count)::int
      from jsonb_to_recordset(${JSON.stringify(refused)}::jsonb) r(reason text, count int) group by reason order by reason
    on conflict (day, reason) do update set count = purged_reports.count + excluded.count`);
}

/** Where staff haven't decided yet. */
export async function updateRefused(
  db: Db,
  refused: readonly (Refused & { is_urgent: boolean })[],
): Promise<void> {
  await db.execute(sql`update moderation_cases c set refused = c.refused + r.count, is_urgent = c.is_urgent or r.is_urgent
    from (select username, sum(count)::int as count, bool_or(is_urgent) as is_urgent
      from jsonb_to_recordset(${JSON.stringify(refused)}::jsonb) r(username text, count int, is_urgent boolean)
      group by username) r
    where c.username = r.username and c.state in ('open', 'waiting', 'approval')`);
}

export type ReportRow = typeof pageReports.$inferSelect;

/** Returns a report, and its position in its case. */
export async function findReport(db: Db, id: string): Promise<(ReportRow & { nth: number }) | undefined> {
  const nth = sql<number>`(select count(*)::int from page_reports o where o.case_id = page_reports.case_id
    and (o.created_at, o.id) <= (page_reports.created_at, page_reports.id))`;
  const [row] = await db.select({ report: pageReports, nth }).from(pageReports).where(eq(pageReports.id, id));
  return row && { ...row.report, nth: row.nth };
}
