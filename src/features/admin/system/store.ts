import { sql } from "drizzle-orm";
import { type Db, rowsOf } from "#src/platform/db/database.ts";

export interface TableSize {
  name: string;
  bytes: number;
  rows: number;
  dead: number;
}

const TABLES_LISTED = 40;

/** By what the planner and the statistics know of them, so that nothing is counted. Largest first. */
export function listTableSizes(db: Db): Promise<TableSize[]> {
  return rowsOf(
    db,
    sql`select case n.nspname when 'public' then c.relname else n.nspname || '.' || c.relname end as name,
        pg_total_relation_size(c.oid)::float8 as bytes, greatest(case when c.reltuples < 0 then s.n_live_tup else c.reltuples end, 0)::float8 as rows,
        coalesce(s.n_dead_tup, 0)::float8 as dead
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
        left join pg_stat_user_tables s on s.relid = c.oid
      where c.relkind = 'r' and n.nspname in ('public', 'jobs')
      order by 2 desc, 1 limit ${TABLES_LISTED}`,
  );
}

export interface ServerFigures {
  version: string;
  bytes: number;
  hits: number;
  reads: number;
  connections: number | null;
}

export async function getServerFigures(db: Db): Promise<ServerFigures> {
  const [row] = await rowsOf<ServerFigures>(
    db,
    sql`select split_part(current_setting('server_version'), ' ', 1) as version,
        pg_database_size(current_database())::float8 as bytes,
        coalesce(d.blks_hit, 0)::float8 as hits, coalesce(d.blks_read, 0)::float8 as reads, d.numbackends as connections
      from (select) one left join pg_stat_database d on d.datname = current_database()`,
  );
  return row ?? { version: "", bytes: 0, hits: 0, reads: 0, connections: null };
}

export interface StatementFigures {
  text: string;
  calls: number;
  total_ms: number;
  longest_ms: number;
}

const STATEMENTS_LISTED = 20;

/** Undefined without the extension `pg_stat_statements`, or if this role may not read it. */
export async function listServerStatements(db: Db): Promise<StatementFigures[] | undefined> {
  const [there] = await rowsOf<{ is: boolean }>(
    db,
    sql`select to_regclass('pg_stat_statements') is not null as is`,
  );
  if (!there?.is) return undefined;
  return rowsOf<StatementFigures>(
    db,
    sql`select left(regexp_replace(query, '\\s+', ' ', 'g'), 400) as text, calls::float8 as calls,
        total_exec_time as total_ms, max_exec_time as longest_ms
      from pg_stat_statements where dbid = (select oid from pg_database where datname = current_database())
      order by total_exec_time desc limit ${STATEMENTS_LISTED}`,
  ).catch(() => undefined);
}

export interface LockWait {
  pid: number;
  blocked_by: number[];
  seconds: number;
  text: string;
}

/** Who waits for whom. Values in statements aren't shown. */
export function listLockWaits(db: Db): Promise<LockWait[]> {
  return rowsOf(
    db,
    sql`select pid, pg_blocking_pids(pid) as blocked_by,
        greatest(0, extract(epoch from now() - query_start))::float8 as seconds,
        left(regexp_replace(regexp_replace(query, '''([^'']|'''')*''', '''…''', 'g'), '\\s+', ' ', 'g'), 200) as text
      from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' order by query_start limit 20`,
  );
}

export interface Replica {
  name: string;
  state: string;
  lag_bytes: number | null;
}

/** None for roles that may not see them. */
export function listReplicas(db: Db): Promise<Replica[]> {
  return rowsOf<Replica>(
    db,
    sql`select coalesce(application_name, '') as name, coalesce(state, '') as state,
        pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)::float8 as lag_bytes
      from pg_stat_replication order by 1`,
  ).catch(() => []);
}

export async function getMigrationFigures(db: Db): Promise<{ applied: number; last_at: string | null }> {
  const [row] = await rowsOf<{ applied: number; last_at: string | null }>(
    db,
    sql`select count(*)::int as applied,
        to_char(max(applied_at) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as last_at from schema_migrations`,
  );
  return row ?? { applied: 0, last_at: null };
}

/** The quoted name of a table of ours. */
export async function findTable(db: Db, name: string): Promise<string | undefined> {
  const [row] = await rowsOf<{ name: string }>(
    db,
    sql`select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname in ('public', 'jobs')
        and case n.nspname when 'public' then c.relname else n.nspname || '.' || c.relname end = ${name}`,
  );
  return row?.name;
}
