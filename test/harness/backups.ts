import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { onTestFinished } from "vitest";
import type { BackupRun, DatabasePlace } from "#src/features/admin/system/backups/backup-run.ts";
import { makeBackup } from "#src/features/admin/system/backups/backup-run.ts";
import type { RestoreRun } from "#src/features/admin/system/backups/restore-run.ts";
import { BACKUP_ENDING } from "#src/platform/backup/backup-file.ts";
import { startApp, type TestApp } from "./app.ts";
import { freshDatabase } from "./database.ts";

export const PASSPHRASE = "four words nobody guesses";
export const MIGRATIONS = resolve(import.meta.dirname, "../../migrations");

export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "fanfare-backup-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Goes when the app is closed. */
const folderIn = (app: TestApp) => mkdtemp(join(app.dataFolder, "made-"));

/** The app's database as a backup reads it: the server, or a copy of the embedded one as it is now. */
export async function sourceOf(app: TestApp): Promise<DatabasePlace> {
  const { database, installation } = app.platform;
  if (!database.copyTo) return { url: installation.config.DATABASE_URL };
  const folder = join(await folderIn(app), "copy");
  await database.copyTo(folder);
  return { folder };
}

export async function backUp(app: TestApp, more: Partial<BackupRun> = {}) {
  const { installation, now } = app.platform;
  const file = join(await folderIn(app), `one${BACKUP_ENDING}`);
  return makeBackup({
    database: await sourceOf(app),
    file,
    passphrase: PASSPHRASE,
    secret: installation.secrets[0],
    fanfare: installation.version,
    objects: installation.config,
    now: now(),
    ...more,
  });
}

/** A place with an unused database of the same kind, and how to restore a backup there. */
export async function emptyPlace(file: string): Promise<RestoreRun> {
  const dataFolder = await temporaryFolder();
  return {
    place: { file, passphrase: PASSPHRASE },
    url: await freshDatabase(dataFolder),
    dataFolder,
    migrationsFolder: MIGRATIONS,
    secret: "",
    earlier: [],
    isLost: false,
    isReplaced: false,
  };
}

/** Starts an instance on what was restored. */
export const startOn = ({ url, dataFolder }: RestoreRun): Promise<TestApp> =>
  startApp({ DATABASE_URL: url, DATA_DIR: dataFolder });
