import { sql } from "drizzle-orm";
import { type Db, rowsOf } from "#src/platform/db/database.ts";

export async function hasFounder(db: Db): Promise<boolean> {
  const rows = await rowsOf(db, sql`select 1 from users where role = 'founder'`);
  return rows.length > 0;
}
