import { sql } from "drizzle-orm";
import type { Db } from "#src/platform/db/database.ts";

/** Keeps only the fact that erased contacts got something, because servers quote addresses in responses. */
export async function eraseMessages(db: Db, account: string, ids: readonly string[]): Promise<void> {
  const of = sql`user_id = ${account} and contact_id = any(${sql.param([...ids])}::uuid[])`;
  await db.execute(sql`update deliveries set outcome = '', provider_id = null where ${of}`);
  await db.execute(sql`delete from delivery_clicks where user_id = ${account}
    and (batch_id, contact_id) in (select batch_id, contact_id from deliveries where ${of})`);
  await db.execute(sql`delete from delivery_returns where ${of}`);
}
