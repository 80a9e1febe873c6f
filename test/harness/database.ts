import { randomUUID } from "node:crypto";
import { cpSync, readdirSync, truncateSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { inject, onTestFinished } from "vitest";
import type { Database } from "#src/platform/db/database.ts";
import { openPglite } from "#src/platform/db/pglite.ts";
import { openPostgres } from "#src/platform/db/postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The folder of a migrated, unused PGlite, or empty. */
    folder: string;
    /** A PostgreSQL server with a migrated database `template_fanfare`, or empty. */
    server: string;
    /** A PostgreSQL server like that next to the PGlite folder, for tests with separate processes. */
    postgres: string;
    /** Where to record which endpoint refused with which code. Empty if nobody asks. */
    records: string;
  }
}

/** PostgreSQL requires its write-ahead log in files of this size. */
const LOG_BYTES = 16 * 1024 * 1024;
/**
 * The part that a freshly closed database has written. The rest is zeros, and a sparse file takes no time to
 * copy.
 */
export const LOG_HEAD_BYTES = 8 * 1024;

export function resizeLog(folder: string, bytes: number): void {
  const log = join(folder, "pg_wal");
  for (const entry of readdirSync(log, { withFileTypes: true }))
    if (entry.isFile()) truncateSync(join(log, entry.name), bytes);
}

/**
 * Puts a fresh, migrated database into `dataFolder`, or clones one on a real PostgreSQL. Returns that one's
 * URL, otherwise an empty string.
 */
export async function freshDatabase(dataFolder: string): Promise<string> {
  const server = inject("server");
  if (!server) {
    compiled ??= compileEmbedded();
    await compiled;
    // Takes a tenth of the time of `cp`.
    const folder = join(dataFolder, "db");
    cpSync(inject("folder"), folder, { recursive: true });
    resizeLog(folder, LOG_BYTES);
    return "";
  }
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  copier ??= connectCopier(server);
  // Copying files takes a third of the processor time that copying page by page does.
  await (await copier).query(`create database ${name} template template_fanfare strategy file_copy`);
  return `${server}/${name}`;
}

/**
 * Each embedded database has its own thread, and compiles PostgreSQL for it. While the process holds on to the same
 * code, they share what's compiled and optimized: statements take a third of the processor.
 */
let compiled: Promise<WebAssembly.Module> | undefined;

async function compileEmbedded(): Promise<WebAssembly.Module> {
  const code = new URL("./pglite.wasm", import.meta.resolve("@electric-sql/pglite"));
  return WebAssembly.compile(await readFile(code));
}

/** One connection for all copies of this worker. The server ends it when it stops. */
let copier: Promise<pg.Client> | undefined;

async function connectCopier(server: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: `${server}/postgres` });
  client.on("error", () => {});
  await client.connect();
  return client;
}

/** A fresh, migrated database. The test has to close it. */
export async function openFreshDatabase(): Promise<Database> {
  const folder = await mkdtemp(join(tmpdir(), "fanfare-database-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const url = await freshDatabase(folder);
  return url ? openPostgres(url, () => {}) : openPglite(join(folder, "db"));
}
