import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import { type Db, rowsOf } from "../db/database.ts";

/** The secret that is configured, or one made once by the first node and shared through the database. */
export async function instanceSecret(db: Db, configured: string): Promise<string> {
  if (configured) return configured;
  const made = randomBytes(32).toString("base64url");
  await db.execute(
    sql`insert into instance_values (name, value, created_at) values ('secret', ${made}, now()) on conflict (name) do nothing`,
  );
  const [row] = await rowsOf<{ value: string }>(
    db,
    sql`select value from instance_values where name = 'secret'`,
  );
  return row?.value ?? made;
}
