import { execFile } from "node:child_process";
import { existsSync, readdirSync, renameSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { promisify } from "node:util";
import { PGlite } from "@electric-sql/pglite";
import { drizzle } from "drizzle-orm/pglite";
import { fromPglite } from "pg-boss";
import { StartRefusal } from "#src/lib/errors.ts";
import type { Database, Db } from "./database.ts";
import { closeFolder, PrivateFS } from "./private-folder.ts";

/**
 * The cache that PostgreSQL keeps besides the system's: PGlite's 128 MB of it are filled with zeros at the start, and were
 * the largest thing in the memory of an idle process.
 */
const START_PARAMS = [...PGlite.defaultStartParams, "-c", "shared_buffers=32MB"];

/** Opens the embedded database in `folder`, where it is made at the first start; refuses one that is damaged. */
export async function openPglite(folder: string): Promise<Database> {
  try {
    if (isMissing(folder)) await initialize(folder);
    // Without this file PGlite would begin a new database over what is left of the old one.
    if (!existsSync(join(folder, "PG_VERSION"))) throw new Error("PG_VERSION is missing");
    return pgliteDatabase(await PGlite.create({ fs: new PrivateFS(folder), startParams: START_PARAMS }));
  } catch (cause) {
    throw damaged(folder, cause);
  }
}

function damaged(folder: string, cause: unknown): StartRefusal {
  return new StartRefusal(
    `The database in ${folder} is damaged and can't be opened. Restore a backup of the data folder, or choose another one with --data.`,
    { cause },
  );
}

/** PostgreSQL's classes for its own errors and for files it can't read. */
const DAMAGE = /^(XX|58)/;

/** What to say about an error of the first statements: the database in `folder` opened, but not all of it is whole. */
export function refusalOfDamage(error: unknown, folder: string): unknown {
  const code = String(
    (error as { cause?: { code?: string } }).cause?.code ?? (error as { code?: string }).code,
  );
  return DAMAGE.test(code) || error instanceof WebAssembly.RuntimeError ? damaged(folder, error) : error;
}

function isMissing(folder: string): boolean {
  return !existsSync(folder) || readdirSync(folder).length === 0;
}

const INITIALIZE =
  "require(process.argv[1]).PGlite.create(process.argv[2]).then((database) => database.close())";

/**
 * Makes the database beside its place, so that a first start that is cut short leaves no half of one there, and in a
 * process of its own, because what that takes of memory is never given back.
 */
async function initialize(folder: string): Promise<void> {
  const beside = `${folder}.new`;
  rmSync(beside, { recursive: true, force: true });
  const pglite = createRequire(import.meta.url).resolve("@electric-sql/pglite");
  await promisify(execFile)(process.execPath, ["-e", INITIALIZE, pglite, beside]);
  closeFolder(beside);
  rmSync(folder, { recursive: true, force: true });
  renameSync(beside, folder);
}

/** Wraps an open PGlite. Its one connection serves every statement in turn, so transactions are kept short. */
export function pgliteDatabase(pglite: PGlite): Database {
  return {
    kind: "pglite",
    orm: drizzle(pglite) as unknown as Db,
    jobs: { db: { ...fromPglite(pglite), listen: (channel, hear) => listen(pglite, channel, hear) } },
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

/** A job is announced by NOTIFY here as on a server: the one connection hears what it has committed itself. */
async function listen(pglite: PGlite, channel: string, hear: (payload: string) => void) {
  const close = await pglite.listen(`"${channel}"`, hear);
  return { close: () => close() };
}
