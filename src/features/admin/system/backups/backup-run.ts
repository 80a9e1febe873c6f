/* Making, checking and restoring backups, for commands and for the thread that works beside a running instance. */
import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { objectsFrom } from "#src/features/pages/media/backed-up-objects.ts";
import { StartRefusal } from "#src/lib/errors.ts";
import { type BackupResult, writeBackup } from "#src/platform/backup/backup.ts";
import { type BackupPlace, removePartials } from "#src/platform/backup/backup-file.ts";
import { compareTables, inspectBackup, restoreBackup } from "#src/platform/backup/restoration.ts";
import { openFolder, openServer, quoted, type RowConnection } from "#src/platform/backup/row-connection.ts";
import { readMigrations } from "#src/platform/db/migrate.ts";
import { createEmbedded } from "#src/platform/db/pglite.ts";
import type { ObjectConfig } from "#src/platform/objects/object-store.ts";

/** A server, or the folder of an embedded database that nobody has open. */
export type DatabasePlace = { url: string } | { folder: string };

export interface BackupRun extends BackupPlace {
  database: DatabasePlace;
  secret: string;
  fanfare: string;
  objects: ObjectConfig;
  now: Date;
}

export function openDatabasePlace(place: DatabasePlace): Promise<RowConnection> {
  return "url" in place ? openServer(place.url) : openFolder(place.folder);
}

export async function makeBackup(run: BackupRun, abortSignal?: AbortSignal): Promise<BackupResult> {
  const folder = dirname(run.file);
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch(({ code }: NodeJS.ErrnoException) => {
    throw new StartRefusal(`The folder ${folder} for backups can't be made (${code}).`);
  });
  await removePartials(folder, run.now);
  const connection = await openDatabasePlace(run.database);
  try {
    return await writeBackup({ ...run, connection, objects: objectsFrom(run.objects), abortSignal });
  } finally {
    await connection.close();
  }
}

export interface Verification extends BackupPlace {
  migrationsFolder: string;
  /** Where a scratch database may be made: on this server, or else in this folder. */
  url: string;
  scratchFolder: string;
}

export interface Verdict {
  created_at: string;
  rows: number;
  tables: number;
  pictures: number;
  lost: number;
  /** The tables that came back otherwise than they went in. */
  different: string[];
}

/** Restores a backup into a database that's thrown away, and compares every table. */
export async function verifyBackup(verification: Verification): Promise<Verdict> {
  const migrations = readMigrations(verification.migrationsFolder);
  const opening = await inspectBackup(verification, migrations);
  const scratch = await openScratch(verification);
  try {
    const { connection } = scratch;
    const restored = await restoreBackup({
      place: verification,
      opening,
      connection,
      migrations,
      isUpgraded: false,
      // They've been compared with their digests by now, and would change the rows that are compared next.
      storeObject: async () => {},
    });
    return {
      created_at: opening.created_at,
      rows: restored.rows,
      tables: restored.tables.length,
      pictures: restored.objects,
      lost: restored.lost,
      different: [...restored.leftOut, ...(await compareTables(connection, restored))],
    };
  } finally {
    await scratch.remove();
  }
}

const SCRATCH_PREFIX = "fanfare_scratch_";

interface Scratch {
  connection: RowConnection;
  remove(): Promise<void>;
}

async function openScratch({ url, scratchFolder }: Verification): Promise<Scratch> {
  const onServer = url === "" ? undefined : await createScratchOn(url);
  if (onServer) return onServer;
  await mkdir(scratchFolder, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(scratchFolder, "scratch-"));
  await createEmbedded(join(folder, "db"));
  const connection = await openFolder(join(folder, "db"));
  return {
    connection,
    async remove() {
      await connection.close().catch(() => {});
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Undefined if this role may not create databases. */
async function createScratchOn(url: string): Promise<Scratch | undefined> {
  const server = await openServer(url);
  const name = `${SCRATCH_PREFIX}${randomBytes(6).toString("hex")}`;
  try {
    await server.run(`create database ${quoted(name)} template template0 encoding 'UTF8'`);
  } catch {
    await server.close();
    return undefined;
  }
  const drop = async () => {
    await server.run(`drop database if exists ${quoted(name)} with (force)`).catch(() => {});
    await server.close();
  };
  try {
    const target = new URL(url);
    target.pathname = `/${name}`;
    const connection = await openServer(target.href);
    return {
      connection,
      async remove() {
        await connection.close().catch(() => {});
        await drop();
      },
    };
  } catch (error) {
    await drop();
    throw error;
  }
}
