/* What became of a rule's runs, in words. */
import type { InferContractRouterInputs } from "@orpc/contract";
import { maskPerson } from "#src/features/audience/contacts/rules.ts";
import { pathsIn } from "#src/features/audience/segments/conditions/check-rules.ts";
import type { Condition } from "#src/features/audience/segments/conditions/condition-rules.ts";
import { catalogOf } from "#src/features/audience/segments/conditions/conditions.ts";
import { printCondition } from "#src/features/audience/segments/conditions/text-rules.ts";
import { grantOn } from "#src/features/identity/team/team.ts";
import { isId } from "#src/lib/endpoint.ts";
import type { Ctx } from "#src/platform/context.ts";
import { requireAutomation } from "./automations.ts";
import type { automationsContract, Run } from "./contract.ts";
import {
  type ChainLink,
  listChains,
  listNames,
  listPeople,
  listRunRows,
  listVersionWords,
  type Person,
  type VersionWords,
} from "./history-store.ts";
import { retryRun } from "./retries.ts";
import { DEPTH_MAX } from "./rules.ts";
import type { RunRow } from "./run-store.ts";
import { readableFacts } from "./trigger-rules.ts";

type Inputs = InferContractRouterInputs<typeof automationsContract>;

const PAGE_ROWS = 50;

export async function listRuns(ctx: Ctx, { id, contact_id, ...request }: Inputs["runs"]) {
  const { id: automation_id } = await requireAutomation(ctx, id);
  if (contact_id !== undefined && !isId(contact_id)) return { items: [] };
  const { rows, next } = await listRunRows(ctx.db, {
    user_id: ctx.account,
    automation_id,
    contact_id,
    ...request,
    rows: PAGE_ROWS,
  });
  const items = await toRuns(
    ctx,
    rows.map(({ run }) => run),
  );
  return { items, ...(next !== undefined && { next }) };
}

export async function retryAutomationRun(ctx: Ctx, input: Inputs["retry"]): Promise<Run> {
  const [run] = await toRuns(ctx, [await retryRun(ctx, input)]);
  if (!run) throw new Error("A run that was locked is there.");
  return run;
}

/** Runs with everything that they name. */
export async function toRuns(ctx: Ctx, rows: readonly RunRow[]): Promise<Run[]> {
  if (rows.length === 0) return [];
  const { db, account: user_id } = ctx;
  const automationIds = [...new Set(rows.map(({ automation_id }) => automation_id))];
  const caused = rows.filter(({ cause_id }) => cause_id !== null).map(({ id }) => id);
  const chains = await listChains(db, { user_id, ids: caused, most: DEPTH_MAX + 1 });
  const facts: Known = {
    people: await listPeople(db, user_id, [...new Set(rows.flatMap(({ contact_id }) => contact_id ?? []))]),
    names: await listNames(db, user_id, automationIds),
    versions: await listVersionWords(db, user_id, automationIds),
    chains: Map.groupBy(chains, ({ run_id }) => run_id),
    words: await wordsFor(ctx, rows),
    isMasked: isMaskedFor(ctx),
  };
  return rows.map((row) => toRun(row, facts));
}

interface Known {
  people: Awaited<ReturnType<typeof listPeople>>;
  names: ReadonlyMap<string, string>;
  versions: readonly VersionWords[];
  chains: ReadonlyMap<string, readonly ChainLink[]>;
  words: (condition: Condition) => string;
  isMasked: boolean;
}

/** The names of what conditions are about are only looked up if some test failed. */
async function wordsFor(ctx: Ctx, rows: readonly RunRow[]): Promise<Known["words"]> {
  if (rows.every(({ failed_test }) => failed_test === null)) return () => "";
  const catalog = await catalogOf(ctx);
  return (condition) => printCondition(condition, catalog);
}

/** Who may not see leads sees only that it was somebody. */
export const isMaskedFor = (ctx: Ctx) => grantOn(ctx, "leads.see") !== "full";

export const maskContact = ({ id, ...person }: Person): Person => {
  const { email, name } = maskPerson(person);
  return { id, email, name };
};

/** Without what may say who somebody is. */
export function maskFacts(facts: Readonly<Record<string, unknown>>): Record<string, string | number> {
  const isAboutThem = (name: string) => name === "value" || name === "before" || name.startsWith("body.");
  return Object.fromEntries(Object.entries(readableFacts(facts)).filter(([name]) => !isAboutThem(name)));
}

function toRun(row: RunRow, { people, names, versions, chains, words, isMasked }: Known): Run {
  const { user_id: _user, contact_id, source: _source, cause_id: _cause, step_at: _step, ...run } = row;
  const person = people.get(contact_id ?? "");
  const version = versions.find(
    (one) => one.automation_id === row.automation_id && one.version === row.version,
  );
  const failed =
    row.failed_test && version?.condition ? testAt(version.condition, row.failed_test) : undefined;
  return {
    id: run.id,
    automation_id: run.automation_id,
    automation_name: names.get(row.automation_id) ?? "",
    version: run.version,
    contact: person && isMasked ? maskContact(person) : (person ?? null),
    type: run.type,
    facts: isMasked ? maskFacts(run.facts) : readableFacts(run.facts),
    state: run.state,
    skip_reason: run.skip_reason ?? "",
    failed_test: failed ? words(failed) : "",
    depth: run.depth,
    chain: (chains.get(row.id) ?? []).map(({ automation_id, name }) => ({ automation_id, name })),
    results: run.results.map((result) => ({ ...result, action: version?.actions[result.action_id] ?? "" })),
    event_at: run.event_at,
    acted_at: run.acted_at,
    due_at: run.ended_at === null ? run.due_at : null,
    created_at: run.created_at,
    ended_at: run.ended_at,
  };
}

function testAt(condition: Condition, path: readonly number[]): Condition | undefined {
  return pathsIn(condition).find((one) => one.path.join() === path.join())?.test;
}
