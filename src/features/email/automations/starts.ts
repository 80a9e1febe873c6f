/* Which rules what happened starts, and the guards that keep them from it. */
import type { Ctx } from "#src/platform/context.ts";
import { haltAutomation } from "./automations.ts";
import type { EventRow } from "./inbox-store.ts";
import { type Judge, startJudging, type Verdict } from "./judge.ts";
import { DEPTH_MAX, REPEAT_SECONDS, type SkipReason } from "./rules.ts";
import {
  type CauseRow,
  findBudgetUsed,
  insertRuns,
  listCauses,
  listChain,
  listLastRuns,
  listRecentActs,
  type NewRun,
  updateBudgetUsed,
} from "./start-store.ts";
import { listRunnable, type Runnable } from "./store.ts";
import { isTriggeredBy } from "./trigger-rules.ts";

/** What the process does by itself this long after a run acted on somebody counts as caused by it. */
const CAUSED_MS = 60_000;

/** Starts what rules do about it, or says why they don't. */
export async function startRuns(ctx: Ctx, happened: readonly EventRow[]): Promise<void> {
  const judge = await startJudging(ctx);
  const rules = await listRunnable(ctx.db, ctx.account);
  const causes = rules.length > 0 ? await causesOf(ctx, happened) : new Map<EventRow, CauseRow>();
  for (const rule of rules) {
    const own = happened.filter((one) => isFor(rule, one));
    if (own.length > 0) await startRule(ctx, rule, { own, judge, causes });
  }
}

/** Rules are for what happens while they're on. What's about one rule only, such as its schedule, names it. */
function isFor(rule: Runnable, { facts, at, ...one }: EventRow): boolean {
  const isOfIts = facts.automation_id === undefined || facts.automation_id === rule.automation_id;
  const isInTime = rule.state === "active" ? at >= rule.state_at : at < rule.state_at;
  return isOfIts && isInTime && isTriggeredBy(rule.definition, { ...one, facts });
}

/** The runs that caused what happened. */
async function causesOf(ctx: Ctx, happened: readonly EventRow[]): Promise<Map<EventRow, CauseRow>> {
  const known = await listCauses(
    ctx.db,
    ctx.account,
    happened.flatMap(({ cause_id }) => cause_id ?? []),
  );
  const later = happened.filter((one) => one.cause_id === null && one.is_by_system);
  const times = later.map(({ at }) => Date.parse(at));
  const since = new Date(Math.min(...times, ctx.now().getTime()) - CAUSED_MS).toISOString();
  const ids = [...new Set(later.flatMap(({ contact_id }) => contact_id ?? []))];
  const acts = await listRecentActs(ctx.db, { account: ctx.account, since }, ids);
  const found = new Map<EventRow, CauseRow>();
  for (const one of happened) {
    const cause = known.get(one.cause_id ?? "");
    if (cause) found.set(one, cause);
  }
  for (const one of later) {
    const act = acts.get(one.contact_id ?? "");
    if (act && Date.parse(act.step_at) >= Date.parse(one.at) - CAUSED_MS) found.set(one, act);
  }
  return found;
}

interface Starting {
  own: readonly EventRow[];
  judge: Judge;
  causes: ReadonlyMap<EventRow, CauseRow>;
}

async function startRule(ctx: Ctx, rule: Runnable, { own, judge, causes }: Starting): Promise<void> {
  const { user_id, automation_id, definition } = rule;
  const verdicts = await judge(definition, own);
  const key = { user_id, id: automation_id };
  const ids = [...new Set(own.flatMap(({ contact_id }) => contact_id ?? []))];
  const since = own.map(({ at }) => at).sort()[0] ?? "";
  const last = definition.is_repeatable
    ? new Map<string, string>()
    : await listLastRuns(ctx.db, { ...key, since }, ids);
  const day = ctx.now().toISOString().slice(0, 10);
  const before = await findBudgetUsed(ctx.db, { ...key, day });
  const guards = new Guards(rule, last, definition.budget - before);
  const runs = own.map((one, at) => {
    const cause = causes.get(one);
    const verdict = verdicts[at] ?? { runs: false, reason: "trigger" };
    return runOf(ctx, rule, { one, cause, ...guards.decide(one, verdict, cause) });
  });
  const added = await insertRuns(ctx.db, runs);
  const ran = runs.filter(({ id, state }) => state === "active" && added.has(id)).length;
  if (ran > 0) await updateBudgetUsed(ctx.db, { ...key, day, used: before + ran });
  const endless = runs.find(({ id, skip_reason }) => skip_reason === "depth" && added.has(id));
  if (endless) await haltEndless(ctx, rule, endless.id);
}

interface Decision {
  skip_reason: SkipReason | null;
  failed_test: readonly number[] | null;
}

const RUNS: Decision = { skip_reason: null, failed_test: null };
const skip = (skip_reason: SkipReason): Decision => ({ skip_reason, failed_test: null });

/** Keeps a rule from running without an end, too often for somebody, and too often in a day. */
class Guards {
  readonly #rule: Runnable;
  readonly #last: Map<string, string>;
  #left: number;

  constructor(rule: Runnable, last: Map<string, string>, left: number) {
    this.#rule = rule;
    this.#last = last;
    this.#left = left;
  }

  decide({ contact_id, at }: EventRow, verdict: Verdict, cause: CauseRow | undefined): Decision {
    if (this.#rule.state !== "active") return skip("paused");
    if (!verdict.runs)
      return verdict.reason === "condition"
        ? { skip_reason: "condition", failed_test: verdict.failed_test }
        : skip("event");
    if (cause && cause.depth >= DEPTH_MAX) return skip("depth");
    const last = this.#last.get(contact_id ?? "");
    const since = last === undefined ? Infinity : Math.abs(Date.parse(at) - Date.parse(last));
    if (!this.#rule.definition.is_repeatable && since < REPEAT_SECONDS * 1000) return skip("minute");
    if (this.#left <= 0) return skip("budget");
    this.#left -= 1;
    if (contact_id !== null) this.#last.set(contact_id, at);
    return RUNS;
  }
}

interface Started extends Decision {
  one: EventRow;
  cause: CauseRow | undefined;
}

function runOf(ctx: Ctx, rule: Runnable, { one, cause, skip_reason, failed_test }: Started): NewRun {
  const { user_id, automation_id, version } = rule;
  const now = ctx.now().toISOString();
  const { automation_id: _, ...facts } = one.facts;
  return {
    user_id,
    id: ctx.newId(),
    automation_id,
    version,
    contact_id: one.contact_id,
    type: one.type,
    source: one.source,
    facts,
    depth: cause ? cause.depth + 1 : 0,
    cause_id: cause?.id ?? null,
    state: skip_reason === null ? "active" : "skipped",
    skip_reason,
    failed_test,
    due_at: now,
    step_at: now,
    event_at: one.at,
    created_at: now,
    ended_at: skip_reason === null ? null : now,
  };
}

async function haltEndless(ctx: Ctx, { automation_id }: Runnable, id: string): Promise<void> {
  const chain = await listChain(ctx.db, { account: ctx.account, id });
  await haltAutomation(ctx, automation_id, {
    reason: `Rules triggered each other ${DEPTH_MAX} times in a row.`,
    chain,
  });
}
