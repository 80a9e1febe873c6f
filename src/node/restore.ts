import { resolve } from "node:path";
import { restoreInstance, verifyBackup, wordsOf } from "#src/features/admin/system/backups/backups.ts";
import { StartRefusal } from "#src/lib/errors.ts";
import { prepareFolder } from "#src/platform/db/private-folder.ts";
import { MIGRATIONS, runCommand, say } from "./command.ts";
import { type Config, SECRET_LOST } from "./config.ts";

const OPTIONS = { verify: { type: "boolean" }, replace: { type: "boolean" } } as const;

await runCommand({ options: OPTIONS, allowPositionals: true }, async (config, { values, positionals }) => {
  const [file] = positionals;
  if (file === undefined || positionals.length > 1)
    throw new StartRefusal("Say which backup: npm run restore -- FILE, with --verify or --replace.");
  const place = { file: resolve(file), passphrase: config.BACKUP_PASSPHRASE };
  const dataFolder = resolve(config.DATA_DIR);
  prepareFolder(dataFolder);
  return values.verify === true
    ? verify(config, place, dataFolder)
    : restore(config, { place, dataFolder, isReplaced: values.replace === true });
});

async function verify(config: Config, place: { file: string; passphrase: string }, dataFolder: string) {
  const verdict = await verifyBackup({
    ...place,
    migrationsFolder: MIGRATIONS,
    url: config.DATABASE_URL,
    scratchFolder: dataFolder,
  });
  const { created_at, rows, tables, pictures } = verdict;
  const wrong = wordsOf(verdict);
  if (wrong !== "") {
    process.stderr.write(`${wrong}.\n`);
    return 1;
  }
  say(
    `The backup of ${created_at} is whole: ${rows} rows in ${tables} tables came back as they were, and ${pictures} pictures.`,
  );
  return 0;
}

async function restore(
  config: Config,
  given: { place: { file: string; passphrase: string }; dataFolder: string; isReplaced: boolean },
) {
  const { opening, rows, objects, leftOut, upgrades } = await restoreInstance({
    ...given,
    url: config.DATABASE_URL,
    migrationsFolder: MIGRATIONS,
    secret: config.SECRET,
    earlier: config.SECRET_OLD.filter((secret) => secret !== SECRET_LOST),
    isLost: config.SECRET_OLD.includes(SECRET_LOST),
  });
  say(`Restored the backup of ${opening.created_at}: ${rows} rows, and ${objects} pictures that were in S3.`);
  if (upgrades > 0)
    say(`It was from an older version (${opening.fanfare}), and has been brought up to this one.`);
  if (leftOut.length > 0) say(`These tables aren't Fanfare's, and were left out: ${leftOut.join(", ")}.`);
  const start = config.SECRET === "" ? "Start Fanfare now." : "Start Fanfare now, with the same SECRET.";
  say(`${start} E-mail that waited when the backup was made goes out again.`);
  return 0;
}
