import { and, asc, desc, eq, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import { contacts } from "#src/features/audience/contacts/tables.ts";
import type { Db } from "#src/platform/db/database.ts";

/** Newest contacts that are looked at. */
const NEWEST_ROWS = 1000;
/** Names at each end of the alphabet: signs and emoji come before or after letters, as the database sorts. */
const END_ROWS = 100;
/** Where names in markup, and those in Hebrew and what follows, begin. */
const BEGINNINGS = ["<", "\u05d0"];

/**
 * Contacts that may be odd. However many there are, it reads a few stretches of two indexes, so the oddest of a
 * million may be missed.
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
