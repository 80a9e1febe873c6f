import { and, eq, sql } from "drizzle-orm";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import { dmarcReports, dmarcSources } from "../tables.ts";
import type { DmarcSource } from "./reports-contract.ts";

type ReportRow = typeof dmarcReports.$inferInsert;
type SourceRow = typeof dmarcSources.$inferInsert;

const ROWS_AT_ONCE = 1000;

/** Returns false if the account has that report already. */
export async function insertReport(db: Db, row: ReportRow, sources: readonly SourceRow[]): Promise<boolean> {
  const added = await db
    .insert(dmarcReports)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: dmarcReports.id });
  if (added.length === 0) return false;
  for (let at = 0; at < sources.length; at += ROWS_AT_ONCE)
    await db.insert(dmarcSources).values(sources.slice(at, at + ROWS_AT_ONCE));
  return true;
}

interface Since {
  account: string;
  /** A day such as `2026-03-01`. */
  day: string;
}

export function listSources(db: Db, { account, day }: Since, rowsMax: number): Promise<DmarcSource[]> {
  return rowsOf(
    db,
    sql`select s.source_ip, r.host, sum(s.messages)::float8 as messages, sum(s.aligned)::float8 as aligned,
        sum(s.spf_aligned)::float8 as spf_aligned, sum(s.dkim_aligned)::float8 as dkim_aligned,
        sum(s.stopped)::float8 as stopped, array_agg(distinct r.org) as orgs, max(r.day) as last_day
      from dmarc_sources s join dmarc_reports r on r.user_id = s.user_id and r.id = s.report_id
      where s.user_id = ${account} and r.day >= ${day}
      group by s.source_ip, r.host order by sum(s.messages) desc, s.source_ip limit ${rowsMax}::int`,
  );
}

export function listReportDays(
  db: Db,
  { account, day }: Since,
): Promise<{ day: string; reports: number; messages: number; aligned: number }[]> {
  return rowsOf(
    db,
    sql`select r.day, count(distinct r.id)::int as reports, coalesce(sum(s.messages), 0)::float8 as messages,
        coalesce(sum(s.aligned), 0)::float8 as aligned
      from dmarc_reports r left join dmarc_sources s on s.user_id = r.user_id and s.report_id = r.id
      where r.user_id = ${account} and r.day >= ${day} group by r.day order by r.day`,
  );
}

const SELECTOR_REPORTS = 50;

/** Returns the selectors that the latest reports about a domain name. */
export async function listSelectors(
  db: Db,
  { account, host }: { account: string; host: string },
): Promise<string[]> {
  const rows = await db
    .select({ selectors: dmarcReports.selectors })
    .from(dmarcReports)
    .where(and(eq(dmarcReports.user_id, account), eq(dmarcReports.host, host)))
    .orderBy(sql`${dmarcReports.day} desc`, dmarcReports.id)
    .limit(SELECTOR_REPORTS);
  return [...new Set(rows.flatMap(({ selectors }) => selectors))];
}
