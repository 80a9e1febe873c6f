import { sql } from "drizzle-orm";
import type { Db } from "./database.ts";

const FIRST_NUMBER = 7_230_001;
/** A lock's place is its number, which nodes of other versions hold too: new ones come last, and none goes. */
const LOCKS = ["migrations", "usernames", "leads", "rollups"] as const;

/**
 * Waits for an advisory lock and holds it until the transaction ends; with `key` that of one account or thing alone.
 * Every lock of the product is in this list, so that none stops work that it has nothing to do with.
 */
export async function takeLock(db: Db, name: (typeof LOCKS)[number], key?: string): Promise<void> {
  const number = FIRST_NUMBER + LOCKS.indexOf(name);
  await db.execute(
    key === undefined
      ? sql`select pg_advisory_xact_lock(${number})`
      : sql`select pg_advisory_xact_lock(${number}, hashtext(${key}))`,
  );
}
