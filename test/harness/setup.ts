import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pino } from "pino";
import type { TestProject } from "vitest/node";
import { jobs as jobList } from "#src/node/slices.ts";
import type { Database } from "#src/platform/db/database.ts";
import { migrate } from "#src/platform/db/migrate.ts";
import { openPglite } from "#src/platform/db/pglite.ts";
import { openPostgres } from "#src/platform/db/postgres.ts";
import { Jobs } from "#src/platform/jobs/jobs.ts";
import { openCoverageLog } from "./coverage-log.ts";
import { LOG_HEAD_BYTES, resizeLog } from "./database.ts";
import { errorCoverageProblems } from "./error-coverage.ts";
import { eventCoverageProblems } from "./event-coverage.ts";
import { FORGETFUL, type PostgresServer, startPostgres } from "./postgres.ts";

const MIGRATIONS = resolve(import.meta.dirname, "../../migrations");

async function prepare(database: Database): Promise<void> {
  await migrate(database, MIGRATIONS);
  const jobs = new Jobs(database, pino({ level: "silent" }));
  await jobs.start(jobList);
  await jobs.stop(1_000);
}

/** Creates the migrated databases that every test file clones, once for the whole run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (project.name === "server") return setupPglite(project);
  const stop = await setupPostgres(project);
  const records = openCoverageLog();
  project.provide("records", records.folder);
  return async () => {
    await stop();
    const recorded = records.close();
    // A partial run provokes only some of the errors and events.
    const { state, config } = project.vitest;
    const { testFiles } = await project.globTestFiles();
    const ran = new Set(state.getFiles().map(({ filepath }) => filepath));
    const isPart = config.testNamePattern !== undefined || testFiles.some((file) => !ran.has(file));
    if (isPart) return;
    const problems = [
      ...(await errorCoverageProblems(recorded("refused"))),
      ...eventCoverageProblems(recorded("announced")),
    ];
    if (problems.length > 0) throw new Error(`What the contracts promise:\n${problems.join("\n")}`);
  };
}

/**
 * Every test file copies the folder, so it contains only what they use: a quarter of what a first start
 * creates.
 */
const SHRINK = [
  "update pg_database set datistemplate = false where datname <> current_database()",
  "drop database template0",
  "drop database template1",
  "set wal_recycle = off",
  "select pg_switch_wal()",
  "checkpoint",
];

async function setupPglite(project: TestProject) {
  const parent = await mkdtemp(join(tmpdir(), "fanfare-tests-"));
  const folder = join(parent, "db");
  const database = await openPglite(folder);
  await prepare(database);
  for (const statement of SHRINK) await database.script(statement);
  await database.close();
  resizeLog(folder, LOG_HEAD_BYTES);
  project.provide("folder", folder);
  project.provide("server", "");
  project.provide("records", "");
  return () => rm(parent, { recursive: true, force: true });
}

async function startMigratedPostgres(): Promise<PostgresServer> {
  // Checking a password takes a third of the time that connecting does.
  const server = await startPostgres(FORGETFUL, ["--auth=trust"]);
  const database = await openPostgres(`${server.url}/template_fanfare`, () => {});
  await prepare(database);
  await database.close();
  return server;
}

async function setupPostgres(project: TestProject) {
  const server = await startMigratedPostgres();
  project.provide("folder", "");
  // Through a socket, a statement takes a fifth less of the processor.
  project.provide("server", server.url.replace("127.0.0.1", "%2Ftmp"));
  return server.stop;
}

if (!existsSync(MIGRATIONS)) throw new Error("The migrations folder is missing.");
