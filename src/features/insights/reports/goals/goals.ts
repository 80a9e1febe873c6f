/* Goals: figures that a page, or all of them, should reach. A job notices once when they do. */
import type * as z from "zod";
import { requireWholeAccount } from "#src/features/identity/team/team.ts";
import { ANALYTICS_ERRORS } from "#src/features/insights/analytics/contract.ts";
import { planGrains } from "#src/features/insights/analytics/grain-plan.ts";
import { findProgress } from "#src/features/insights/clicks/clicks.ts";
import { requireProfile } from "#src/features/pages/profiles/profiles.ts";
import { isId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import { isTimeZone } from "#src/lib/time.ts";
import { momentIn } from "#src/lib/time-zones.ts";
import { actorId, type Ctx, canAccessProfile, type Platform, systemCtx } from "#src/platform/context.ts";
import { takeAdvisoryLock } from "#src/platform/db/advisory-locks.ts";
import { goalCreated, goalDeleted, goalReached } from "../events.ts";
import { dayAfter } from "../report-rules.ts";
import { listPages } from "../report-store.ts";
import { expectedBy, GOAL_DAYS_MAX, GOALS_MAX, goalState } from "./goal-rules.ts";
import { GOAL_ERRORS, type Goal, type goalsContract } from "./goals-contract.ts";
import {
  countGoals,
  deleteGoal,
  deleteGoalsOfProfile,
  findGoal,
  type GoalRow,
  getSums,
  insertGoal,
  listGoalRows,
  listOpenGoals,
  updateReached,
} from "./goals-store.ts";

type Input<Name extends keyof typeof goalsContract> = z.output<
  NonNullable<(typeof goalsContract)[Name]["~orpc"]["inputSchema"]>
>;

/** When a goal begins and ends, in milliseconds. */
function spanOf({ first_day, last_day, zone }: Pick<GoalRow, "first_day" | "last_day" | "zone">) {
  const clock = isTimeZone(zone) ? zone : "UTC";
  const at = (day: string) => momentIn(clock, `${day}T00:00`).getTime();
  return { from: at(first_day), to: at(dayAfter(last_day)) };
}

async function measure({ db, now }: Platform, goal: GoalRow): Promise<number> {
  const { from, to } = spanOf(goal);
  const until = Math.min(to, now().getTime());
  if (until <= from) return 0;
  const progress = await findProgress(db);
  const done = { day: progress?.day.getTime() ?? 0, month: progress?.month.getTime() ?? 0 };
  const profileIds =
    goal.profile_id === null ? (await listPages(db, goal.user_id)).map(({ id }) => id) : [goal.profile_id];
  const sums = await getSums(db, { profileIds, spans: planGrains({ from, to: until }, done) });
  return sums[goal.metric];
}

export async function listGoals(ctx: Ctx): Promise<{ items: Goal[] }> {
  const rows = (await listGoalRows(ctx.db, ctx.account)).filter(({ goal: { profile_id } }) =>
    profile_id === null ? ctx.profileIds === null : canAccessProfile(ctx, profile_id),
  );
  const items: Goal[] = [];
  for (const { goal, name } of rows) {
    const value = await measure(ctx, goal);
    const { id, profile_id, metric, target, first_day, last_day, zone, reached_at } = goal;
    const measured = { value, target, ...spanOf(goal), now: ctx.now().getTime() };
    items.push({
      id,
      profile: profile_id === null ? null : { id: profile_id, name: name ?? "" },
      metric,
      target,
      first_day,
      last_day,
      zone,
      value,
      expected: Math.round(expectedBy(measured)),
      state: goalState(measured),
      reached_at,
    });
  }
  return { items };
}

export async function createGoal(ctx: Ctx, input: Input<"create">): Promise<{ id: string }> {
  const { profile_id, metric, target, first_day, last_day, zone } = input;
  if (!isTimeZone(zone)) throw failure(ANALYTICS_ERRORS, "TIME_ZONE_UNKNOWN");
  if (last_day < first_day || Date.parse(last_day) - Date.parse(first_day) > GOAL_DAYS_MAX * 86_400_000)
    throw failure(GOAL_ERRORS, "GOAL_DAYS_INVALID");
  if (profile_id === null) requireWholeAccount(ctx);
  else await requireProfile(ctx, profile_id);
  const id = ctx.newId();
  await ctx.write(async (ctx) => {
    await takeAdvisoryLock(ctx.db, "figures", ctx.account);
    if ((await countGoals(ctx.db, ctx.account)) >= GOALS_MAX) throw failure(GOAL_ERRORS, "GOAL_LIMIT");
    await insertGoal(ctx.db, {
      user_id: ctx.account,
      id,
      profile_id,
      metric,
      target,
      first_day,
      last_day,
      zone,
      reached_at: null,
      made_by: actorId(ctx),
      created_at: ctx.now().toISOString(),
    });
    await ctx.announce(goalCreated, { subject: id, payload: payloadOf(profile_id) });
  });
  return { id };
}

export async function removeGoal(ctx: Ctx, { id }: Input<"delete">): Promise<{ id: string }> {
  await ctx.write(async (ctx) => {
    const row = isId(id) ? await findGoal(ctx.db, { account: ctx.account, id }) : undefined;
    if (!row || (row.profile_id !== null && !canAccessProfile(ctx, row.profile_id)))
      throw failure(GOAL_ERRORS, "GOAL_NOT_FOUND");
    if (row.profile_id === null) requireWholeAccount(ctx);
    await deleteGoal(ctx.db, { account: ctx.account, id });
    await ctx.announce(goalDeleted, { subject: id, payload: payloadOf(row.profile_id) });
  });
  return { id };
}

const payloadOf = (profile_id: string | null) => (profile_id === null ? {} : { profile_id });

const GOALS_READ = 200;
/** Before every other id. */
const NO_ID = "00000000-0000-0000-0000-000000000000";

/** Notices goals that were reached. Each is told once, whichever node or run finds it. */
export async function checkGoals(platform: Platform): Promise<void> {
  const day = platform.now().toISOString().slice(0, 10);
  let after = NO_ID;
  for (;;) {
    const some = await listOpenGoals(platform.db, { after, day, rows: GOALS_READ });
    for (const goal of some) await checkGoal(platform, goal);
    const last = some.at(-1);
    if (!last || some.length < GOALS_READ) return;
    after = last.id;
  }
}

async function checkGoal(platform: Platform, goal: GoalRow): Promise<void> {
  if ((await measure(platform, goal)) < goal.target) return;
  const { user_id: account, id, profile_id, metric, target } = goal;
  await systemCtx(platform, { job: "reports.goals", account }).write(async (ctx) => {
    if (!(await updateReached(ctx.db, { account, id, at: ctx.now().toISOString() }))) return;
    await ctx.announce(goalReached, {
      subject: id,
      payload: { ...payloadOf(profile_id), why: metric, to: target },
    });
  });
}

export async function forgetGoalsOfProfile(
  { db }: Platform,
  { subject }: { subject: string },
): Promise<void> {
  await deleteGoalsOfProfile(db, subject);
}
