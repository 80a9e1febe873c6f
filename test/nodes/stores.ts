import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import pg from "pg";
import type { PostgresServer } from "#test/harness/postgres.ts";

/** A database that processes are started on, and that the test reads past them. */
export interface Store {
  data: string;
  databaseUrl?: string;
  /** On the embedded database only while no process runs: it belongs to one at a time. */
  rows<Row>(query: string): Promise<Row[]>;
  remove(): Promise<void>;
}

export function dataFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), "fanfare-nodes-"));
}

export async function embeddedStore(): Promise<Store> {
  const data = await dataFolder();
  return {
    data,
    async rows<Row>(query: string) {
      const database = await PGlite.create(join(data, "db"));
      const result = await database.query<Row>(query);
      await database.close();
      return result.rows;
    },
    remove: () => rm(data, { recursive: true, force: true }),
  };
}

async function ask<Row>(connectionString: string, query: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const result = await client.query(query);
  await client.end();
  return result.rows as Row[];
}

/** An empty database of its own on a running PostgreSQL. */
export async function postgresStore(server: PostgresServer): Promise<Store & { databaseUrl: string }> {
  const name = `nodes_${randomUUID().replaceAll("-", "")}`;
  await ask(`${server.url}/postgres`, `create database ${name}`);
  const data = await dataFolder();
  const databaseUrl = `${server.url}/${name}`;
  return {
    data,
    databaseUrl,
    rows: (query) => ask(databaseUrl, query),
    remove: () => rm(data, { recursive: true, force: true }),
  };
}
