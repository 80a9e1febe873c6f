import { randomUUID } from "node:crypto";
import { existsSync, rmSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import {
  BACKUP_ENDING,
  backupFolderOf,
  backupName,
  type DatabasePlace,
  type MadeByCommand,
  makeBackup,
  recordBackup,
} from "#src/features/admin/system/backups/backups.ts";
import { StartRefusal } from "#src/lib/errors.ts";
import { askControl } from "#src/platform/backup/control.ts";
import { readInstanceSecret } from "#src/platform/crypto/instance-secret.ts";
import type { Database } from "#src/platform/db/database.ts";
import { lockFolder } from "#src/platform/db/folder-lock.ts";
import { openPglite } from "#src/platform/db/pglite.ts";
import { openPostgres } from "#src/platform/db/postgres.ts";
import { finishRestore } from "#src/platform/db/restored-folder.ts";
import { runCommand, say, systemTime } from "./command.ts";
import type { Config } from "./config.ts";
import { VERSION } from "./version.ts";

/** A database to read, and how to write down there what was made of it. */
interface Source {
  place: DatabasePlace;
  findSecret(): Promise<string>;
  record(made: MadeByCommand): Promise<void>;
  close(): Promise<void>;
}

const NOT_ENCRYPTED =
  "It isn't encrypted, so it has no copy of the instance's secret (SECRET, or the file secret in the data folder). Keep that as well: without it, nobody can open the passwords and keys in the backup. With BACKUP_PASSPHRASE, the backup is encrypted, and has it.";

await runCommand({ options: {}, allowPositionals: true }, async (config, { positionals }) => {
  const started = systemTime();
  const dataFolder = resolve(config.DATA_DIR);
  const file = fileFor(positionals[0], backupFolderOf({ config, dataFolder }), started);
  if (
    !config.DATABASE_URL &&
    !existsSync(join(dataFolder, "db")) &&
    !existsSync(join(dataFolder, "restored"))
  )
    throw new StartRefusal(`There's no database in ${dataFolder}. Choose its folder with --data.`);
  const source = config.DATABASE_URL ? await onServer(config) : await inFolder(dataFolder);
  try {
    const result = await makeBackup({
      database: source.place,
      file,
      passphrase: config.BACKUP_PASSPHRASE,
      secret: config.SECRET || (await source.findSecret()),
      fanfare: VERSION,
      objects: config,
      now: started,
    });
    const is_encrypted = config.BACKUP_PASSPHRASE !== "";
    await source.record({
      id: randomUUID(),
      result,
      is_encrypted,
      started_at: started.toISOString(),
      ended_at: systemTime().toISOString(),
    });
    const megabytes = (result.bytes / 1e6).toFixed(1);
    say(`${file}: ${result.rows} rows and ${result.objects} pictures from S3, ${megabytes} MB.`);
    if (result.lost > 0) say(`${result.lost} pictures aren't in S3 anymore, and not in the backup either.`);
    if (!is_encrypted) say(NOT_ENCRYPTED);
    return 0;
  } finally {
    await source.close();
  }
});

function fileFor(given: string | undefined, folder: string, now: Date): string {
  if (given === undefined) return join(folder, backupName(now));
  const path = resolve(given);
  if (existsSync(path) && statSync(path).isDirectory()) return join(path, backupName(now));
  if (existsSync(path)) throw new StartRefusal(`${path} is there already. Choose another name.`);
  return path.endsWith(BACKUP_ENDING) ? path : path + BACKUP_ENDING;
}

async function onServer({ DATABASE_URL }: Config): Promise<Source> {
  const database = await openPostgres(DATABASE_URL, () => {});
  return {
    place: { url: DATABASE_URL },
    findSecret: () => readInstanceSecret({ db: database.orm, folder: undefined }),
    record: (made) => recordBackup(database.orm, made),
    close: () => database.close(),
  };
}

/** The running process copies its files for us; otherwise nobody may start one meanwhile. */
async function inFolder(dataFolder: string): Promise<Source> {
  const copy = await askControl(dataFolder, "copy");
  const shared = { findSecret: () => readInstanceSecret({ folder: dataFolder }) };
  if (copy) {
    const { folder } = copy.value as { folder: string };
    return {
      ...shared,
      place: { folder },
      record: async (made) => void (await askControl(dataFolder, "record", made)),
      close: async () => rmSync(folder, { recursive: true, force: true }),
    };
  }
  const lock = lockFolder(dataFolder);
  finishRestore(dataFolder);
  const folder = join(dataFolder, "db");
  let database: Database | undefined;
  return {
    ...shared,
    place: { folder },
    async record(made) {
      database = await openPglite(folder);
      await recordBackup(database.orm, made);
    },
    async close() {
      await database?.close();
      lock.release();
    },
  };
}
