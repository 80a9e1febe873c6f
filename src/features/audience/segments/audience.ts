/*
 * Audiences: whom a campaign is for, as a condition that it stores. Who's in one is determined at the time of
 * use.
 */
import type { Ctx } from "#src/platform/context.ts";
import type { Audience } from "./audience-rules.ts";
import { conditionProblems, testsIn } from "./conditions/check-rules.ts";
import type { Condition } from "./conditions/condition-rules.ts";
import { catalogOf, evaluationOf } from "./conditions/conditions.ts";
import { valuesOf } from "./conditions/value-rules.ts";
import { listUnusedTags, selectAudience } from "./store.ts";

/** The contacts who are in an audience now, as a subquery. Nobody is, if it names what's gone. */
export async function contactsIn(ctx: Ctx, { condition }: Audience) {
  return selectAudience(condition, await evaluationOf(ctx));
}

export interface AudienceProblems {
  /** What it names and isn't there anymore, as sentences. */
  messages: string[];
  /** Tags that no lead has, and that can't be picked. */
  tags: string[];
}

/** What's wrong with an audience, so that it isn't whom somebody meant. */
export async function findAudienceProblems(ctx: Ctx, { condition }: Audience): Promise<AudienceProblems> {
  const catalog = await catalogOf(ctx);
  const unknown = tagsIn(condition).filter((tag) => !catalog.tags.includes(tag));
  const problems = conditionProblems(condition, catalog);
  return {
    messages: [...new Set(problems.map(({ message }) => message))],
    tags: unknown.length === 0 ? [] : await listUnusedTags(ctx.db, ctx.account, unknown),
  };
}

/** The tags that people need to be in it. */
function tagsIn(condition: Condition): string[] {
  const named = testsIn(condition).flatMap((test) =>
    "attribute" in test && test.attribute === "tag" && (test.operator === "equals" || test.operator === "in")
      ? valuesOf(test).map(String)
      : [],
  );
  return [...new Set(named)];
}
