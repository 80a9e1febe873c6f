import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { backupFolderOf } from "#src/features/admin/system/backups/backups.ts";
import { bundleOf } from "#src/features/admin/system/bundle/bundle.ts";
import { examine, type Patient } from "#src/features/admin/system/doctor/doctor.ts";
import { CHECK_LABELS, type Check } from "#src/features/admin/system/doctor/doctor-rules.ts";
import { BACKUP_SCHEDULE } from "#src/features/admin/system/settings.ts";
import { SIGN_UPS } from "#src/features/identity/accounts/settings.ts";
import { askControl } from "#src/platform/backup/control.ts";
import type { Database } from "#src/platform/db/database.ts";
import { lockFolder } from "#src/platform/db/folder-lock.ts";
import { openPglite } from "#src/platform/db/pglite.ts";
import { openPostgres } from "#src/platform/db/postgres.ts";
import { MAIL_FROM } from "#src/platform/mail/mail.ts";
import { createLog } from "#src/platform/observe/log.ts";
import { Settings } from "#src/platform/settings.ts";
import { MIGRATIONS, runCommand, say, systemTime } from "./command.ts";
import type { Config } from "./config.ts";
import { instanceSettings } from "./slices.ts";
import { VERSION } from "./version.ts";

const OPTIONS = { bundle: { type: "boolean" } } as const;
const SIGNS = { ok: "✓", unsure: "–", wrong: "✗" } as const;

await runCommand({ options: OPTIONS, allowPositionals: false }, async (config, { values }) => {
  const dataFolder = resolve(config.DATA_DIR);
  // With the embedded database, the process that has it open answers for it.
  const told = config.DATABASE_URL ? undefined : await askControl(dataFolder, "examine");
  const { checks, bundle } = told
    ? (told.value as { checks: Check[]; bundle: unknown })
    : await examineHere(config, dataFolder);
  for (const { name, verdict, said, advice } of checks)
    say(`${SIGNS[verdict]} ${CHECK_LABELS[name]}: ${said}${advice === "" ? "" : ` ${advice}`}`);
  if (values.bundle === true) {
    const file = resolve("fanfare-support.json");
    await writeFile(file, `${JSON.stringify(bundle, null, 2)}\n`, { mode: 0o600 });
    say(`\nWhat helps others to help is in ${file}. It has no personal data; look at it before you send it.`);
  }
  return checks.some(({ verdict }) => verdict === "wrong") ? 1 : 0;
});

interface Opened {
  database: Database | undefined;
  problem: string;
  close(): Promise<void>;
}

async function examineHere(config: Config, dataFolder: string) {
  const { database, problem, close } = await openQuietly(config, dataFolder);
  try {
    const settings = database && (await settingsOf(database, config));
    const patient: Patient = {
      config,
      misspelled: config.misspelled,
      dataFolder,
      backupFolder: backupFolderOf({ config, dataFolder }),
      migrationsFolder: MIGRATIONS,
      db: database?.orm,
      databaseProblem: problem,
      isRunning: config.DATABASE_URL !== "" && (await answersAt(config)),
      hasNightlyBackups: settings?.get(BACKUP_SCHEDULE) === "nightly",
      takesSignUps: settings?.get(SIGN_UPS) !== "invited",
      sender: settings?.get(MAIL_FROM) ?? MAIL_FROM.default,
      now: systemTime,
    };
    const checks = await examine(patient);
    const bundle = await bundleOf({ checks, settings, version: VERSION, config, db: database?.orm });
    return { checks, bundle };
  } finally {
    await close();
  }
}

/** Undefined while the table isn't there yet. */
async function settingsOf(database: Database, { fixed }: Config): Promise<Settings | undefined> {
  const settings = new Settings({ database, list: instanceSettings, fixed, log: createLog("silent") });
  return settings.load().then(
    () => settings,
    () => undefined,
  );
}

async function openQuietly(config: Config, dataFolder: string): Promise<Opened> {
  try {
    if (config.DATABASE_URL) {
      const database = await openPostgres(config.DATABASE_URL, () => {});
      return { database, problem: "", close: () => database.close() };
    }
    const folder = join(dataFolder, "db");
    if (!existsSync(folder)) return { database: undefined, problem: "", close: async () => {} };
    const lock = lockFolder(dataFolder);
    const database = await openPglite(folder);
    return {
      database,
      problem: "",
      async close() {
        await database.close();
        lock.release();
      },
    };
  } catch (error) {
    return { database: undefined, problem: (error as Error).message, close: async () => {} };
  }
}

async function answersAt({ PORT, HOST }: Config): Promise<boolean> {
  const host = HOST === "0.0.0.0" || HOST === "::" ? "127.0.0.1" : HOST;
  const answer = await fetch(`http://${host.includes(":") ? `[${host}]` : host}:${PORT}/health/ready`, {
    signal: AbortSignal.timeout(2_000),
  }).catch(() => undefined);
  const body: unknown = await answer?.json().catch(() => undefined);
  return typeof body === "object" && body !== null && "database" in body;
}
