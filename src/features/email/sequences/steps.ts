/*
 * Taking steps: whoever is due goes on from step to step until a wait or the end. Up to `GROUP_ROWS` people go on in one
 * transaction, in which their e-mail gets its rows in delivery's ledger, so that a kill undoes or keeps all of it.
 */
import { createHash } from "node:crypto";
import { updateContact } from "#src/features/audience/contacts/contact-changes.ts";
import { assignStages, tagContacts } from "#src/features/audience/contacts/list/bulk.ts";
import { addTask } from "#src/features/audience/contacts/tasks/tasks.ts";
import type { Condition } from "#src/features/audience/segments/conditions/condition-rules.ts";
import { listMatching } from "#src/features/audience/segments/matching.ts";
import { Failure } from "#src/lib/errors.ts";
import { addDays } from "#src/lib/time.ts";
import { zoneAt } from "#src/lib/time-zones.ts";
import { type Ctx, type Platform, systemCtx } from "#src/platform/context.ts";
import { advanceJob, enqueueAdvance, type OneSequence } from "./advance-job.ts";
import { type Junction, partOf, routeOf, type Step } from "./definition-rules.ts";
import {
  claimDueEnrollments,
  type EnrollmentRow,
  insertSteps,
  listWalking,
  type StepRow,
  updateEnrollments,
  type Walking,
} from "./enrollment-store.ts";
import { sequenceNotified, sequenceStepReached } from "./events.ts";
import { announceLeft, endThese } from "./exits.ts";
import { takeMailStep } from "./mail-steps.ts";
import { type ExitReason, GROUP_ROWS, LOOK_MINUTES, STEPS_AT_ONCE_MAX, type StepOutcome } from "./rules.ts";
import { listDueSequences, listVersions, lockSequence, type VersionRow } from "./store.ts";
import { endOfWait } from "./wait-rules.ts";

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
  while ((await advanceGroup(ctx, id)) === GROUP_ROWS) {
    ctx.abortSignal.throwIfAborted();
    if (performance.now() > until) return enqueueAdvance(ctx, { account, id });
  }
}

/** Returns how many people were due. A pause waits for those on the way, and whoever is due waits for its end. */
function advanceGroup(ctx: Ctx, id: string): Promise<number> {
  const key = { user_id: ctx.account, id };
  return ctx.write(async (ctx) => {
    const sequence = await lockSequence(ctx.db, key, "share");
    if (sequence?.state !== "active") return 0;
    const now = ctx.now();
    const rows = await claimDueEnrollments(ctx.db, { ...key, now: now.toISOString(), rows: GROUP_ROWS });
    if (rows.length === 0) return 0;
    const people = await listWalking(ctx.db, ctx.account, [...new Set(rows.map((row) => row.contact_id))]);
    const known = new Map(people.map((person) => [person.id, person]));
    for (const version of await listVersions(ctx.db, key, [...new Set(rows.map((row) => row.version))]))
      await new Walk(ctx, version, now).go(
        rows.filter((row) => row.version === version.version),
        known,
      );
    return rows.length;
  });
}

/** Somebody on their way, and where they are by now. */
export interface Walker {
  row: EnrollmentRow;
  person: Walking;
  zone: string;
}

/** The steps that people in one version take in one transaction. */
export class Walk {
  readonly ctx: Ctx;
  readonly version: VersionRow;
  readonly now: Date;
  readonly #route: ReadonlyMap<string, Junction>;
  readonly #taken: StepRow[] = [];
  readonly #ended = new Map<ExitReason, EnrollmentRow[]>();

  constructor(ctx: Ctx, version: VersionRow, now: Date) {
    this.ctx = ctx;
    this.version = version;
    this.now = now;
    this.#route = routeOf(version.definition);
  }

  async go(rows: readonly EnrollmentRow[], known: ReadonlyMap<string, Walking>): Promise<void> {
    const { definition } = this.version;
    const walkers: Walker[] = rows.flatMap((row) => {
      const person = known.get(row.contact_id);
      const place = { rest: definition.time_zone, now: this.now };
      return person ? [{ row: { ...row }, person, zone: zoneAt(person, place) }] : this.#lose(row);
    });
    let going = await this.#stay(walkers);
    for (let round = 0; going.length > 0; round++) {
      const isTooLong = round === STEPS_AT_ONCE_MAX;
      for (const walker of isTooLong ? going : []) this.leave(walker, "circling");
      for (const [stepId, group] of byStep(isTooLong ? [] : going)) await this.#take(stepId, group);
      going = going.filter(({ row }) => row.ended_at === null && row.due_at <= this.now.toISOString());
    }
    await this.#save(walkers);
  }

  /** They were deleted, and the job that forgets them is on its way. */
  #lose(row: EnrollmentRow): [] {
    this.#ended.set("erased", [...(this.#ended.get("erased") ?? []), row]);
    return [];
  }

  /** Lets those leave who don't belong here anymore, and returns the others. */
  async #stay(walkers: readonly Walker[]): Promise<Walker[]> {
    const { goal, exits } = this.version.definition;
    for (const walker of walkers) {
      const { status } = walker.person;
      if (status === "unsubscribed") this.leave(walker, "unsubscribed");
      else if (status === "bounced" || status === "complained" || status === "blocked")
        this.leave(walker, "suppressed");
    }
    await this.#leaveIf(walkers, goal, "goal");
    await this.#leaveIf(walkers, exits.condition, "condition");
    return walkers.filter(({ row }) => row.ended_at === null);
  }

  async #leaveIf(walkers: readonly Walker[], condition: Condition | null, reason: ExitReason): Promise<void> {
    if (condition === null) return;
    const staying = walkers.filter(({ row }) => row.ended_at === null);
    const found = await this.matching(condition, staying);
    for (const walker of staying) if (found.has(walker.person.id)) this.leave(walker, reason);
  }

  async matching(condition: Condition, walkers: readonly Walker[]): Promise<ReadonlySet<string>> {
    const ids = walkers.map(({ person }) => person.id);
    const [found] = await listMatching(this.ctx, [condition], ids);
    return found ?? new Set();
  }

  leave({ row }: Walker, reason: ExitReason): void {
    Object.assign(row, { ended_at: this.now.toISOString() });
    this.#ended.set(reason, [...(this.#ended.get(reason) ?? []), row]);
  }

  /** Records what happened at a step, and goes on to another one, or to the end. */
  pass(walker: Walker, next: string | null, what: StepOutcome | { part: number }): void {
    const { row } = walker;
    const at = this.now.toISOString();
    row.steps += 1;
    const { user_id, id: enrollment_id, sequence_id, version, contact_id, steps: number } = row;
    const happened =
      typeof what === "string"
        ? { outcome: what, part: null }
        : { outcome: "part" as const, part: what.part };
    const step = { user_id, enrollment_id, number, sequence_id, version, contact_id, at };
    this.#taken.push({ ...step, ...happened, step_id: row.step_id ?? "" });
    Object.assign(row, { step_id: next, state: "active", reason: null, step_at: at, due_at: at });
    if (next === null) Object.assign(row, { state: "completed", ended_at: at });
  }

  /** Looks at somebody again later, at the same step. */
  hold({ row }: Walker, until: Date, change: Partial<Pick<EnrollmentRow, "state" | "reason">>): void {
    Object.assign(row, { due_at: until.toISOString(), ...change });
  }

  async #take(stepId: string | null, group: readonly Walker[]): Promise<void> {
    const junction = this.#route.get(stepId ?? "");
    if (!junction) for (const walker of group) this.pass(walker, null, "ended");
    else if (junction.step.type === "send")
      await takeMailStep(this, { ...junction, step: junction.step }, group);
    else if (junction.step.type === "wait") await this.#wait(junction, junction.step, group);
    else if (junction.step.type === "branch") await this.#branch(junction, junction.step, group);
    else if (junction.step.type === "split") this.#split(junction, junction.step, group);
    else if (junction.step.type === "goto")
      for (const walker of group) this.pass(walker, junction.step.step_id, "done");
    else if (junction.step.type === "end") for (const walker of group) this.pass(walker, null, "ended");
    else await this.#act(junction, junction.step, group);
  }

  async #wait(junction: Junction, { wait }: Extract<Step, { type: "wait" }>, group: readonly Walker[]) {
    const isMet =
      wait.kind === "condition" && wait.condition !== null
        ? await this.matching(wait.condition, group)
        : new Set<string>();
    const soon = this.now.getTime() + LOOK_MINUTES * 60_000;
    for (const walker of group) {
      const end = endOfWait(wait, walker.zone, new Date(walker.row.step_at));
      const isWaiting = walker.row.state === "waiting";
      if (isMet.has(walker.person.id)) this.pass(walker, junction.next, "yes");
      else if (end <= this.now || (isWaiting && wait.kind !== "condition"))
        this.pass(walker, junction.next, wait.kind === "condition" ? "no" : "waited");
      else {
        const until = wait.kind === "condition" ? new Date(Math.min(end.getTime(), soon)) : end;
        this.hold(walker, until, { state: "waiting", reason: null });
      }
    }
  }

  async #branch(
    junction: Junction,
    { condition }: Extract<Step, { type: "branch" }>,
    group: readonly Walker[],
  ) {
    const [yes = null, no = null] = junction.into;
    const found = condition === null ? new Set<string>() : await this.matching(condition, group);
    for (const walker of group)
      if (found.has(walker.person.id)) this.pass(walker, yes, "yes");
      else this.pass(walker, no, "no");
  }

  #split(
    junction: Junction,
    { id, parts }: Extract<Step, { type: "split" }>,
    group: readonly Walker[],
  ): void {
    for (const walker of group) {
      const part = partOf(parts, chanceOf(`${walker.row.sequence_id} ${id} ${walker.person.id}`));
      this.pass(walker, junction.into[part] ?? null, { part });
    }
  }

  /** Changes people all together, where that's possible. What fails for somebody is noted, and they go on. */
  async #act({ step, next }: Junction, act: Acting, group: readonly Walker[]): Promise<void> {
    const failed = await actOn(this.ctx, act, {
      ids: group.map(({ person }) => person.id),
      sequence_id: this.version.sequence_id,
      step_id: step.id,
    });
    for (const walker of group) this.pass(walker, next, failed.has(walker.person.id) ? "failed" : "done");
  }

  async #save(walkers: readonly Walker[]): Promise<void> {
    await updateEnrollments(
      this.ctx.db,
      walkers.map(({ row }) => row),
    );
    await insertSteps(this.ctx.db, this.#taken);
    for (const [reason, rows] of this.#ended) await endThese(this.ctx, rows, reason);
    const contact_ids = walkers
      .filter(({ row }) => row.state === "completed")
      .map(({ row }) => row.contact_id);
    await announceLeft(this.ctx, {
      sequence_id: this.version.sequence_id,
      contact_ids,
      reason: "completed",
    });
  }
}

function byStep(walkers: readonly Walker[]): Map<string | null, Walker[]> {
  const found = new Map<string | null, Walker[]>();
  for (const walker of walkers)
    found.set(walker.row.step_id, [...(found.get(walker.row.step_id) ?? []), walker]);
  return found;
}

/** A number from 0 up to 1 that's always the same for a text. */
export function chanceOf(text: string): number {
  return createHash("sha256").update(text).digest().readUInt32BE() / 2 ** 32;
}

type Acting = Extract<Step, { type: "tag" | "field" | "stage" | "task" | "notify" | "webhook" }>;

interface Acted {
  ids: readonly string[];
  sequence_id: string;
  step_id: string;
}

/** Does to contacts what a step says. Returns those for whom it failed. */
async function actOn(
  ctx: Ctx,
  act: Acting,
  { ids, sequence_id, step_id }: Acted,
): Promise<ReadonlySet<string>> {
  const many = { selection: { ids: [...ids] }, dry_run: false, undo_id: ctx.newId() };
  const { type } = act;
  if (type === "tag")
    return allOrNone(ids, () => tagContacts(ctx, { tag: act.tag, action: act.action, ...many }));
  if (type === "stage") return allOrNone(ids, () => assignStages(ctx, { stage_id: act.stage_id, ...many }));
  if (type === "field")
    return oneByOne(ids, (id) => updateContact(ctx, { id, fields: { [act.key]: act.value } }));
  if (type === "task") {
    const due_at = addDays(ctx.now(), act.days);
    const { title, assignee_id } = act;
    return oneByOne(ids, (id) => addTask(ctx, { id, title, due_at, assignee_id }));
  }
  if (type === "notify")
    return oneByOne(ids, (id) =>
      ctx.announce(sequenceNotified, { subject: id, payload: { sequence_id, text: act.text } }),
    );
  const payload = { contact_ids: [...ids], step_id };
  return allOrNone(ids, () => ctx.announce(sequenceStepReached, { subject: sequence_id, payload }));
}

/** A refusal, such as of a field that's gone, is a person's to read. Anything else is tried again. */
async function isRefused(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return false;
  } catch (error) {
    if (error instanceof Failure) return true;
    throw error;
  }
}

async function allOrNone(ids: readonly string[], work: () => Promise<unknown>): Promise<ReadonlySet<string>> {
  return new Set((await isRefused(work)) ? ids : []);
}

async function oneByOne(
  ids: readonly string[],
  work: (id: string) => Promise<unknown>,
): Promise<ReadonlySet<string>> {
  const failed = new Set<string>();
  for (const id of ids) if (await isRefused(() => work(id))) failed.add(id);
  return failed;
}
