import type { SQL } from "drizzle-orm";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import type { fromPglite } from "pg-boss";

/** What stores query: the database itself or an open transaction of it, the same on PGlite and PostgreSQL. */
export type Db = PgDatabase<PgQueryResultHKT>;

/** A statement of the hot path: parsed once per connection under its name where the driver can. */
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
  /** What pg-boss works through: our PGlite, or a pool of its own. */
  jobs: { db: BossDatabase } | { connectionString: string };
  /**
   * Hears other nodes. `onGap` is called whenever notifications may have been missed (a lost connection that is back).
   * On PGlite there are no other nodes: nothing is ever heard.
   */
  listen(channel: string, hearing: { onMessage(payload: string): void; onGap(): void }): Promise<void>;
  close(): Promise<void>;
}

/** Rows of a hand-written query; both drivers answer `{rows}`, which Drizzle's common type does not say. */
export async function rowsOf<Row>(db: Db, query: SQL): Promise<Row[]> {
  const result = (await db.execute(query)) as unknown as { rows: Row[] };
  return result.rows;
}
