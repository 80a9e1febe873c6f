import { sql } from "drizzle-orm";
import { type Db, rowsOf } from "#src/platform/db/database.ts";

/** A day that has a salt keeps it. */
export async function insertSalt(db: Db, day: string, salt: string): Promise<void> {
  await db.execute(
    sql`insert into visitor_salts (day, salt) values (${day}, ${salt}) on conflict (day) do nothing`,
  );
}

export async function findSalt(db: Db, day: string): Promise<string | undefined> {
  const [row] = await rowsOf<{ salt: string }>(db, sql`select salt from visitor_salts where day = ${day}`);
  return row?.salt;
}

/** Deletes the salts and the visitors of earlier days. */
export async function deleteVisitorsBefore(db: Db, day: string): Promise<void> {
  await db.execute(sql`delete from visitor_salts where day < ${day}`);
  await db.execute(sql`delete from daily_visitors where day < ${day}`);
}
