import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import pg from "pg";
import { inject } from "vitest";
import { freshDatabase } from "#test/harness/database.ts";

/** A database that processes are started on, and that the test reads past them. */
export interface Store {
  data: string;
  databaseUrl?: string;
  /** On the embedded database only while no process runs: it belongs to one at a time. */
  rows<Row>(query: string): Promise<Row[]>;
}

const folders: string[] = [];

/** An empty folder, until `removeFolders`. */
export async function dataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "fanfare-nodes-"));
  folders.push(folder);
  return folder;
}

/** Removes what the tests of a file have made; for its `afterAll`. */
export async function removeFolders(): Promise<void> {
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true })));
}

/** A database that nobody has used. */
export async function embeddedStore(): Promise<Store> {
  const data = await dataFolder();
  await freshDatabase(data);
  return {
    data,
    async rows<Row>(query: string) {
      const database = await PGlite.create(join(data, "db"));
      const result = await database.query<Row>(query);
      await database.close();
      return result.rows;
    },
  };
}

async function ask<Row>(connectionString: string, query: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const result = await client.query(query);
  await client.end();
  return result.rows as Row[];
}

/** An empty database of its own on a running PostgreSQL: the one for all files, or one that a test takes away. */
export async function postgresStore(server = inject("postgres")): Promise<Store & { databaseUrl: string }> {
  const name = `nodes_${randomUUID().replaceAll("-", "")}`;
  await ask(`${server}/postgres`, `create database ${name}`);
  const data = await dataFolder();
  const databaseUrl = `${server}/${name}`;
  return {
    data,
    databaseUrl,
    rows: (query) => ask(databaseUrl, query),
  };
}
