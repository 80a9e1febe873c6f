/* Which rules what happened starts, and the guards that keep them from it. */
import { hasFeature } from "#src/platform/account-features.ts";
import type { Ctx } from "#src/platform/context.ts";
import { haltAutomation } from "./automations.ts";
import { automationSpent } from "./events.ts";
import type { EventRow } from "./inbox-store.ts";
import { judgeMany, type Verdict } from "./judge.ts";
import { DEPTH_MAX, REPEAT_SECONDS, type SkipReason } from "./rules.ts";
import {
  type CauseRow,
  findBudgetsUsed,
  insertRuns,
  lastRunKey,
  listCauses,
  listChain,
  listLastRuns,
  listRecentActs,
  type NewRun,
  updateBudgetsUsed,
} from "./start-store.ts";
import { listRunnable, type Runnable } from "./store.ts";
import { isTriggeredBy, shortFacts } from "./trigger-rules.ts";

/** What the process does by itself this long after a run acted on somebody counts as caused by it. */
const CAUSED_MS = 60_000;

/**
 * Starts what rules do about it, or says why they don't. All rules together take a few statements. Where rules are switched
 * off, nothing starts, then or later.
 */
export async function startRuns(ctx: Ctx, happened: readonly EventRow[]): Promise<void> {
  if (!(await hasFeature(ctx, "automations", ctx.account))) return;
  const rules = await listRunnable(ctx.db, ctx.account);
  const starting = rules
    .map((rule) => ({ rule, own: happened.filter((one) => isFor(rule, one)) }))
    .filter(({ own }) => own.length > 0);
  if (starting.length === 0) return;
  const causes = await causesOf(ctx, happened);
  const verdicts = await judgeMany(
    ctx,
    starting.map(({ rule, own }) => ({ definition: rule.definition, happened: own })),
  );
  const guards = await guardsOf(ctx, starting);
  const runs = starting.flatMap(({ rule, own }, at) =>
    own.map((one, index) => {
      const cause = causes.get(one);
      const verdict = verdicts[at]?.[index] ?? { runs: false, reason: "trigger" };
      const decision = guards.get(rule.automation_id)?.decide(one, verdict, cause) ?? skip("paused");
      return runOf(ctx, rule, { one, cause, ...decision });
    }),
  );
  const added = await insertRuns(ctx.db, runs);
  await spendBudgets(ctx, {
    runs: runs.filter(({ id, state }) => state === "active" && added.has(id)),
    budgets: new Map(rules.map(({ automation_id, definition }) => [automation_id, definition.budget])),
  });
  const endless = runs.filter(({ id, skip_reason }) => skip_reason === "depth" && added.has(id));
  for (const [id, [first]] of Map.groupBy(endless, ({ automation_id }) => automation_id))
    if (first) await haltEndless(ctx, id, first.id);
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
  rule: Runnable;
  own: readonly EventRow[];
}

const dayOf = (ctx: Ctx) => ctx.now().toISOString().slice(0, 10);

async function guardsOf(ctx: Ctx, starting: readonly Starting[]): Promise<ReadonlyMap<string, Guards>> {
  const { db, account } = ctx;
  const once = starting.filter(({ rule }) => !rule.definition.is_repeatable);
  const events = once.flatMap(({ own }) => own);
  const last = await listLastRuns(db, {
    account,
    ids: once.map(({ rule }) => rule.automation_id),
    contactIds: [...new Set(events.flatMap(({ contact_id }) => contact_id ?? []))],
    since: events.map(({ at }) => at).sort()[0] ?? "",
  });
  const ids = starting.map(({ rule }) => rule.automation_id);
  const used = await findBudgetsUsed(db, { account, ids, day: dayOf(ctx) });
  return new Map(
    starting.map(({ rule }) => {
      const id = rule.automation_id;
      return [id, new Guards(rule, last, rule.definition.budget - (used.get(id) ?? 0))];
    }),
  );
}

interface Spending {
  runs: readonly NewRun[];
  budgets: ReadonlyMap<string, number>;
}

/** Says so when a rule's day is used up, which happens once a day. */
async function spendBudgets(ctx: Ctx, { runs, budgets }: Spending): Promise<void> {
  const counts = Map.groupBy(runs, ({ automation_id }) => automation_id);
  const ran = [...counts].map(([id, own]) => ({ id, count: own.length }));
  if (ran.length === 0) return;
  const used = await updateBudgetsUsed(ctx.db, { account: ctx.account, day: dayOf(ctx), ran });
  for (const { id, count } of ran) {
    const [now, budget] = [used.get(id) ?? 0, budgets.get(id) ?? Infinity];
    if (now >= budget && now - count < budget)
      await ctx.announce(automationSpent, { subject: id, payload: { budget } });
  }
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
        : skip(verdict.reason === "nobody" ? "nobody" : "event");
    if (cause && cause.depth >= DEPTH_MAX) return skip("depth");
    const key = lastRunKey(this.#rule.automation_id, contact_id ?? "");
    const last = this.#last.get(key);
    const since = last === undefined ? Infinity : Math.abs(Date.parse(at) - Date.parse(last));
    if (!this.#rule.definition.is_repeatable && since < REPEAT_SECONDS * 1000) return skip("minute");
    if (this.#left <= 0) return skip("budget");
    this.#left -= 1;
    if (contact_id !== null) this.#last.set(key, at);
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
  const { automation_id: _, ...known } = one.facts;
  const facts = skip_reason === null && callsServer(rule) ? known : shortFacts(known, rule.definition);
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

const callsServer = ({ definition }: Runnable) => definition.actions.some(({ type }) => type === "webhook");

async function haltEndless(ctx: Ctx, automation_id: string, id: string): Promise<void> {
  const chain = await listChain(ctx.db, { account: ctx.account, id });
  await haltAutomation(ctx, automation_id, {
    reason: `Rules triggered each other ${DEPTH_MAX} times in a row.`,
    chain,
  });
}
