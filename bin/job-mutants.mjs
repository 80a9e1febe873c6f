/* Mutants for jobs and events, in the format of `mutants.mjs`. */
const BACKGROUND = "src/features/instance/background/background.test.ts";
const EVENTS = "src/platform/events/events.test.ts";
const JOBS = "src/platform/jobs/jobs.test.ts";
const POOL = "src/platform/jobs/worker-pool.test.ts";

const background = "src/features/instance/background/background.ts";
const jobs = "src/platform/jobs/jobs.ts";
const pool = "src/platform/jobs/worker-pool.ts";
const jobStore = "src/platform/jobs/store.ts";
const eventStore = "src/platform/events/store.ts";

export const JOB_MUTANTS = [
  ["a canceled job goes on", jobStore, "and j.state = 'active' for", "for", [BACKGROUND]],
  [
    "jobs of others are followed",
    jobStore,
    "        eq(followedJobs.account, account),\n        after",
    "        after",
    [BACKGROUND],
  ],
  ["a role may follow any job", background, "grantOn(ctx, permission) !== undefined &&", "", [BACKGROUND]],
  [
    "people limited to some profiles follow jobs about all",
    background,
    "(ctx.profileIds === null || started_by === actorId(ctx))",
    "true",
    [BACKGROUND],
  ],
  [
    "an event carries any amount",
    "src/platform/events/events.ts",
    "bytes > EVENT_BYTES_MAX",
    "false",
    [EVENTS],
  ],
  [
    "an event carries what nobody can parse",
    "src/platform/events/events.ts",
    "JSON.stringify(shape.parse(payload))",
    "JSON.stringify(payload)",
    [EVENTS],
  ],
  [
    "an open transaction is gone around",
    "src/platform/db/postgres.ts",
    `    requireNoTransaction();\n`,
    "",
    ["src/platform/platform.test.ts"],
  ],
  ["what failed for good is gone", jobs, "      deadLetter: DEAD,\n", "", [BACKGROUND]],
  [
    "staff read whom a failed job was about",
    "src/platform/jobs/jobs.ts",
    `.replace(/(?<!\\S)\\S+@\\S+/g, "…")`,
    "",
    [BACKGROUND],
  ],
  ["a key is forgotten", jobs, "singletonKey: key === undefined ?", "singletonKey: id !== key ?", [JOBS]],
  ["a job takes as long as it likes", "src/platform/jobs/run-job.ts", ", expired.promise]", "]", [JOBS]],
  ["a job doesn't hear that its process stops", jobs, "    this.#stopping.abort(", "    void (", [JOBS]],
  [
    "what recurs no longer goes on recurring",
    jobStore,
    "gone as (delete from jobs.schedule s",
    "gone as (select 1 from jobs.schedule s",
    [JOBS],
  ],
  ["a recurring job keeps its old time", jobStore, "known.cron <> excluded.cron", "false", [JOBS]],
  ["everyone looks for jobs at once", pool, "perGroup ?? 1", "concurrency", [POOL]],
  ["a stopping process hires", pool, " && !this.#isStopping", "", [POOL]],
  ["nobody is hired", pool, "if (isRoom &&", "if (!isRoom &&", [POOL]],
  [
    "one account reads another's events",
    eventStore,
    "        eq(events.account, account),\n        after",
    "        after",
    [EVENTS],
  ],
  [
    "events are read that others may still overtake",
    eventStore,
    "        lt(events.id, before),\n",
    "",
    [EVENTS],
  ],
  [
    "events are kept for ever",
    "src/platform/events/events.ts",
    "addDays(now(), -EVENT_DAYS_KEPT)",
    "addDays(now(), -9 * EVENT_DAYS_KEPT)",
    [EVENTS],
  ],
  [
    "erasing a lead leaves the e-mail about it",
    "src/features/audience/leads/leads.ts",
    "    await eraseMail(ctx, { account, about: [...about, ...ids] });\n",
    "",
    ["src/features/audience/leads/send-download.test.ts"],
  ],
];
