import { and, desc, eq, gt, lt, sql } from "drizzle-orm";
import { type Db, rowsOf } from "../db/database.ts";
import { followedJobs } from "../tables.ts";

/** The queue for jobs that have failed for good. */
export const DEAD = "dead";
export const SCHEMA = "jobs";

type FollowedRow = typeof followedJobs.$inferSelect;

/** False if the id is taken. */
export async function insertFollowed(db: Db, row: typeof followedJobs.$inferInsert): Promise<boolean> {
  const rows = await db
    .insert(followedJobs)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: followedJobs.id });
  return rows.length > 0;
}

export type FollowedKey = Pick<FollowedRow, "account" | "id">;

/**
 * Adds to a job's progress and locks the job until the transaction ends, so that a canceled job gets nothing
 * done. False if it's no longer running.
 */
export async function updateProgress(db: Db, { account, id }: FollowedKey, steps: number): Promise<boolean> {
  const rows = await rowsOf(
    db,
    sql`with running as (select 1 from jobs.job j join ${followedJobs} f on f.job_id = j.id
        where j.name = 'bulk' and f.account = ${account} and f.id = ${id} and j.state = 'active' for no key update of j)
      update ${followedJobs} set done = done + ${steps}
      where account = ${account} and id = ${id} and exists (select 1 from running) returning 1`,
  );
  return rows.length > 0;
}

/** `created` and `retry` mean that it's waiting; the others are outcomes. Null once it's deleted. */
export type QueueState = "created" | "retry" | "active" | "completed" | "cancelled" | "failed";

export type FollowedJobRow = FollowedRow & { state: QueueState | null };

/** Returns the account's jobs since a moment, newest first. With `id`, only that one. */
export async function listFollowed(
  db: Db,
  { account, after, id }: { account: string; after?: string; id?: string },
): Promise<FollowedJobRow[]> {
  const rows = await db
    .select({
      row: followedJobs,
      state: sql<QueueState | null>`(select j.state from jobs.job j where j.name = 'bulk' and j.id = ${followedJobs.job_id})`,
    })
    .from(followedJobs)
    .where(
      and(
        eq(followedJobs.account, account),
        after === undefined ? undefined : gt(followedJobs.created_at, after),
        id === undefined ? undefined : eq(followedJobs.id, id),
      ),
    )
    .orderBy(desc(followedJobs.created_at))
    .limit(50);
  return rows.map(({ row, state }) => ({ ...row, state }));
}

export async function purgeFollowed(db: Db, time: string): Promise<void> {
  await db.delete(followedJobs).where(lt(followedJobs.created_at, time));
}

export interface DeadJob {
  id: string;
  name: string;
  failed_at: string;
  reason: string;
}

export function listDead(db: Db, limit: number): Promise<DeadJob[]> {
  return rowsOf(
    db,
    sql`select id, coalesce(data->>'job', '') as name,
        to_char(created_on at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as failed_at,
        coalesce(output->>'message', output->'value'->>'message', output->>'value', '') as reason
      from jobs.job where name = ${DEAD} order by created_on desc, id limit ${limit}`,
  );
}

export function listActive(db: Db, queues: string[]): Promise<{ name: string; ids: string[] }[]> {
  return rowsOf(
    db,
    sql`select name, array_agg(id::text) as ids from jobs.job
      where name in ${queues} and state = 'active' group by name`,
  );
}

/** Why a job failed whose process is gone: ours, and pg-boss's. */
export const KILLED = "Its process was killed.";
const SILENT = "job heartbeat timeout";
/** More often than that, it may be the job that kills its process. */
const KILLS_FORGIVEN = 20;
const KILLED_WAIT_SECONDS_MAX = 30;

/**
 * A killed process isn't its jobs' fault: it takes none of their tries, and they don't wait long. Otherwise a few kills in a
 * row would end what they were at for good, or stop it for an hour.
 */
export async function updateKilledTries(db: Db, queues: string[]): Promise<void> {
  await db.execute(sql`update jobs.job set retry_limit = retry_limit + 1, output = null,
      start_after = least(start_after, now() + make_interval(secs => ${KILLED_WAIT_SECONDS_MAX}))
    where name in ${queues} and state = 'retry' and retry_count < ${KILLS_FORGIVEN}
      and coalesce(output->>'message', output->'value'->>'message') in (${KILLED}, ${SILENT})`);
}

/** Replaces all recurring jobs. pg-boss takes one statement per job, which was a sixth of a start's work. */
export async function upsertSchedules(
  db: Db,
  schedules: { queue: string; job: string; cron: string }[],
): Promise<void> {
  await db.execute(
    sql`with wanted as (select * from jsonb_to_recordset(${JSON.stringify(schedules)}) w (queue text, job text, cron text)),
      gone as (delete from jobs.schedule s
        where not exists (select 1 from wanted w where w.queue = s.name and w.job = s.key))
      insert into jobs.schedule as known (name, key, cron, data, options)
      select queue, job, cron, jsonb_build_object('job', job, 'data', jsonb_build_object()),
        jsonb_build_object('key', job, 'singletonKey', job)
      from wanted
      on conflict (name, key) do update set cron = excluded.cron, updated_on = now() where known.cron <> excluded.cron`,
  );
}

/** The number of texts to search for at a time. */
const NAMES_MAX = 500;

/** Deletes jobs that contain any of these texts, in any state, except those in progress. */
export async function eraseJobsMentioning(db: Db, texts: readonly string[]): Promise<void> {
  for (let from = 0; from < texts.length; from += NAMES_MAX) {
    const named = sql.join(
      texts.slice(from, from + NAMES_MAX).map((text) => sql`strpos(data::text, ${text}) > 0`),
      sql` or `,
    );
    await db.execute(sql`delete from jobs.job where state <> 'active' and (${named})`);
  }
}
