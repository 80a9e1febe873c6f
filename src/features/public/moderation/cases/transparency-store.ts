import { type SQL, sql } from "drizzle-orm";
import { type Db, rowsOf } from "#src/platform/db/database.ts";

/** From its first moment to before its last. */
export interface Period {
  from: string;
  until: string;
}

export interface Figure {
  figure: string;
  /** A reason, decision, ground, or signal. Empty: all of them. */
  of: string;
  value: number;
}

const within = (column: string, { from, until }: Period): SQL =>
  sql`${sql.raw(column)} >= ${from}::timestamptz and ${sql.raw(column)} < ${until}::timestamptz`;

/** Reports that came in, those about pages that are gone, too. Of these, a day belongs to the period that it begins in. */
export function countReportsIn(db: Db, period: Period): Promise<Figure[]> {
  return rowsOf<Figure>(
    db,
    sql`select 'reports_received' as figure, of, sum(value)::int as value from (
        select reason as of, count(*) as value from page_reports where ${within("created_at", period)} group by reason
        union all
        select reason, sum(count) from purged_reports
          where day >= (${period.from}::timestamptz at time zone 'UTC')
            and day < (${period.until}::timestamptz at time zone 'UTC') group by reason
      ) counted group by of order by of`,
  );
}

/** What was opened, decided and appealed against in a period, each counted by when that happened. */
export function countCasesIn(db: Db, period: Period): Promise<Figure[]> {
  const opened = within("created_at", period);
  const decided = within("decided_at", period);
  const appealed = within("appealed_at", period);
  const settled = within("appeal_decided_at", period);
  return rowsOf<Figure>(
    db,
    sql`select 'cases_opened' as figure, '' as of, count(*)::int as value from moderation_cases where ${opened}
      union all select 'cases_opened_by_signals_only', '', count(*)::int from moderation_cases where ${opened} and reports = 0
      union all select 'cases_decided', decision, count(*)::int from moderation_cases where ${decided} group by decision
      union all select 'restrictions_by_ground', ground, count(*)::int from moderation_cases
        where ${decided} and ground is not null group by ground
      union all select 'appeals_received', '', count(*)::int from moderation_cases where ${appealed}
      union all select 'appeals_decided', appeal_outcome, count(*)::int from moderation_cases
        where ${settled} and appeal_outcome is not null group by appeal_outcome`,
  );
}

/** What signals brought up in a period, and what staff had to say about it by now. */
export function countSignalsIn(db: Db, period: Period): Promise<Figure[]> {
  return rowsOf<Figure>(
    db,
    sql`with noticed as (
        select s.signal, c.decided_at, c.decision, c.appeal_outcome from case_signals s
        join moderation_cases c on c.id = s.case_id where ${within("s.created_at", period)}
      )
      select 'signal_notices' as figure, signal as of, count(*)::int as value from noticed group by signal
      union all select 'signal_notices_decided', signal, count(*)::int from noticed
        where decided_at is not null group by signal
      union all select 'signal_notices_right', signal, count(*)::int from noticed
        where decided_at is not null and decision <> 'nothing' and appeal_outcome is distinct from 'overturned' group by signal`,
  );
}

/** Undefined if nothing was decided. */
export async function findMedianHours(db: Db, period: Period): Promise<number | undefined> {
  const [row] = await rowsOf<{ hours: number | null }>(
    db,
    sql`select percentile_cont(0.5) within group (order by extract(epoch from decided_at - created_at) / 3600) as hours
      from moderation_cases where ${within("decided_at", period)}`,
  );
  return row?.hours ?? undefined;
}
