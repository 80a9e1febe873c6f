/*
 * Background jobs for people: the progress of those they requested, and permanent failures. The platform has
 * the queues and workers (`jobs/jobs.ts`), and each slice decides what its jobs do.
 */
import { grantOn } from "#src/features/identity/team/team.ts";
import { isId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import { INSTANCE } from "#src/lib/event.ts";
import { addDays } from "#src/lib/time.ts";
import { actorId, type Ctx, type Platform, type StaffCtx } from "#src/platform/context.ts";
import {
  type FollowedJobRow,
  listDead,
  listFollowed,
  purgeFollowed,
  type QueueState,
} from "#src/platform/jobs/store.ts";
import { BACKGROUND_ERRORS, type FollowedJob } from "./contract.ts";
import { allJobsRetried, jobCanceled, jobDiscarded, jobRetried } from "./events.ts";

const LISTED_DAYS = 1;
const KEPT_DAYS = 7;
const FAILED_ROWS_MAX = 100;

export async function listJobs(ctx: Ctx): Promise<{ items: FollowedJob[] }> {
  const after = addDays(ctx.now(), -LISTED_DAYS);
  const rows = await listFollowed(ctx.db, { account: ctx.account, after });
  return { items: rows.filter((row) => mayFollow(ctx, row)).map(toJob) };
}

/**
 * People limited to some profiles may not learn about jobs for others, so they can follow only those they
 * started.
 */
function mayFollow(ctx: Ctx, { permission, started_by }: FollowedJobRow): boolean {
  return grantOn(ctx, permission) !== undefined && (ctx.profileIds === null || started_by === actorId(ctx));
}

const STATES: Record<QueueState, FollowedJob["state"]> = {
  created: "waiting",
  retry: "waiting",
  active: "running",
  completed: "done",
  cancelled: "canceled",
  failed: "failed",
};

function toJob({ id, name, done, total, created_at, state }: FollowedJobRow): FollowedJob {
  return { id, name, done, total, created_at, state: STATES[state ?? "completed"] };
}

/** Once this returns, nothing more gets done: work in progress is either finished or undone. */
export async function cancelJob(ctx: Ctx, { id }: { id: string }): Promise<FollowedJob> {
  return ctx.write(async (ctx) => {
    const { name } = await requireJob(ctx, id);
    if (!(await ctx.jobs.cancel(ctx.db, { account: ctx.account, id })))
      throw failure(BACKGROUND_ERRORS, "JOB_ENDED");
    await ctx.announce(jobCanceled, { subject: id, payload: { name } });
    return toJob(await requireJob(ctx, id));
  });
}

async function requireJob(ctx: Ctx, id: string): Promise<FollowedJobRow> {
  const [row] = isId(id) ? await listFollowed(ctx.db, { account: ctx.account, id }) : [];
  if (!row || !mayFollow(ctx, row)) throw failure(BACKGROUND_ERRORS, "JOB_NOT_FOUND");
  return row;
}

export async function listFailedJobs({ db }: StaffCtx) {
  return { items: await listDead(db, FAILED_ROWS_MAX) };
}

export function retryFailed(ctx: StaffCtx, { id }: { id: string }): Promise<{ id: string }> {
  return ctx.write(async (ctx) => {
    if (!(isId(id) && (await ctx.jobs.tryAgain(ctx.db, id))))
      throw failure(BACKGROUND_ERRORS, "JOB_NOT_FOUND");
    await ctx.announce(jobRetried, { account: INSTANCE, subject: id, payload: {} });
    return { id };
  });
}

export function retryAllFailed(ctx: StaffCtx): Promise<{ retried: number }> {
  return ctx.write(async (ctx) => {
    const retried = await ctx.jobs.tryAllAgain(ctx.db);
    if (retried > 0)
      await ctx.announce(allJobsRetried, {
        account: INSTANCE,
        subject: INSTANCE,
        payload: { count: retried },
      });
    return { retried };
  });
}

export function discardFailed(ctx: StaffCtx, { id }: { id: string }): Promise<{ id: string }> {
  return ctx.write(async (ctx) => {
    if (!(isId(id) && (await ctx.jobs.discard(ctx.db, id))))
      throw failure(BACKGROUND_ERRORS, "JOB_NOT_FOUND");
    await ctx.announce(jobDiscarded, { account: INSTANCE, subject: id, payload: {} });
    return { id };
  });
}

/** Deletes the progress of jobs that ended long ago. */
export async function purgeJobs({ db, now }: Platform): Promise<void> {
  await purgeFollowed(db, addDays(now(), -KEPT_DAYS));
}
