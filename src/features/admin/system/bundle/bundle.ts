/*
 * What somebody who helps needs to know of an instance, without personal data: how it's set up, what the self-check says,
 * how much there is of everything, and what went wrong lately.
 */
import { arch, release, platform as system } from "node:os";
import type { SettingInput } from "#src/lib/setting.ts";
import type { Db } from "#src/platform/db/database.ts";
import type { InstallationConfig } from "#src/platform/installation.ts";
import { listDeadReasons, listQueues } from "#src/platform/jobs/queue-store.ts";
import { recentLines } from "#src/platform/observe/log.ts";
import type { Settings } from "#src/platform/settings.ts";
import type { Check } from "../doctor/doctor-rules.ts";
import { listDoorRows, listNodeRows } from "../nodes/nodes.ts";
import { getMigrationFigures, getServerFigures, listTableSizes } from "../store.ts";
import { type Redact, redactedLine, redactor } from "./redaction.ts";

interface Bundled {
  checks: readonly Check[];
  settings: Settings | undefined;
  version: string;
  config: InstallationConfig;
  db: Db | undefined;
}

const REASONS_MAX = 50;

export async function bundleOf({
  checks,
  settings,
  version,
  config,
  db,
}: Bundled): Promise<Record<string, unknown>> {
  const redact = redactor(Object.keys((await import("#src/languages/es-server.json")).default));
  return {
    fanfare: version,
    node: process.versions.node,
    system: `${system()} ${release()} ${arch()}`,
    checks: checks.map(({ name, verdict, said, advice }) => ({
      name,
      verdict,
      said: redact(said),
      advice: redact(advice),
    })),
    environment: environmentOf(config),
    settings: settings ? settingsIn(settings) : [],
    ...(db && (await databaseIn(db, redact))),
    log: recentLines().flatMap((line) => redactedLine(line, redact) ?? []),
  };
}

/** Whether they're set, and for those that name nobody, to what. */
function environmentOf(config: InstallationConfig): Record<string, unknown> {
  const { PORT, ROLES, MEDIA_STORAGE } = config;
  const isSet = (value: string) => value !== "";
  return {
    PORT,
    ROLES,
    MEDIA_STORAGE,
    DATABASE_URL: isSet(config.DATABASE_URL),
    PUBLIC_URL: isSet(config.PUBLIC_URL),
    SECRET: isSet(config.SECRET),
    SMTP_URL: isSet(config.SMTP_URL),
    GOOGLE_CLIENT_ID: isSet(config.GOOGLE_CLIENT_ID),
    STRIPE_SECRET_KEY: isSet(config.STRIPE_SECRET_KEY),
    S3_ENDPOINT: isSet(config.S3_ENDPOINT),
    DNS_SERVERS: isSet(config.DNS_SERVERS),
    BACKUP_FOLDER: isSet(config.BACKUP_FOLDER),
    BACKUP_PASSPHRASE: isSet(config.BACKUP_PASSPHRASE),
  };
}

/** What was chosen from a list is ours; of what was typed, only whether it was. */
function settingsIn(settings: Settings) {
  return settings.list.map((setting) => {
    const { text, source } = settings.look(setting);
    return { name: setting.name, source, ...(isChosen(setting.input, text) && { value: text }) };
  });
}

function isChosen(input: SettingInput, text: string): boolean {
  if (input.kind === "choice") return input.choices.some(({ value }) => value === text);
  return input.kind === "switch" || input.kind === "number";
}

async function databaseIn(db: Db, redact: Redact): Promise<Record<string, unknown>> {
  const nodes = await listNodeRows(db).catch(() => []);
  const doors = await listDoorRows(db).catch(() => []);
  const reasons = await listDeadReasons(db, REASONS_MAX).catch(() => []);
  return {
    database: await getServerFigures(db),
    migrations: await getMigrationFigures(db).catch(() => undefined),
    tables: await listTableSizes(db),
    queues: await listQueues(db).catch(() => []),
    failed_jobs: reasons.map(({ name, reason, count }) => ({ name, reason: redact(reason), count })),
    doors: doors.map(({ failure, ...door }) => ({ ...door, failure: redact(failure) })),
    // Machines are often named after people.
    nodes: nodes.map(({ version, roles, figures, started_at }) => ({ version, roles, figures, started_at })),
  };
}
