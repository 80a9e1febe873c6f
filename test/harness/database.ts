import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import pg from "pg";
import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** A dumped, migrated PGlite data folder. */
    image: string;
    /** A PostgreSQL server with a migrated database `template_fanfare`, or empty. */
    server: string;
  }
}

/** A fresh, migrated database: a clone of the PGlite image, or of the template on a real PostgreSQL. */
export async function freshDatabase(): Promise<{ image: Blob } | { url: string }> {
  const server = inject("server");
  if (!server) return { image: new Blob([readFileSync(inject("image"))]) };
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  const client = new pg.Client({ connectionString: `${server}/postgres` });
  await client.connect();
  await client.query(`create database ${name} template template_fanfare`);
  await client.end();
  return { url: `${server}/${name}` };
}
