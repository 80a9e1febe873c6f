/*
 * Taking steps: whoever is due goes on from step to step until a wait or the end. Up to `GROUP_ROWS` people go on in one
 * transaction, in which their e-mail gets its rows in delivery's ledger, so that a kill undoes or keeps all of it.
 */
import type { Condition } from "#src/features/audience/segments/conditions/condition-rules.ts";
import { zoneAt } from "#src/lib/time-zones.ts";
import { type Ctx, type Platform, systemCtx } from "#src/platform/context.ts";
import { Portion } from "#src/platform/db/portion.ts";
import { actOn } from "./actions.ts";
import { advanceJob, enqueueAdvance, type OneSequence } from "./advance-job.ts";
import { type Junction, partOf, routeOf, type Step } from "./definition-rules.ts";
import { claimDueEnrollments, type EnrollmentRow, listWalking, type Walking } from "./enrollment-store.ts";
import { takeMailStep } from "./mail-steps.ts";
import { type ExitReason, FIRST_ROWS, GROUP_ROWS, LOOK_MINUTES, STEPS_AT_ONCE_MAX } from "./rules.ts";
import { listDueSequences, listVersions, lockSequence, upsertBySystem } from "./store.ts";
import { endOfWait } from "./wait-rules.ts";
import { chanceOf, Walk, type Walker } from "./walk.ts";

/** A job looks for more people for this long, and then lets others have its place. */
const RUN_MS = 30_000;

/** Goes on with everyone whose time has come. Every minute. */
export async function advanceDue(platform: Platform): Promise<void> {
  for (const { account, id } of await listDueSequences(platform.db, platform.now().toISOString()))
    await platform.enqueue(advanceJob, { account, id }, { key: `${account} ${id}` });
}

export async function advanceSequence(platform: Platform, { account, id }: OneSequence): Promise<void> {
  const ctx = systemCtx(platform, { job: advanceJob.name, account });
  const until = performance.now() + RUN_MS;
  const portion = new Portion({ first: FIRST_ROWS, most: GROUP_ROWS });
  for (;;) {
    const [begun, { rows }] = [performance.now(), portion];
    if ((await advanceGroup(ctx, id, rows)) < rows) return;
    ctx.abortSignal.throwIfAborted();
    if (performance.now() > until) return enqueueAdvance(ctx, { account, id });
    portion.took(performance.now() - begun, rows);
  }
}

/** Returns how many people were due. A pause waits for those on the way, and whoever is due waits for its end. */
function advanceGroup(ctx: Ctx, id: string, most: number): Promise<number> {
  const key = { user_id: ctx.account, id };
  return ctx.write(async (ctx) => {
    const sequence = await lockSequence(ctx.db, key, "share");
    if (sequence?.state !== "active") return 0;
    await upsertBySystem(ctx.db);
    const now = ctx.now();
    const rows = await claimDueEnrollments(ctx.db, { ...key, now: now.toISOString(), rows: most });
    if (rows.length === 0) return 0;
    const people = await listWalking(ctx.db, ctx.account, [...new Set(rows.map((row) => row.contact_id))]);
    const known = new Map(people.map((person) => [person.id, person]));
    for (const version of await listVersions(ctx.db, key, [...new Set(rows.map((row) => row.version))]))
      await walkOn(
        new Walk(ctx, version, { now, active_since: sequence.state_at }),
        rows.filter((row) => row.version === version.version),
        known,
      );
    return rows.length;
  });
}

async function walkOn(
  walk: Walk,
  rows: readonly EnrollmentRow[],
  known: ReadonlyMap<string, Walking>,
): Promise<void> {
  const { definition } = walk.version;
  const place = { rest: definition.time_zone, now: walk.now };
  const walkers: Walker[] = [];
  for (const row of rows) {
    const person = known.get(row.contact_id);
    if (person) walkers.push(walk.add(row, person, zoneAt(person, place)));
    // They were deleted, and the job that forgets them is on its way.
    else walk.leave({ ...row }, "erased");
  }
  await letLeave(walk, walkers);
  const route = routeOf(definition);
  const isGoing = ({ row }: Walker) => row.ended_at === null && row.due_at <= walk.now.toISOString();
  for (let round = 0; round < STEPS_AT_ONCE_MAX; round++)
    for (const [stepId, group] of byStep(walkers.filter(isGoing)))
      await take(walk, route.get(stepId ?? ""), group);
  for (const { row } of walkers.filter(isGoing)) walk.leave(row, "circling");
  await walk.save();
}

function byStep(walkers: readonly Walker[]): Map<string | null, Walker[]> {
  const found = new Map<string | null, Walker[]>();
  for (const walker of walkers)
    found.set(walker.row.step_id, [...(found.get(walker.row.step_id) ?? []), walker]);
  return found;
}

/** Lets those leave who don't belong here anymore. */
async function letLeave(walk: Walk, walkers: readonly Walker[]): Promise<void> {
  const { goal, exits } = walk.version.definition;
  for (const { row, person } of walkers)
    if (person.status === "unsubscribed") walk.leave(row, "unsubscribed");
    else if (["bounced", "complained", "blocked"].includes(person.status)) walk.leave(row, "suppressed");
  const leaveIf = async (condition: Condition | null, reason: ExitReason) => {
    const staying = walkers.filter(({ row }) => row.ended_at === null);
    const found = condition === null ? new Set() : await walk.matching(condition, staying);
    for (const { row, person } of staying) if (found.has(person.id)) walk.leave(row, reason);
  };
  await leaveIf(goal, "goal");
  await leaveIf(exits.condition, "condition");
}

type TypedJunction<Type extends Step["type"]> = Junction & { step: Extract<Step, { type: Type }> };
const isAt = <Type extends Step["type"]>(junction: Junction, type: Type): junction is TypedJunction<Type> =>
  junction.step.type === type;

async function take(walk: Walk, junction: Junction | undefined, group: readonly Walker[]): Promise<void> {
  const passAll = (next: string | null, outcome: "done" | "ended") => {
    for (const walker of group) walk.pass(walker, next, outcome);
  };
  if (!junction || isAt(junction, "end")) passAll(null, "ended");
  else if (isAt(junction, "goto")) passAll(junction.step.step_id, "done");
  else if (isAt(junction, "send")) await takeMailStep(walk, junction, group);
  else if (isAt(junction, "wait")) await takeWait(walk, junction, group);
  else if (isAt(junction, "branch")) await takeBranch(walk, junction, group);
  else if (isAt(junction, "split")) takeSplit(walk, junction, group);
  else await takeAction(walk, junction, group);
}

async function takeWait(walk: Walk, { step, next }: TypedJunction<"wait">, group: readonly Walker[]) {
  const { wait } = step;
  const isMet =
    wait.kind === "condition" && wait.condition !== null
      ? await walk.matching(wait.condition, group)
      : new Set<string>();
  const soon = walk.now.getTime() + LOOK_MINUTES * 60_000;
  for (const walker of group) {
    const end = endOfWait(wait, walker.zone, new Date(walker.row.step_at));
    const isOver = end <= walk.now || (walker.row.state === "waiting" && wait.kind !== "condition");
    if (isMet.has(walker.person.id)) walk.pass(walker, next, "yes");
    else if (isOver) walk.pass(walker, next, wait.kind === "condition" ? "no" : "waited");
    else {
      const until = wait.kind === "condition" ? new Date(Math.min(end.getTime(), soon)) : end;
      walk.hold(walker, until, { state: "waiting", reason: null });
    }
  }
}

async function takeBranch(walk: Walk, { step, into }: TypedJunction<"branch">, group: readonly Walker[]) {
  const [yes = null, no = null] = into;
  const found = step.condition === null ? new Set() : await walk.matching(step.condition, group);
  for (const walker of group)
    if (found.has(walker.person.id)) walk.pass(walker, yes, "yes");
    else walk.pass(walker, no, "no");
}

function takeSplit(walk: Walk, { step, into }: TypedJunction<"split">, group: readonly Walker[]): void {
  for (const walker of group) {
    const part = partOf(step.parts, chanceOf(`${walker.row.sequence_id} ${step.id} ${walker.person.id}`));
    walk.pass(walker, into[part] ?? null, { part });
  }
}

/** Changes people all together, where that's possible. What fails for somebody is noted, and they go on. */
async function takeAction(walk: Walk, { step, next }: Junction, group: readonly Walker[]): Promise<void> {
  const ids = group.map(({ person }) => person.id);
  const failed = await actOn(walk.ctx, step, { ids, sequence_id: walk.version.sequence_id });
  for (const walker of group) walk.pass(walker, next, failed.has(walker.person.id) ? "failed" : "done");
}
