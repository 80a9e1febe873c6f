/* What staff see of the queues. Every query follows an index or reads a few rows, however many jobs there are. */
import { sql } from "drizzle-orm";
import { type Db, rowsOf } from "../db/database.ts";
import { DEAD } from "./store.ts";

const ISO = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`;
const iso = (column: string) => sql.raw(`to_char(${column} at time zone 'utc', ${ISO})`);

export interface QueueFigures {
  name: string;
  waiting: number;
  running: number;
  /** How long the one that waits longest has been due. Null if none is. */
  due_seconds: number | null;
}

/** More than this many are just many. */
const COUNTED_MAX = 10_000;

export function listQueues(db: Db): Promise<QueueFigures[]> {
  return rowsOf(
    db,
    sql`select q.name,
        (select count(*)::int from (select from jobs.job j
          where j.name = q.name and j.state < 'active' limit ${COUNTED_MAX}) waiting) as waiting,
        (select count(*)::int from (select from jobs.job j
          where j.name = q.name and j.state = 'active' limit ${COUNTED_MAX}) active) as running,
        (select greatest(0, extract(epoch from now() - min(j.start_after)))::float8 from jobs.job j
          where j.name = q.name and j.state < 'active' and j.start_after <= now()) as due_seconds
      from jobs.queue q where q.name <> ${DEAD} order by q.name`,
  );
}

export async function countDead(db: Db): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    db,
    sql`select count(*)::int as count from (select from jobs.job where name = ${DEAD} and state < 'active' limit ${COUNTED_MAX}) dead`,
  );
  return row?.count ?? 0;
}

export interface QueuedJobRow {
  id: string;
  name: string;
  state: "created" | "retry" | "active";
  tries: number;
  created_at: string;
  due_at: string;
  reason: string;
}

const LISTED_MAX = 50;

/** Those that run, and then those that are next. */
export function listQueued(db: Db, queue: string): Promise<QueuedJobRow[]> {
  const columns = sql`id::text as id, coalesce(data->>'job', '') as name, state, retry_count as tries,
    ${iso("created_on")} as created_at, ${iso("start_after")} as due_at,
    coalesce(output->>'message', output->'value'->>'message', output->>'value', '') as reason`;
  return rowsOf(
    db,
    sql`(select ${columns} from jobs.job where name = ${queue} and state = 'active' order by started_on limit ${LISTED_MAX})
      union all
      (select ${columns} from jobs.job where name = ${queue} and state < 'active' order by start_after, id limit ${LISTED_MAX})`,
  );
}

export async function findQueued(db: Db, queue: string, id: string): Promise<string | undefined> {
  const [row] = await rowsOf<{ name: string }>(
    db,
    sql`select coalesce(data->>'job', '') as name from jobs.job
      where name = ${queue} and id = ${id}::uuid and state <= 'active'`,
  );
  return row?.name;
}

export interface ScheduleRow {
  queue: string;
  name: string;
  cron: string;
  last_state: string | null;
  last_run_at: string | null;
}

export function listSchedules(db: Db): Promise<ScheduleRow[]> {
  return rowsOf(
    db,
    sql`select s.name as queue, s.key as name, s.cron, j.state as last_state, ${iso("coalesce(j.started_on, j.created_on)")} as last_run_at
      from jobs.schedule s left join jobs.job j on j.name = s.name and j.id = s.last_job_id order by s.key`,
  );
}

/** The last reasons for which jobs failed for good, and how often. */
export function listDeadReasons(
  db: Db,
  most: number,
): Promise<{ name: string; reason: string; count: number }[]> {
  return rowsOf(
    db,
    sql`select name, reason, count(*)::int as count from (
        select coalesce(data->>'job', '') as name,
          coalesce(output->>'message', output->'value'->>'message', output->>'value', '') as reason
        from jobs.job where name = ${DEAD} order by created_on desc limit 1000) dead
      group by 1, 2 order by 3 desc limit ${most}`,
  );
}
