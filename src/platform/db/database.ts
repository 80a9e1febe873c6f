import type { SQL } from "drizzle-orm";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import type { fromPglite } from "pg-boss";

/** The database or a transaction in it, on PGlite and PostgreSQL alike. */
export type Db = PgDatabase<PgQueryResultHKT>;

/** A transaction that waits longer for something other than the database is rolled back. */
export const IDLE_MS_MAX = 30_000;
/** Only migrations may have slower statements. */
export const STATEMENT_MS_MAX = 10 * 60_000;

/** A statement on the hot path. Its name lets drivers parse it only once per connection. */
export interface Statement {
  name: string;
  text: string;
}

type BossDatabase = ReturnType<typeof fromPglite>;

export interface Database {
  kind: "pglite" | "postgres";
  orm: Db;
  run<Row>(statement: Statement, values: unknown[]): Promise<Row[]>;
  /** Runs a script of several statements without parameters. */
  script(text: string): Promise<void>;
  /** The connection for pg-boss: our PGlite, or its own pool. */
  jobs: { db: BossDatabase } | { connectionString: string };
  /**
   * Listens to other nodes and to triggers. Calls `onGap` whenever notifications may have been missed, such as
   * after a lost connection, which PGlite never loses.
   */
  listen(channel: string, hearing: { onMessage(payload: string): void; onGap(): void }): Promise<void>;
  /** Copies the embedded database's files, as of one moment, into a folder that isn't there yet. */
  copyTo?(folder: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * Runs `work` in a savepoint of an open transaction, so that if it fails, only its own changes are undone. In the
 * database itself, it's a transaction.
 */
export function savepoint<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  return db.transaction(work);
}

/** Rows of a hand-written query. Both drivers return `{rows}`, but Drizzle's common type doesn't say so. */
export async function rowsOf<Row>(db: Db, query: SQL): Promise<Row[]> {
  const result = (await db.execute(query)) as unknown as { rows: Row[] };
  return result.rows;
}

/**
 * Runs a statement in `db`, or in a transaction. Where the driver supports it, the statement is parsed and
 * planned only once per connection.
 */
export async function runPrepared<Row>(db: Db, { name, text }: Statement, values: unknown[]): Promise<Row[]> {
  const query = db._.session.prepareQuery({ sql: text, params: values }, undefined, name, false);
  return ((await query.execute()) as { rows: Row[] }).rows;
}
