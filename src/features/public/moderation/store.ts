import { and, eq, isNull, lte, sql } from "drizzle-orm";
import { clientProfiles } from "#src/features/pages/profiles/tables.ts";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import { pageReports } from "./tables.ts";

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

export async function findProfileId(db: Db, username: string): Promise<string | undefined> {
  const [row] = await db
    .select({ id: clientProfiles.id })
    .from(clientProfiles)
    .where(and(eq(clientProfiles.username, username), isNull(clientProfiles.deleted_at)));
  return row?.id;
}

export async function eraseReporter(db: Db, email: string): Promise<void> {
  await db.update(pageReports).set({ reporter_email: null }).where(eq(pageReports.reporter_email, email));
}

export async function deleteReportsOf(db: Db, profileId: string): Promise<void> {
  await db.delete(pageReports).where(eq(pageReports.profile_id, profileId));
}

export type ReportRow = typeof pageReports.$inferSelect;

/** Returns a report, and its position among the open ones of its page. */
export async function findReport(db: Db, id: string): Promise<(ReportRow & { nth: number }) | undefined> {
  const nth = sql<number>`(select count(*)::int from page_reports o where o.status = 'open'
    and o.username = page_reports.username and (o.created_at, o.id) <= (page_reports.created_at, page_reports.id))`;
  const [row] = await db.select({ report: pageReports, nth }).from(pageReports).where(eq(pageReports.id, id));
  return row && { ...row.report, nth: row.nth };
}

export interface ReportedAfter {
  is_urgent: boolean;
  last_at: string;
  username: string;
}

export interface ReportedRow extends ReportedAfter {
  exists: boolean;
  count: number;
  first_at: string;
  reasons: Record<string, number>;
  newest: Pick<ReportRow, "number" | "reason" | "details" | "reporter_email" | "created_at">[];
}

/** Lists reported pages, those where a child may be in danger first, then the last reported. */
export function listReportedRows(
  db: Db,
  { status, after, rows }: { status: "open" | "closed"; after: ReportedAfter | undefined; rows: number },
): Promise<ReportedRow[]> {
  const later = after
    ? sql`where (is_urgent, last_at, username) < (${after.is_urgent}, ${after.last_at}::timestamptz, ${after.username})`
    : sql``;
  return rowsOf<ReportedRow>(
    db,
    sql`with pages as (select username, count(*)::int as count, min(created_at) as first_at,
          max(created_at) as last_at, bool_or(reason = 'child-safety') as is_urgent
        from page_reports where status = ${status} group by username),
      shown as (select * from pages ${later} order by is_urgent desc, last_at desc, username desc limit ${rows})
      select s.username, s.count, s.is_urgent,
        to_char(s.first_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as first_at,
        to_char(s.last_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as last_at,
        exists (select from client_profiles p where p.username = s.username and p.deleted_at is null) as exists,
        (select jsonb_object_agg(reason, n) from (select reason, count(*)::int as n from page_reports r
          where r.status = ${status} and r.username = s.username group by reason) one) as reasons,
        (select jsonb_agg(jsonb_build_object('number', number, 'reason', reason, 'details', details,
            'reporter_email', reporter_email,
            'created_at', to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
          from (select * from page_reports r where r.status = ${status} and r.username = s.username
            order by created_at desc, id desc limit 3) newest) as newest
      from shown s order by s.is_urgent desc, s.last_at desc, s.username desc`,
  );
}

export async function updateReportsClosed(
  db: Db,
  { username, until }: { username: string; until: string },
): Promise<number> {
  const rows = await db
    .update(pageReports)
    .set({ status: "closed" })
    .where(
      and(
        ...[eq(pageReports.username, username), eq(pageReports.status, "open")],
        lte(sql`date_trunc('milliseconds', ${pageReports.created_at})`, until),
      ),
    )
    .returning({ id: pageReports.id });
  return rows.length;
}
