/* The last 24 hours of an account's rules, in numbers. */
import { sql } from "drizzle-orm";
import { type Db, rowsOf } from "#src/platform/db/database.ts";

interface Day {
  account: string;
  since: string;
}

export interface HourCounts {
  automation_id: string;
  /** The start of an hour, counted from the start of the day that's looked at. */
  hour: number;
  ran: number;
  failed: number;
  skipped: number;
}

/** Runs since then, by rule and hour. Each rule's newest are next to each other in an index. */
export function countByHour(db: Db, { account, since }: Day): Promise<HourCounts[]> {
  return rowsOf(
    db,
    sql`select a.id as automation_id, h.hour, h.ran, h.failed, h.skipped from automations a cross join lateral (
        select floor(extract(epoch from r.created_at - ${since}::timestamptz) / 3600)::int as hour,
          (count(*) filter (where r.state <> 'skipped'))::int as ran, (count(*) filter (where r.state = 'failed'))::int as failed,
          (count(*) filter (where r.state = 'skipped'))::int as skipped
        from automation_runs r where r.user_id = a.user_id and r.automation_id = a.id and r.created_at >= ${since}::timestamptz
        group by 1) h
      where a.user_id = ${account}`,
  );
}

/** How many runs wait or go on, by rule. */
export async function countWaiting(db: Db, account: string): Promise<ReadonlyMap<string, number>> {
  const rows = await rowsOf<{ id: string; count: number }>(
    db,
    sql`select automation_id as id, count(*)::int as count from automation_runs
      where user_id = ${account} and ended_at is null group by automation_id`,
  );
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/** Milliseconds from events to first actions. */
export async function findLatency(
  db: Db,
  { account, since }: Day,
): Promise<{ p50: number; p99: number } | null> {
  const [row] = await rowsOf<{ p50: number | null; p99: number | null }>(
    db,
    sql`select (percentile_disc(0.5) within group (order by l.ms))::int as p50,
        (percentile_disc(0.99) within group (order by l.ms))::int as p99
      from automations a cross join lateral (
        select least(greatest(extract(epoch from r.acted_at - r.event_at) * 1000, 0), 2000000000) as ms from automation_runs r
        where r.user_id = a.user_id and r.automation_id = a.id and r.created_at >= ${since}::timestamptz
          and r.acted_at is not null) l
      where a.user_id = ${account}`,
  );
  return row?.p50 == null || row.p99 == null ? null : { p50: Number(row.p50), p99: Number(row.p99) };
}

export interface TestSummary {
  id: string;
  name: string;
  state: string;
  people: number;
  updated_at: string;
}

const TESTS = 100;

/** The newest A/B tests of e-mail, with how many people are in each. */
export async function listTestSummaries(db: Db, account: string): Promise<TestSummary[]> {
  const rows = await rowsOf<TestSummary>(
    db,
    sql`select t.id, t.name, t.state, coalesce(p.people, 0)::int as people, t.updated_at from (
        select * from ab_tests where user_id = ${account} order by created_at desc, id limit ${TESTS}) t
      left join (select test_id, count(*) as people from ab_assignments where user_id = ${account} group by test_id) p
        on p.test_id = t.id order by t.created_at desc, t.id`,
  );
  return rows.map((row) => ({ ...row, updated_at: new Date(row.updated_at).toISOString() }));
}

/** When links were last changed. */
export async function listLinkTimes(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await rowsOf<{ id: string; updated_at: string }>(
    db,
    sql`select id, updated_at from links where id = any(${sql.param([...ids])}::uuid[])`,
  );
  return new Map(rows.map(({ id, updated_at }) => [id, new Date(updated_at).toISOString()]));
}

export interface RuleSummary {
  id: string;
  name: string;
  state: string;
  state_reason: string;
  updated_at: string;
}

/** The account's rules without what's in them, which may be long. */
export async function listRuleSummaries(db: Db, account: string): Promise<RuleSummary[]> {
  const rows = await rowsOf<RuleSummary>(
    db,
    sql`select id, name, state, state_reason, updated_at from automations where user_id = ${account} order by lower(name), id`,
  );
  return rows.map((row) => ({ ...row, updated_at: new Date(row.updated_at).toISOString() }));
}
