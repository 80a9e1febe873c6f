import { execFile } from "node:child_process";
import { existsSync, readdirSync, renameSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { promisify } from "node:util";
import type { PGlite } from "@electric-sql/pglite";
import { drizzle } from "drizzle-orm/pglite";
import { fromPglite } from "pg-boss";
import { StartRefusal } from "#src/lib/errors.ts";
import { type Database, type Db, IDLE_MS_MAX } from "./database.ts";
import { type Client, EmbeddedClient } from "./embedded-client.ts";
import { closeFolder } from "./private-folder.ts";
import { sqlStateOf } from "./retry.ts";
import { requireNoTransaction } from "./transaction-guard.ts";

/** Opens the embedded database in `folder`, creating it on the first start. Rejects a damaged one. */
export async function openPglite(folder: string): Promise<Database> {
  try {
    if (isMissing(folder)) await createEmbedded(folder);
    // Without this file PGlite would create a new database on top of the remains of the old one.
    if (!existsSync(join(folder, "PG_VERSION"))) throw new Error("PG_VERSION is missing");
    return embeddedDatabase(await EmbeddedClient.open(folder));
  } catch (cause) {
    throw damaged(folder, cause);
  }
}

/** The only connection, for queries outside of transactions. */
function outside(client: Client): Client {
  return {
    query: (...asked) => {
      requireNoTransaction();
      return client.query(...asked);
    },
    transaction: (work) => {
      requireNoTransaction();
      return client.transaction((open) =>
        withIdleTimeout(open as unknown as Client, work as never, IDLE_MS_MAX),
      );
    },
  };
}

/** There's only one connection, so a transaction that leaves it idle for too long is rolled back. */
export async function withIdleTimeout<T>(
  open: Client,
  work: (open: Client) => Promise<T>,
  msMax: number,
): Promise<T> {
  const idle = Promise.withResolvers<never>();
  const give = () => idle.reject(new Error(`A transaction did nothing for ${msMax} ms, so it was undone.`));
  let timer = setTimeout(give, msMax);
  const watched: Client = {
    async query(...asked) {
      clearTimeout(timer);
      try {
        return (await open.query(...asked)) as never;
      } finally {
        clearTimeout(timer);
        timer = setTimeout(give, msMax);
      }
    },
    transaction: open.transaction,
  };
  try {
    return await Promise.race([work(watched), idle.promise]);
  } finally {
    clearTimeout(timer);
  }
}

function damaged(folder: string, cause: unknown): StartRefusal {
  return new StartRefusal(
    `The database in ${folder} is damaged and can't be opened. Restore a backup of the data folder, or choose another one with --data.`,
    { cause },
  );
}

/** PostgreSQL's error classes for internal errors and for files it can't read. */
const DAMAGE = /^(XX|58)/;

/**
 * Returns the error to show when one of the first statements fails because parts of the database in `folder`
 * are damaged.
 */
export function refusalOfDamage(error: unknown, folder: string): unknown {
  // The name of a WebAssembly.RuntimeError. Only the DOM's typings have the class.
  const isTrap = error instanceof Error && error.name === "RuntimeError";
  return DAMAGE.test(sqlStateOf(error)) || isTrap ? damaged(folder, error) : error;
}

function isMissing(folder: string): boolean {
  return !existsSync(folder) || readdirSync(folder).length === 0;
}

const INITIALIZE =
  "require(process.argv[1]).PGlite.create(process.argv[2]).then((database) => database.close())";

/**
 * Creates the database next to its final location, so that an interrupted first start doesn't leave half a
 * database there. It runs in a separate process, because the memory it takes is never released.
 */
export async function createEmbedded(folder: string): Promise<void> {
  const beside = `${folder}.new`;
  rmSync(beside, { recursive: true, force: true });
  const pglite = createRequire(import.meta.url).resolve("@electric-sql/pglite");
  // Optimizing the code takes longer than running it.
  await promisify(execFile)(process.execPath, ["--liftoff-only", "-e", INITIALIZE, pglite, beside]);
  closeFolder(beside);
  rmSync(folder, { recursive: true, force: true });
  renameSync(beside, folder);
}

/** The only connection runs all statements in turn, so keep transactions short. */
function embeddedDatabase(client: EmbeddedClient): Database {
  const forJobs = {
    query: (text: string, values?: unknown[]) => client.queryParsed(text, values),
    exec: (text: string) => client.exec(text),
  };
  return {
    kind: "pglite",
    orm: drizzle({ client: outside(client) as PGlite }) as unknown as Db,
    jobs: {
      db: {
        ...fromPglite(forJobs as unknown as PGlite),
        // Jobs are announced with NOTIFY, as on a server: the only connection receives its own notifications.
        async listen(channel, hear) {
          await client.listen(channel, hear);
          return { close: async () => {} };
        },
      },
    },
    async run<Row>(statement: { text: string }, values: unknown[]) {
      requireNoTransaction();
      return (await client.queryParsed<Row>(statement.text, values)).rows;
    },
    async script(text) {
      await client.exec(text);
    },
    listen: (channel, { onMessage }) => client.listen(channel, onMessage),
    copyTo: (folder) => client.copyTo(folder),
    close: () => client.close(),
  };
}
