import { execFile } from "node:child_process";
import { existsSync, readdirSync, renameSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { promisify } from "node:util";
import { PGlite } from "@electric-sql/pglite";
import { btree_gin } from "@electric-sql/pglite/contrib/btree_gin";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { drizzle } from "drizzle-orm/pglite";
import { fromPglite } from "pg-boss";
import { StartRefusal } from "#src/lib/errors.ts";
import { sqlStateOf } from "./clashes.ts";
import type { Database, Db } from "./database.ts";
import { closeFolder, PrivateFS } from "./private-folder.ts";

/**
 * PostgreSQL's own cache, on top of the system's. PGlite fills its default of 128 MB with zeros at startup,
 * which made it the largest part of an idle process's memory.
 */
const START_PARAMS = [...PGlite.defaultStartParams, "-c", "shared_buffers=32MB"];

/** Opens the embedded database in `folder`, creating it on the first start. Refuses a damaged one. */
export async function openPglite(folder: string): Promise<Database> {
  try {
    if (isMissing(folder)) await initialize(folder);
    // Without this file PGlite would create a new database on top of what's left of the old one.
    if (!existsSync(join(folder, "PG_VERSION"))) throw new Error("PG_VERSION is missing");
    const fs = new PrivateFS(folder);
    // Searching lists needs the one (`list.ts`), filtering contacts by several things at once the other.
    const extensions = { pg_trgm, btree_gin };
    const pglite = await PGlite.create({ fs, extensions, startParams: START_PARAMS });
    forgetRowTypes(pglite);
    return pgliteDatabase(pglite);
  } catch (cause) {
    throw damaged(folder, cause);
  }
}

/** Types that PostgreSQL itself is made with have smaller numbers. Those of tables' rows don't. */
const BUILT_IN_OID_MAX = 9_999;

/**
 * PGlite copies its list of parsers for every query, and finds an array of every table's rows worth one. We never
 * select any, and copying them took a tenth of a busy process's time. `pg` doesn't parse them either.
 */
function forgetRowTypes({ parsers }: PGlite): void {
  for (const oid of Object.keys(parsers)) if (Number(oid) > BUILT_IN_OID_MAX) delete parsers[oid];
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
 * What to say when one of the first statements fails: the database in `folder` opened, but parts of it are
 * damaged.
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
async function initialize(folder: string): Promise<void> {
  const beside = `${folder}.new`;
  rmSync(beside, { recursive: true, force: true });
  const pglite = createRequire(import.meta.url).resolve("@electric-sql/pglite");
  await promisify(execFile)(process.execPath, ["-e", INITIALIZE, pglite, beside]);
  closeFolder(beside);
  rmSync(folder, { recursive: true, force: true });
  renameSync(beside, folder);
}

/** Wraps an open PGlite. Its one connection runs all statements in turn, so keep transactions short. */
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

/** Jobs are announced with NOTIFY, as on a server: the one connection hears its own commits. */
async function listen(pglite: PGlite, channel: string, hear: (payload: string) => void) {
  const close = await pglite.listen(`"${channel}"`, hear);
  return { close: () => close() };
}
