/*
 * Audiences: whom a campaign is for, as a condition that it stores. Who's in one is determined at the time of
 * use.
 */
import type { Ctx } from "#src/platform/context.ts";
import type { Audience } from "./audience-rules.ts";
import { conditionProblems } from "./conditions/check-rules.ts";
import { type Condition, isGroup, partsOf } from "./conditions/condition-rules.ts";
import { catalogOf, evaluationOf } from "./conditions/conditions.ts";
import { type NamedThing, namedIn } from "./conditions/uses-rules.ts";
import { valuesOf } from "./conditions/value-rules.ts";
import { listUnusedTags, selectAudience } from "./store.ts";

/** The contacts who are in an audience now, as a subquery. Nobody is, if it names what's gone. */
export async function contactsIn(ctx: Ctx, { condition }: Audience) {
  return selectAudience(condition, await evaluationOf(ctx));
}

export interface AudienceProblems {
  /** What it names and isn't there anymore, as sentences. */
  messages: string[];
  /** Tags that no lead has, and that can't be picked: those that people need, and those that leave them out. */
  needed: string[];
  unwanted: string[];
}

/** What's wrong with an audience, so that it may not be whom somebody meant. */
export async function findAudienceProblems(ctx: Ctx, { condition }: Audience): Promise<AudienceProblems> {
  const catalog = await catalogOf(ctx);
  const tags = tagsIn(condition, false);
  const unknown = [...new Set(tags.map(({ tag }) => tag))].filter((tag) => !catalog.tags.includes(tag));
  const unused = unknown.length === 0 ? [] : await listUnusedTags(ctx.db, ctx.account, unknown);
  const named = (isUnwanted: boolean) =>
    unused.filter((tag) => tags.some((one) => one.tag === tag && one.isUnwanted === isUnwanted));
  const problems = conditionProblems(condition, catalog);
  return {
    messages: [...new Set(problems.map(({ message }) => message))],
    needed: named(false),
    unwanted: named(true),
  };
}

/** The tags that it names. In “none of”, a needed one leaves people out, and the other way round. */
function tagsIn(condition: Condition, isInside: boolean): { tag: string; isUnwanted: boolean }[] {
  if (isGroup(condition)) {
    const { join, parts } = partsOf(condition);
    return parts.flatMap((part) => tagsIn(part, join === "none" ? !isInside : isInside));
  }
  if (!("attribute" in condition) || condition.attribute !== "tag") return [];
  const isUnwanted = /^not_/.test(condition.operator) !== isInside;
  return valuesOf(condition).map((tag) => ({ tag: String(tag), isUnwanted }));
}

/** What an audience names, so that it can still be said when that's gone or has another name. */
export async function listNamed(ctx: Ctx, { condition }: Audience): Promise<NamedThing[]> {
  return namedIn(condition, await catalogOf(ctx));
}
