/* Whether a rule runs for what happened, and if not, why: nothing is changed. */
import { type Match, startMatching } from "#src/features/audience/segments/condition-matches.ts";
import { pathsIn } from "#src/features/audience/segments/conditions/check-rules.ts";
import {
  type Condition,
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

/** `event`: a test of what happened isn't met. `condition`: they don't meet the condition, of which one test is named. */
export type Verdict =
  | { runs: true }
  | { runs: false; reason: "trigger" | "event" }
  | { runs: false; reason: "condition"; failed_test: readonly number[] | null };

export type Judge = (definition: Definition, happened: readonly Happened[]) => Promise<Verdict[]>;

/** For many rules: what conditions are evaluated with is read once. */
export async function startJudging(ctx: Ctx): Promise<Judge> {
  let match: Promise<Match> | undefined;
  const lazily: Match = async (conditions, ids) => {
    match ??= startMatching(ctx);
    return (await match)(conditions, ids);
  };
  return (definition, happened) => judgeBy(lazily, definition, happened);
}

/** A verdict for each. Guards such as the budget aren't part of it. */
export async function judge(
  ctx: Ctx,
  definition: Definition,
  happened: readonly Happened[],
): Promise<Verdict[]> {
  return (await startJudging(ctx))(definition, happened);
}

async function judgeBy(
  match: Match,
  definition: Definition,
  happened: readonly Happened[],
): Promise<Verdict[]> {
  const { condition, event_tests } = definition;
  const first = happened.map((one): Verdict | undefined => {
    if (!isTriggeredBy(definition, one)) return { runs: false, reason: "trigger" };
    if (!meetsTests(event_tests, one.facts)) return { runs: false, reason: "event" };
    return undefined;
  });
  const asked = happened.filter((_, at) => first[at] === undefined);
  const ids = [...new Set(asked.flatMap(({ contact_id }) => contact_id ?? []))];
  const failed = condition === null ? new Map() : await listFailed(match, condition, ids);
  return happened.map(({ contact_id }, at): Verdict => {
    const known = first[at];
    if (known) return known;
    if (contact_id === null)
      return condition === null && isImpersonal(definition)
        ? { runs: true }
        : { runs: false, reason: "condition", failed_test: null };
    const failed_test = failed.get(contact_id);
    return failed_test === undefined ? { runs: true } : { runs: false, reason: "condition", failed_test };
  });
}

/** True if it does nothing to a fan, so that it can run for nobody in particular. */
export const isImpersonal = ({ actions }: { actions: readonly Action[] }) =>
  actions.every(({ type }) => IMPERSONAL_ACTIONS.includes(type));

/** Who doesn't meet a condition, with the first test that they don't meet. */
async function listFailed(
  match: Match,
  condition: Condition,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly number[]>> {
  const [meeting = new Set<string>()] = await match([condition], ids);
  const others = ids.filter((id) => !meeting.has(id));
  if (others.length === 0) return new Map();
  const tests = pathsIn(condition);
  const found =
    tests.length < 2
      ? []
      : await match(
          tests.map(({ test }) => test),
          others,
        );
  const trueFor = new Map(tests.map(({ path }, at) => [path.join(), found[at] ?? new Set<string>()]));
  return new Map(
    others.map((id) => [id, firstFailed(condition, (path) => trueFor.get(path.join())?.has(id) ?? false)]),
  );
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
