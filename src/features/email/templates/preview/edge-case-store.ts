import { and, asc, desc, eq, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import { contacts } from "#src/features/audience/contacts/tables.ts";
import type { Db } from "#src/platform/db/database.ts";

/** The number of newest contacts to consider. */
const NEWEST_ROWS = 1000;
/** Names at each end of the alphabet: signs and emoji come before or after letters, as the database sorts. */
const END_ROWS = 100;
/** The first characters of names in markup, and of those from Hebrew on. */
const BEGINNINGS = ["<", "\u05d0"];

/**
 * Lists candidates for unusual contacts. It reads only a few ranges of two indexes, so it may miss the most
 * unusual one of a million.
 */
export async function listEdgeCaseCandidates(db: Db, account: string) {
  const { id, email, name, phone, country, tags, fields, user_id, created_at } = contacts;
  const byName = sql`lower(${name})`;
  const select = (where = sql`true`) =>
    db
      .select({ id, email, name, phone, country, tags, fields })
      .from(contacts)
      .where(and(eq(user_id, account), where))
      .$dynamic();
  const rows = await unionAll(
    select(sql`${byName} = ''`).orderBy(asc(byName)).limit(END_ROWS),
    select(sql`${byName} > ''`).orderBy(asc(byName)).limit(END_ROWS),
    select().orderBy(desc(byName)).limit(END_ROWS),
    ...BEGINNINGS.map((from) => select(sql`${byName} >= ${from}`).orderBy(asc(byName)).limit(END_ROWS)),
    select().orderBy(desc(created_at)).limit(NEWEST_ROWS),
  );
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}
