/* Restoring a backup into the place where this instance's database is. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { restoreObject } from "#src/features/pages/media/backed-up-objects.ts";
import { StartRefusal } from "#src/lib/errors.ts";
import { markOf, type Opening } from "#src/platform/backup/backup.ts";
import type { BackupPlace } from "#src/platform/backup/backup-file.ts";
import { inspectBackup, type RestoreResult, restoreBackup } from "#src/platform/backup/restoration.ts";
import { openFolder, openServer } from "#src/platform/backup/row-connection.ts";
import { findSecretIn, updateSecretIn } from "#src/platform/crypto/instance-secret.ts";
import { lockFolder } from "#src/platform/db/folder-lock.ts";
import { type Migration, readMigrations } from "#src/platform/db/migrate.ts";
import { createEmbedded } from "#src/platform/db/pglite.ts";
import { acceptRestored, finishRestore, prepareRestored } from "#src/platform/db/restored-folder.ts";
import { findOthers, hasAccounts, hasOtherTables } from "./restore-store.ts";

export interface RestoreRun {
  place: BackupPlace;
  /** Empty for the embedded database. */
  url: string;
  dataFolder: string;
  migrationsFolder: string;
  /** What the environment says: the current secret, and earlier ones. */
  secret: string;
  earlier: readonly string[];
  /** True if nobody has the secret anymore. */
  isLost: boolean;
  /** Whether what's there may go. */
  isReplaced: boolean;
}

export interface Restored extends RestoreResult {
  opening: Opening;
}

const NOT_EMPTY =
  "There are accounts in this instance's database already, and nothing was changed. To replace all of it with the backup, add --replace.";

export async function restoreInstance(run: RestoreRun): Promise<Restored> {
  const migrations = readMigrations(run.migrationsFolder);
  const opening = await inspectBackup(run.place, migrations);
  return run.url === "" ? restoreFolder(run, opening, migrations) : restoreServer(run, opening, migrations);
}

async function restoreServer(
  run: RestoreRun,
  opening: Opening,
  migrations: readonly Migration[],
): Promise<Restored> {
  const connection = await openServer(run.url);
  try {
    const others = await findOthers(connection);
    if (others > 0)
      throw new StartRefusal("Fanfare is running on this database. Stop it on every node, and restore then.");
    if (await hasOtherTables(connection))
      throw new StartRefusal(
        "The database of DATABASE_URL has tables of another program. Restore into a database of its own.",
      );
    if (!run.isReplaced && (await hasAccounts(connection))) throw new StartRefusal(NOT_EMPTY);
    const secret = secretFor(run, opening, await findSecretIn(connection));
    const result = await restoreBackup({
      place: run.place,
      opening,
      connection,
      migrations,
      storeObject: restoreObject,
      isUpgraded: true,
      finish: (restored) => updateSecretIn(restored, secret),
    });
    await connection.run("analyze");
    return { ...result, opening };
  } finally {
    await connection.close();
  }
}

async function restoreFolder(
  run: RestoreRun,
  opening: Opening,
  migrations: readonly Migration[],
): Promise<Restored> {
  const lock = lockFolder(run.dataFolder);
  try {
    finishRestore(run.dataFolder);
    if (!run.isReplaced) await requireEmpty(join(run.dataFolder, "db"));
    const secret = secretFor(run, opening, readSecretFile(run.dataFolder));
    const folder = prepareRestored(run.dataFolder);
    await createEmbedded(join(folder, "db"));
    const connection = await openFolder(join(folder, "db"));
    let result: RestoreResult;
    try {
      result = await restoreBackup({
        place: run.place,
        opening,
        connection,
        migrations,
        storeObject: restoreObject,
        isUpgraded: true,
        // It's in a file here.
        finish: (restored) => updateSecretIn(restored, ""),
      });
      await connection.run("analyze; checkpoint");
    } finally {
      await connection.close();
    }
    if (secret !== "") writeFileSync(join(folder, "secret"), `${secret}\n`, { mode: 0o600, flush: true });
    acceptRestored(run.dataFolder);
    return { ...result, opening };
  } finally {
    lock.release();
  }
}

async function requireEmpty(folder: string): Promise<void> {
  if (!existsSync(join(folder, "PG_VERSION"))) return;
  const connection = await openFolder(folder);
  try {
    if (await hasAccounts(connection)) throw new StartRefusal(NOT_EMPTY);
  } finally {
    await connection.close();
  }
}

function readSecretFile(dataFolder: string): string {
  const file = join(dataFolder, "secret");
  return existsSync(file) ? readFileSync(file, "utf8").trim() : "";
}

const NO_SECRET =
  "This backup isn't encrypted, so it lacks the secret that opens the passwords and keys in it, and nothing was changed. Set SECRET to what the instance had (on one machine, it was in the file data/secret). If nobody has it anymore, set SECRET_OLD to lost.";

const OTHER_SECRET =
  "SECRET isn't the one that seals what's in this backup, and nothing was changed. Leave SECRET empty, so that the backup's own is used, or add that one to SECRET_OLD.";

/**
 * The secret to store with the restored database; empty if the environment has it, or nobody does. `there` is the one
 * that's stored now.
 */
function secretFor({ secret, earlier, isLost }: RestoreRun, opening: Opening, there: string): string {
  const isIt = (one: string) => one !== "" && markOf(one) === opening.secret_mark;
  if (secret !== "") {
    if (isLost || [secret, ...earlier].some(isIt)) return "";
    throw new StartRefusal(opening.secret === "" ? NO_SECRET : OTHER_SECRET);
  }
  if (opening.secret !== "") return opening.secret;
  if (isIt(there)) return there;
  if (isLost || earlier.some(isIt)) return "";
  throw new StartRefusal(NO_SECRET);
}
