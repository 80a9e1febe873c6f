import { mkdirSync } from "node:fs";
import { PGlite } from "@electric-sql/pglite";
import { drizzle } from "drizzle-orm/pglite";
import { fromPglite } from "pg-boss";
import type { Database, Db } from "./database.ts";

/** Opens the embedded database in `folder`, or in memory; `image` starts it from a dumped data folder (tests). */
export async function openPglite(folder: string | undefined, image?: Blob): Promise<Database> {
  if (folder) mkdirSync(folder, { recursive: true });
  const pglite = await PGlite.create(
    folder ? { dataDir: folder, loadDataDir: image } : { loadDataDir: image },
  );
  return pgliteDatabase(pglite);
}

/** Wraps an open PGlite. Its one connection serves every statement in turn, so transactions are kept short. */
export function pgliteDatabase(pglite: PGlite): Database {
  return {
    kind: "pglite",
    orm: drizzle(pglite) as unknown as Db,
    jobs: { db: fromPglite(pglite) },
    async run<Row>(statement: { text: string }, values: unknown[]) {
      const result = await pglite.query<Row>(statement.text, values);
      return result.rows;
    },
    async script(text) {
      await pglite.exec(text);
    },
    async listen() {},
    close: () => pglite.close(),
  };
}
