/*
 * How the instance is, for those who run it, in one look: what's wrong and what to do, and behind it nodes, queues,
 * backups, the database, and others' services. Nothing here takes longer for more accounts.
 */
import * as z from "zod";
import { SIGN_UPS } from "#src/features/identity/accounts/settings.ts";
import { isId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import { INSTANCE } from "#src/lib/event.ts";
import type { Platform, StaffCtx } from "#src/platform/context.ts";
import { slowestStatements } from "#src/platform/db/statement-times.ts";
import { JOB_CLASSES, type JobClassName, type JobType } from "#src/platform/jobs/job-types.ts";
import {
  countDead,
  findQueued,
  listQueued,
  listQueues,
  listSchedules,
  type ScheduleRow,
} from "#src/platform/jobs/queue-store.ts";
import { MAIL_FROM } from "#src/platform/mail/mail.ts";
import { backupFolderOf, listBackups } from "./backups/backups.ts";
import { bundleOf } from "./bundle/bundle.ts";
import {
  type QueuedJob,
  type Schedule,
  SYSTEM_ERRORS,
  type SystemDatabase,
  type SystemNode,
  type SystemOverview,
} from "./contract.ts";
import { type Check, examine, examineQuickly, type Patient } from "./doctor/doctor.ts";
import { jobRunRequested, queuedJobCanceled, tableTended } from "./events.ts";
import { listDoorRows, listNodeRows } from "./nodes/nodes.ts";
import { problemsOf } from "./problems.ts";
import { isBloated, nextRun, nodeState } from "./rules.ts";
import { BACKUP_SCHEDULE } from "./settings.ts";
import {
  findTable,
  getMigrationFigures,
  getServerFigures,
  listLockWaits,
  listReplicas,
  listServerStatements,
  listTableSizes,
} from "./store.ts";

type OverviewDoor = SystemOverview["doors"][number];

export async function getOverview(ctx: StaffCtx): Promise<SystemOverview> {
  const { db, installation, settings } = ctx;
  const { config } = installation;
  const checks = await examineQuickly(patientOf(ctx));
  const seen = {
    checks,
    nodes: await listNodes(ctx),
    queues: (await listQueues(db)).filter(({ name }) => isQueue(name)),
    failed_jobs: await countDead(db),
    schedules: (await listSchedules(db)).map((row) => toSchedule(row, ctx.now())),
    backups: {
      items: (await listBackups(db)).map(({ row_count, picture_count, ...row }) => ({
        ...row,
        rows: row_count,
        pictures: picture_count,
      })),
      is_nightly: settings.get(BACKUP_SCHEDULE) === "nightly",
      folder: backupFolderOf(installation),
      is_encrypted: config.BACKUP_PASSPHRASE !== "",
    },
    doors: await listDoors(ctx),
  };
  const problems = problemsOf({ ...seen, version: installation.version });
  return { ...seen, is_well: problems.length === 0, problems };
}

export function patientOf({ installation, db, settings, now }: Platform): Patient {
  const { config, dataFolder, migrationsFolder } = installation;
  return {
    config,
    misspelled: config.misspelled,
    dataFolder,
    backupFolder: backupFolderOf(installation),
    migrationsFolder,
    db,
    databaseProblem: "",
    isRunning: true,
    hasNightlyBackups: settings.get(BACKUP_SCHEDULE) === "nightly",
    sender: settings.get(MAIL_FROM),
    takesSignUps: settings.get(SIGN_UPS) === "everyone",
    now,
  };
}

async function listNodes({ db, now }: Platform): Promise<SystemNode[]> {
  return (await listNodeRows(db)).map(({ figures, ...node }) => {
    const { page_hits, page_misses, ...rest } = figures;
    const pages = page_hits + page_misses;
    return {
      ...node,
      ...rest,
      page_hit_rate: pages === 0 ? null : page_hits / pages,
      state: nodeState(node.seen_at, figures, now()),
    };
  });
}

async function listDoors({ db, installation, stripe, gmail, objects }: Platform): Promise<OverviewDoor[]> {
  const used = {
    smtp: installation.config.SMTP_URL !== "",
    dns: true,
    s3: objects !== undefined,
    stripe: stripe !== undefined,
    google: gmail !== undefined,
  };
  const rows = new Map((await listDoorRows(db)).map((row) => [row.name, row]));
  return Object.entries(used).map(([name, is_used]) => {
    const { succeeded_at = null, failed_at = null, failure: why = "" } = rows.get(name) ?? {};
    return { name: name as OverviewDoor["name"], is_used, succeeded_at, failed_at, failure: why };
  });
}

const RUN_STATES: Readonly<Record<string, Schedule["last_state"]>> = {
  created: "running",
  retry: "failed",
  active: "running",
  completed: "done",
  cancelled: "failed",
  failed: "failed",
};

function toSchedule({ name, cron, last_state, last_run_at }: ScheduleRow, now: Date): Schedule {
  return {
    name,
    cron,
    last_run_at,
    last_state: last_state === null ? null : (RUN_STATES[last_state] ?? null),
    next_run_at: nextRun(cron, now) ?? null,
  };
}

export async function getDatabase({ db, database }: StaffCtx): Promise<SystemDatabase> {
  const { hits, reads, ...server } = await getServerFigures(db);
  const statements = await listServerStatements(db);
  const isServer = database.kind === "postgres";
  return {
    ...server,
    kind: database.kind,
    connections: isServer ? server.connections : null,
    cache_hit_rate: hits + reads === 0 ? null : hits / (hits + reads),
    tables: (await listTableSizes(db)).map((table) => ({ ...table, is_bloated: isBloated(table) })),
    statements_by: statements ? "server" : "process",
    statements:
      statements ??
      slowestStatements(20).map(({ text, calls, totalMs, longestMs }) => ({
        text,
        calls,
        total_ms: totalMs,
        longest_ms: longestMs,
      })),
    locks: isServer ? await listLockWaits(db) : [],
    replicas: isServer ? await listReplicas(db) : [],
    migrations: await getMigrationFigures(db),
  };
}

const JOB_STATES = { created: "waiting", retry: "retrying", active: "running" } as const;

const isQueue = (name: string): name is JobClassName => Object.hasOwn(JOB_CLASSES, name);

export async function listQueuedJobs(
  { db }: StaffCtx,
  { queue }: { queue: string },
): Promise<{ items: QueuedJob[] }> {
  if (!isQueue(queue)) return { items: [] };
  const rows = await listQueued(db, queue);
  return { items: rows.map(({ state, ...row }) => ({ ...row, state: JOB_STATES[state] })) };
}

/** What it has done by then stays done. */
export function cancelQueuedJob(
  ctx: StaffCtx,
  { queue, id }: { queue: string; id: string },
): Promise<{ id: string }> {
  return ctx.write(async (ctx) => {
    const name = isQueue(queue) && isId(id) ? await findQueued(ctx.db, queue, id) : undefined;
    if (name === undefined || !(await ctx.jobs.cancelQueued(ctx.db, queue, id)))
      throw failure(SYSTEM_ERRORS, "QUEUED_JOB_NOT_FOUND");
    await ctx.announce(queuedJobCanceled, { account: INSTANCE, subject: id, payload: { name } });
    return { id };
  });
}

/** It never overlaps itself: while one waits or runs, no other is added. */
export function runScheduleNow(ctx: StaffCtx, { name }: { name: string }): Promise<{ requested: true }> {
  return ctx.write(async (ctx) => {
    const schedule = (await listSchedules(ctx.db)).find((one) => one.name === name);
    if (!schedule || !isQueue(schedule.queue)) throw failure(SYSTEM_ERRORS, "SCHEDULE_NOT_FOUND");
    await ctx.enqueue({ name, class: schedule.queue, data: z.object({}) }, {});
    await ctx.announce(jobRunRequested, { account: INSTANCE, subject: name, payload: {} });
    return { requested: true };
  });
}

export const tendingJob: JobType<{ table: string }> = {
  name: "system.tend_table",
  class: "schedule",
  data: z.object({ table: z.string() }),
};

const TABLE = /^[\w.]+$/;

/** Others go on reading and writing the table meanwhile. */
export function requestTending(ctx: StaffCtx, { name }: { name: string }): Promise<{ requested: true }> {
  return ctx.write(async (ctx) => {
    if (!TABLE.test(name) || (await findTable(ctx.db, name)) === undefined)
      throw failure(SYSTEM_ERRORS, "TABLE_NOT_FOUND");
    await ctx.enqueue(tendingJob, { table: name }, { key: name });
    await ctx.announce(tableTended, { account: INSTANCE, subject: name, payload: {} });
    return { requested: true };
  });
}

export async function tendTable({ db, database }: Platform, { table }: { table: string }): Promise<void> {
  const name = await findTable(db, table);
  if (name !== undefined) await database.script(`vacuum (analyze) ${name}`);
}

export async function examineInstance(ctx: Platform): Promise<{ items: Check[] }> {
  return { items: await examine(patientOf(ctx)) };
}

export async function makeBundle(ctx: Platform): Promise<Record<string, unknown>> {
  const { db, settings, installation } = ctx;
  const checks = await examine(patientOf(ctx));
  return bundleOf({ checks, settings, version: installation.version, config: installation.config, db });
}
