import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { inject } from "vitest";
import { freshDatabase } from "#test/harness/database.ts";
import { openEmbedded } from "./ask-embedded.ts";

/** A database that processes run on and that the test can also read directly. */
export interface Store {
  data: string;
  databaseUrl?: string;
  /** With the embedded database, only while no process is running: it allows one at a time. */
  rows<Row>(query: string): Promise<Row[]>;
}

const folders: string[] = [];

/** An empty folder, until `removeFolders`. */
export async function dataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "fanfare-nodes-"));
  folders.push(folder);
  return folder;
}

/** Removes what a file's tests have created. For its `afterAll`. */
export async function removeFolders(): Promise<void> {
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true })));
}

/** An unused database. */
export async function embeddedStore(): Promise<Store> {
  const data = await dataFolder();
  await freshDatabase(data);
  let opened: ReturnType<typeof openEmbedded> | undefined;
  let asking = 0;
  // Opening takes far longer than asking, so questions that are asked together share it.
  const rows = async <Row>(query: string): Promise<Row[]> => {
    asking++;
    opened ??= openEmbedded(data);
    const database = await opened;
    try {
      return (await database.query<Row>(query)).rows;
    } finally {
      asking--;
      if (asking === 0) {
        opened = undefined;
        await database.close();
      }
    }
  };
  return { data, rows };
}

async function ask<Row>(connectionString: string, query: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const result = await client.query(query);
  await client.end();
  return result.rows as Row[];
}

/**
 * An unused database on a running PostgreSQL: the one shared by all files, or one that a test takes away. It's
 * migrated, unless another `template` is named.
 */
export async function postgresStore(
  server = inject("postgres"),
  template = "template_fanfare",
): Promise<Store & { databaseUrl: string }> {
  const name = `nodes_${randomUUID().replaceAll("-", "")}`;
  await ask(`${server}/postgres`, `create database ${name} template ${template} strategy file_copy`);
  const data = await dataFolder();
  const databaseUrl = `${server}/${name}`;
  return {
    data,
    databaseUrl,
    rows: (query) => ask(databaseUrl, query),
  };
}
