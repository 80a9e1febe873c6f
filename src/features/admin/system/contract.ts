import * as z from "zod";
import { idSchema, listOf, routesOf, sentence, staff } from "#src/lib/endpoint.ts";
import { BACKUP_CAUSES, BACKUP_STATES } from "./backups/backup-rules.ts";
import { CHECK_VERDICTS } from "./doctor/doctor-rules.ts";
import { ACTIONS } from "./rules.ts";

export const SYSTEM_ERRORS = {
  NO_BACKUP: { status: 409, message: "There’s no backup to check yet." },
  QUEUED_JOB_NOT_FOUND: { status: 404, message: "That job is gone, or has ended." },
  SCHEDULE_NOT_FOUND: { status: 404, message: "There’s no such recurring job." },
  TABLE_NOT_FOUND: { status: 404, message: "There’s no such table." },
} as const;
const { NO_BACKUP, QUEUED_JOB_NOT_FOUND, SCHEDULE_NOT_FOUND, TABLE_NOT_FOUND } = SYSTEM_ERRORS;

const checkSchema = z.object({
  /** What was looked at, such as `disk`. */
  name: z.string(),
  verdict: z.enum(CHECK_VERDICTS),
  said: sentence(),
  /** What to do. Empty if there's nothing. */
  advice: sentence(),
});

const nodeSchema = z.object({
  id: z.string(),
  name: z.string(),
  version: z.string(),
  roles: z.array(z.string()),
  state: z.enum(["well", "busy", "silent"]),
  /** The machine's load over a minute, and its processors. */
  load: z.number(),
  cpus: z.number(),
  memory: z.number(),
  memory_total: z.number(),
  /** How late the event loop was for the slowest hundredth, in milliseconds. */
  loop_ms: z.number(),
  disk_free: z.number(),
  disk_total: z.number(),
  /** Of public pages, in the process's own cache. Null before the first. */
  page_hit_rate: z.number().nullable(),
  page_bytes: z.number(),
  started_at: z.string(),
  seen_at: z.string(),
});
export type SystemNode = z.infer<typeof nodeSchema>;

const queueSchema = z.object({
  name: z.string(),
  waiting: z.number(),
  running: z.number(),
  /** How long the oldest one has been due, in seconds. Null if none is. */
  due_seconds: z.number().nullable(),
});
export type Queue = z.infer<typeof queueSchema>;

const scheduleSchema = z.object({
  name: z.string(),
  cron: z.string(),
  last_run_at: z.string().nullable(),
  last_state: z.enum(["running", "done", "failed"]).nullable(),
  next_run_at: z.string().nullable(),
});
export type Schedule = z.infer<typeof scheduleSchema>;

const backupSchema = z.object({
  id: z.string(),
  cause: z.enum(BACKUP_CAUSES),
  state: z.enum(BACKUP_STATES),
  node: z.string(),
  file: z.string(),
  is_encrypted: z.boolean(),
  bytes: z.number(),
  rows: z.number(),
  pictures: z.number(),
  lost_pictures: z.number(),
  /** Why it failed. */
  reason: sentence(),
  started_at: z.string(),
  ended_at: z.string().nullable(),
  verified_at: z.string().nullable(),
  /** What restoring it on trial found. Empty if all was there. */
  verdict: sentence(),
});
export type Backup = z.infer<typeof backupSchema>;

const overviewSchema = z.object({
  is_well: z.boolean(),
  problems: z.array(
    z.object({
      said: sentence(),
      advice: sentence(),
      action: z.enum(ACTIONS).nullable(),
      /** What the action is for, such as a recurring job's name. */
      target: z.string(),
    }),
  ),
  checks: z.array(checkSchema),
  nodes: z.array(nodeSchema),
  queues: z.array(queueSchema),
  failed_jobs: z.number(),
  schedules: z.array(scheduleSchema),
  backups: z.object({
    items: z.array(backupSchema),
    is_nightly: z.boolean(),
    folder: z.string(),
    is_encrypted: z.boolean(),
  }),
  doors: z.array(
    z.object({
      name: z.enum(["smtp", "dns", "s3", "stripe", "google"]),
      /** Whether this instance has been told to use it. */
      is_used: z.boolean(),
      succeeded_at: z.string().nullable(),
      failed_at: z.string().nullable(),
      failure: sentence(),
    }),
  ),
});
export type SystemOverview = z.infer<typeof overviewSchema>;

const databaseSchema = z.object({
  kind: z.enum(["pglite", "postgres"]),
  version: z.string(),
  bytes: z.number(),
  /** The share of blocks that were in the server's memory. Null before the first. */
  cache_hit_rate: z.number().nullable(),
  connections: z.number().nullable(),
  tables: z.array(
    z.object({
      name: z.string(),
      bytes: z.number(),
      rows: z.number(),
      dead: z.number(),
      is_bloated: z.boolean(),
    }),
  ),
  /** Whether `pg_stat_statements` counted them on the server, or this process did. */
  statements_by: z.enum(["server", "process"]),
  statements: z.array(
    z.object({ text: z.string(), calls: z.number(), total_ms: z.number(), longest_ms: z.number() }),
  ),
  locks: z.array(
    z.object({ pid: z.number(), blocked_by: z.array(z.number()), seconds: z.number(), text: z.string() }),
  ),
  replicas: z.array(z.object({ name: z.string(), state: z.string(), lag_bytes: z.number().nullable() })),
  migrations: z.object({ applied: z.number(), last_at: z.string().nullable() }),
});
export type SystemDatabase = z.infer<typeof databaseSchema>;

const queuedJobSchema = z.object({
  id: z.string(),
  name: z.string(),
  state: z.enum(["waiting", "retrying", "running"]),
  tries: z.number(),
  created_at: z.string(),
  due_at: z.string(),
  /** Why the last try failed. */
  reason: sentence(),
});
export type QueuedJob = z.infer<typeof queuedJobSchema>;

const { get, ask, post } = routesOf("system");
const requested = z.object({ requested: z.literal(true) });
const named = z.object({ name: z.string().max(100) });
const inQueue = z.object({ queue: z.string().max(100) });

export const systemContract = {
  overview: staff("system")
    .route(get("/admin/system", "Whether the instance is well: its nodes, jobs, backups and doors to others"))
    .output(overviewSchema),
  database: staff("system")
    .route(get("/admin/system/database", "The database: sizes, slow statements, locks and replicas"))
    .output(databaseSchema),
  queue: staff("system")
    .route(get("/admin/system/queues/{queue}", "The next jobs of a queue, and those that run"))
    .input(inQueue)
    .output(listOf(queuedJobSchema)),
  examine: staff("system")
    .route(ask("/admin/system/checks", "The self-check with what takes as long as another host does"))
    .output(listOf(checkSchema)),
  bundle: staff("system")
    .route(get("/admin/system/bundle", "What helps others to help, without personal data"))
    .output(z.record(z.string(), z.unknown())),
  backUp: staff("system")
    .route(post("/admin/system/backups", "Make a backup now, unless one is being made"))
    .output(requested),
  verify: staff("system")
    .route(post("/admin/system/backups/check", "Restore the last backup on trial, and compare"))
    .errors({ NO_BACKUP })
    .output(requested),
  runJob: staff("system")
    .route(post("/admin/system/schedules/{name}/run", "Run a recurring job now"))
    .errors({ SCHEDULE_NOT_FOUND })
    .input(named)
    .output(requested),
  cancelJob: staff("system")
    .route(post("/admin/system/queues/{queue}/{id}/cancel", "Cancel a job that waits or runs"))
    .errors({ QUEUED_JOB_NOT_FOUND })
    .input(inQueue.extend({ id: idSchema }))
    .output(z.object({ id: z.string() })),
  tend: staff("system")
    .route(post("/admin/system/tables/{name}/tend", "Free a table’s space and refresh its statistics"))
    .errors({ TABLE_NOT_FOUND })
    .input(named)
    .output(requested),
};
