/* Whether a rule runs for what happened, and if not, why: nothing is changed. */
import { type Match, startMatching } from "#src/features/audience/segments/condition-matches.ts";
import { pathsIn } from "#src/features/audience/segments/conditions/check-rules.ts";
import {
  type Condition,
  EVERYONE,
  isGroup,
  partsOf,
} from "#src/features/audience/segments/conditions/condition-rules.ts";
import type { Ctx } from "#src/platform/context.ts";
import { type Action, type Definition, IMPERSONAL_ACTIONS } from "./definition-rules.ts";
import { isTriggeredBy, meetsTests, type What } from "./trigger-rules.ts";

/** What happened, and to whom. Null is nobody in particular. */
export interface Happened extends What {
  contact_id: string | null;
}

/**
 * `event`: a test of what happened isn't met. `nobody`: it's about somebody whom the account doesn't know. `condition`: they
 * don't meet the condition, of which one test is named.
 */
export type Verdict =
  | { runs: true }
  | { runs: false; reason: "trigger" | "event" | "nobody" }
  | { runs: false; reason: "condition"; failed_test: readonly number[] | null };

interface Asked {
  definition: Definition;
  happened: readonly Happened[];
}

/**
 * A verdict for each event and rule. Conditions are evaluated together where they're about the same contacts. Guards such as
 * the budget aren't part of it.
 */
export async function judgeMany(ctx: Ctx, asked: readonly Asked[]): Promise<Verdict[][]> {
  const early = asked.map(({ definition, happened }) => happened.map((one) => judgeEvent(definition, one)));
  const open = asked.map(({ definition: { condition }, happened }, at): Open => {
    const left = happened.filter((_, index) => early[at]?.[index] === undefined);
    return { condition, ids: [...new Set(left.flatMap(({ contact_id }) => contact_id ?? []))] };
  });
  const failed = await listFailed(ctx, open);
  return asked.map(({ definition, happened }, at) =>
    happened.map(({ type, contact_id }, index): Verdict => {
      const known = early[at]?.[index];
      if (known) return known;
      if (contact_id === null && definition.condition === null && isImpersonal(definition))
        return { runs: true };
      if (contact_id === null && type === "webhook") return { runs: false, reason: "nobody" };
      if (contact_id === null) return { runs: false, reason: "condition", failed_test: null };
      const failed_test = failed[at]?.get(contact_id);
      return failed_test === undefined ? { runs: true } : { runs: false, reason: "condition", failed_test };
    }),
  );
}

/** Undefined if it depends on the condition. */
function judgeEvent(definition: Definition, one: Happened): Verdict | undefined {
  if (!isTriggeredBy(definition, one)) return { runs: false, reason: "trigger" };
  return meetsTests(definition.event_tests, one.facts) ? undefined : { runs: false, reason: "event" };
}

/** True if it does nothing to a fan, so that it can run for nobody in particular. */
export const isImpersonal = ({ actions }: { actions: readonly Action[] }) =>
  actions.every(({ type }) => IMPERSONAL_ACTIONS.includes(type));

interface Open {
  condition: Condition | null;
  ids: readonly string[];
}

/** By contact: the first test that they don't meet. */
type Failed = ReadonlyMap<string, readonly number[]>;

/** Conditions in one statement. */
const TOGETHER = 25;

/** Who doesn't meet conditions, for each of them. */
async function listFailed(ctx: Ctx, open: readonly Open[]): Promise<Failed[]> {
  const found = open.map((): Failed => new Map());
  const places = [...open.keys()].filter((at) => open[at]?.condition && (open[at]?.ids.length ?? 0) > 0);
  if (places.length === 0) return found;
  const match = await startMatching(ctx);
  const groups = Map.groupBy(places, (at) => open[at]?.ids.join() ?? "");
  for (const group of groups.values())
    for (let from = 0; from < group.length; from += TOGETHER) {
      const some = group.slice(from, from + TOGETHER);
      const ids = open[some[0] ?? 0]?.ids ?? [];
      const failed = await listFailedOf(
        match,
        some.map((at) => open[at]?.condition ?? EVERYONE),
        ids,
      );
      for (const [index, at] of some.entries()) found[at] = failed[index] ?? new Map();
    }
  return found;
}

async function listFailedOf(
  match: Match,
  conditions: readonly Condition[],
  ids: readonly string[],
): Promise<Failed[]> {
  const meeting = await match(conditions, ids);
  const others = conditions.map((_, at) => ids.filter((id) => !meeting[at]?.has(id)));
  // What has one test fails by that one.
  const tests = conditions.map((condition, at) =>
    (others[at]?.length ?? 0) > 0 && isGroup(condition) ? pathsIn(condition) : [],
  );
  const asked = [...new Set(others.flatMap((list, at) => ((tests[at]?.length ?? 0) > 0 ? list : [])))];
  const results = await match(
    tests.flatMap((list) => list.map(({ test }) => test)),
    asked,
  );
  let from = 0;
  return conditions.map((condition, at) => {
    const own = tests[at] ?? [];
    const trueFor = new Map(own.map(({ path }, index) => [path.join(), results[from + index]]));
    from += own.length;
    return new Map(
      (others[at] ?? []).map((id) => [
        id,
        firstFailed(condition, (path) => trueFor.get(path.join())?.has(id) ?? false),
      ]),
    );
  });
}

type IsTrue = (path: readonly number[]) => boolean;

function isMet(condition: Condition, isTrue: IsTrue, path: readonly number[]): boolean {
  if (!isGroup(condition)) return isTrue(path);
  const { join, parts } = partsOf(condition);
  const isPartMet = (part: Condition, at: number) => isMet(part, isTrue, [...path, at]);
  if (parts.length === 0) return true;
  if (join === "all") return parts.every(isPartMet);
  return join === "any" ? parts.some(isPartMet) : !parts.some(isPartMet);
}

/** The path of the first part that keeps a condition from being true. In a group of `none`, it's one that's true. */
export function firstFailed(
  condition: Condition,
  isTrue: IsTrue,
  path: readonly number[] = [],
): readonly number[] {
  if (!isGroup(condition)) return path;
  const { join, parts } = partsOf(condition);
  const isIt = (part: Condition, at: number) => isMet(part, isTrue, [...path, at]) === (join === "none");
  const at = parts.findIndex(isIt);
  const part = parts[at];
  if (!part) return path;
  return join === "none" ? [...path, at] : firstFailed(part, isTrue, [...path, at]);
}
