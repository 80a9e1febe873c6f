import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { btree_gin } from "@electric-sql/pglite/contrib/btree_gin";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";

/** Opens the embedded database of a data folder, only while no process is running: it allows one at a time. */
export const openEmbedded = (data: string) =>
  PGlite.create(join(data, "db"), { extensions: { pg_trgm, btree_gin } });

/** Asks it one question. */
export async function askEmbedded<Row>(data: string, query: string): Promise<Row[]> {
  const database = await openEmbedded(data);
  const result = await database.query<Row>(query);
  await database.close();
  return result.rows;
}
