/*
 * Backups of a running instance: made each night or on request, on one node, and checked by restoring them into a
 * database that's thrown away. `platform/backup` knows how; `docs/operations/backups.md` says how to restore one.
 */
import { readdir, rm, stat } from "node:fs/promises";
import { hostname } from "node:os";
import { join, resolve } from "node:path";
import * as z from "zod";
import { failure } from "#src/lib/errors.ts";
import { INSTANCE } from "#src/lib/event.ts";
import { addDays } from "#src/lib/time.ts";
import type { BackupResult } from "#src/platform/backup/backup.ts";
import { BACKUP_ENDING } from "#src/platform/backup/backup-file.ts";
import type { Platform, StaffCtx } from "#src/platform/context.ts";
import type { Db } from "#src/platform/db/database.ts";
import type { Installation } from "#src/platform/installation.ts";
import type { JobType } from "#src/platform/jobs/job-types.ts";
import { SYSTEM_ERRORS } from "../contract.ts";
import {
  backupFailed,
  backupMade,
  backupRequested,
  backupVerified,
  verificationRequested,
} from "../events.ts";
import { BACKUP_HOUR, BACKUP_SCHEDULE, BACKUPS_KEPT } from "../settings.ts";
import { BACKUP_CAUSES, type BackupCause, backupName, namesToDelete } from "./backup-rules.ts";
import type { DatabasePlace, Verdict } from "./backup-run.ts";
import {
  type BackupRow,
  findLastBackup,
  hasScheduledSince,
  insertBackup,
  listBackupRows,
  purgeBackups,
  updateBackup,
  updateInterruptedBackups,
} from "./backup-store.ts";
import { backUpInThread, verifyInThread } from "./backup-worker.ts";

const LISTED = 10;
const KEPT_DAYS = 400;

export const backupJob: JobType<{ cause: BackupCause }> = {
  name: "system.backup",
  class: "bulk",
  data: z.object({ cause: z.enum(BACKUP_CAUSES) }),
};

export const verificationJob: JobType<object> = {
  name: "system.backup_check",
  class: "bulk",
  data: z.object({}),
};

/** While one waits or runs, no other is added. */
const ONE = { key: "one", group: INSTANCE };

export function backupFolderOf({ config, dataFolder }: Pick<Installation, "config" | "dataFolder">): string {
  return config.BACKUP_FOLDER === "" ? join(dataFolder, "backups") : resolve(config.BACKUP_FOLDER);
}

export async function requestBackup(ctx: StaffCtx): Promise<{ requested: true }> {
  return ctx.write(async (ctx) => {
    await ctx.enqueue(backupJob, { cause: "staff" }, ONE);
    await ctx.announce(backupRequested, { account: INSTANCE, subject: INSTANCE, payload: {} });
    return { requested: true };
  });
}

export async function requestVerification(ctx: StaffCtx): Promise<{ requested: true }> {
  return ctx.write(async (ctx) => {
    if (!(await findLastBackup(ctx.db))) throw failure(SYSTEM_ERRORS, "NO_BACKUP");
    await ctx.enqueue(verificationJob, {}, ONE);
    await ctx.announce(verificationRequested, { account: INSTANCE, subject: INSTANCE, payload: {} });
    return { requested: true };
  });
}

export function listBackups(db: Db): Promise<BackupRow[]> {
  return listBackupRows(db, LISTED);
}

export { findLastBackup };

/** Queues the night's backup once its hour has come, also later if nothing ran then. */
export async function scheduleBackup(platform: Platform): Promise<void> {
  const { settings, db } = platform;
  if (settings.get(BACKUP_SCHEDULE) === "off") return;
  if (await hasScheduledSince(db, dueTime(platform.now(), settings.get(BACKUP_HOUR)).toISOString())) return;
  await platform.enqueue(backupJob, { cause: "schedule" }, ONE);
}

/** The last time that it was this hour. */
function dueTime(now: Date, hour: number): Date {
  const due = new Date(now);
  due.setUTCHours(hour, 0, 0, 0);
  return due > now ? addDaysTo(due, -1) : due;
}

const addDaysTo = (time: Date, days: number) => new Date(addDays(time, days));

const INTERRUPTED = "The process that made it was stopped.";

/** A backup that fails is written down, and not tried at once: what stopped it is still there. */
export async function runBackup(platform: Platform, { cause }: { cause: BackupCause }): Promise<void> {
  const { db, now, installation, log } = platform;
  const started = now();
  const file = join(backupFolderOf(installation), backupName(started));
  const id = platform.newId();
  await updateInterruptedBackups(db, { reason: INTERRUPTED, ended_at: started.toISOString() });
  await purgeBackups(db, addDays(started, -KEPT_DAYS));
  const is_encrypted = installation.config.BACKUP_PASSPHRASE !== "";
  await insertBackup(db, {
    id,
    cause,
    file,
    is_encrypted,
    node: hostname(),
    state: "running",
    started_at: started.toISOString(),
  });
  try {
    const result = await withSource(platform, id, (database) =>
      backUpInThread(
        {
          database,
          file,
          passphrase: installation.config.BACKUP_PASSPHRASE,
          secret: installation.secrets[0],
          fanfare: installation.version,
          objects: installation.config,
          now: started,
        },
        platform.abortSignal,
      ),
    );
    await recordMade(platform, id, result);
    await deleteOldFiles(platform);
  } catch (error) {
    platform.abortSignal.throwIfAborted();
    log.error({ err: error }, "the backup failed");
    await platform.write(async (ctx) => {
      const reason = (error as Error).message;
      await updateBackup(ctx.db, id, { state: "failed", reason, ended_at: ctx.now().toISOString() });
      await ctx.announce(backupFailed, { account: INSTANCE, subject: id, payload: {} });
    });
  }
}

async function recordMade(platform: Platform, id: string, result: BackupResult): Promise<void> {
  await platform.write(async (ctx) => {
    await updateBackup(ctx.db, id, {
      ...figuresOf(result),
      state: "done",
      ended_at: ctx.now().toISOString(),
    });
    await ctx.announce(backupMade, { account: INSTANCE, subject: id, payload: { rows: result.rows } });
  });
}

function figuresOf({ bytes, rows, objects, lost }: BackupResult) {
  return { bytes, row_count: rows, picture_count: objects, lost_pictures: lost };
}

export interface MadeByCommand {
  id: string;
  result: BackupResult;
  is_encrypted: boolean;
  started_at: string;
  ended_at: string;
}

/** Writes down a backup that a command made. */
export async function recordBackup(db: Db, { id, result, ...made }: MadeByCommand): Promise<void> {
  const { file } = result;
  await insertBackup(db, {
    ...made,
    ...figuresOf(result),
    id,
    file,
    cause: "command",
    state: "done",
    node: hostname(),
  });
}

const COPY_PREFIX = "copy-";

/** The server, or a copy of the embedded database as it is now, so that nothing waits for the backup. */
async function withSource<T>(
  { database, installation }: Platform,
  id: string,
  work: (place: DatabasePlace) => Promise<T>,
): Promise<T> {
  if (!database.copyTo) return work({ url: installation.config.DATABASE_URL });
  const folder = join(installation.dataFolder, COPY_PREFIX + id);
  try {
    await database.copyTo(folder);
    return await work({ folder });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** For commands, which take it away themselves. */
export async function copyForCommand({
  database,
  installation,
  newId,
}: Platform): Promise<{ folder: string }> {
  const folder = join(installation.dataFolder, COPY_PREFIX + newId());
  await database.copyTo?.(folder);
  return { folder };
}

/** What killed processes left in the data folder. Nobody else uses the folder of an embedded database. */
export async function deleteCopies({ database, installation: { dataFolder } }: Platform): Promise<void> {
  if (!database.copyTo) return;
  for (const name of await readdir(dataFolder).catch(() => []))
    if (name.startsWith(COPY_PREFIX) || name.startsWith("scratch-"))
      await rm(join(dataFolder, name), { recursive: true, force: true });
}

async function deleteOldFiles({ installation, settings, log }: Platform): Promise<void> {
  const folder = backupFolderOf(installation);
  for (const name of namesToDelete(await readdir(folder), settings.get(BACKUPS_KEPT))) {
    await rm(join(folder, name), { force: true });
    log.info({ file: name }, "an old backup was deleted");
  }
}

/** Restores the last backup into a scratch database. Another node's disk can't be reached from here. */
export async function runVerification(platform: Platform): Promise<void> {
  const { db, installation } = platform;
  const last = await findLastBackup(db);
  if (!last) return;
  const verdict = await verdictOn(platform, last.file).catch((error: Error) => {
    platform.abortSignal.throwIfAborted();
    return error.message;
  });
  await platform.write(async (ctx) => {
    await updateBackup(ctx.db, last.id, { verified_at: ctx.now().toISOString(), verdict });
    await ctx.announce(backupVerified, {
      account: INSTANCE,
      subject: last.id,
      payload: { is_whole: verdict === "" },
    });
  });
  platform.log.info({ version: installation.version, verdict }, "the last backup was checked");
}

async function verdictOn({ installation, abortSignal }: Platform, file: string): Promise<string> {
  const { config, migrationsFolder, dataFolder } = installation;
  if (!(await stat(file).catch(() => undefined)))
    return "The file isn’t there anymore, or is on another node’s disk.";
  const verdict = await verifyInThread(
    {
      file,
      migrationsFolder,
      passphrase: config.BACKUP_PASSPHRASE,
      url: config.DATABASE_URL,
      scratchFolder: dataFolder,
    },
    abortSignal,
  );
  return wordsOf(verdict);
}

export function wordsOf({ different }: Verdict): string {
  return different.length === 0
    ? ""
    : `These tables came back otherwise than they went in: ${different.join(", ")}`;
}

export { backupName } from "./backup-rules.ts";
export { type DatabasePlace, makeBackup, verifyBackup } from "./backup-run.ts";
export { restoreInstance } from "./restore-run.ts";
export { BACKUP_ENDING };
