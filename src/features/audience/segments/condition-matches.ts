/* Who matches a condition, for slices that act on all of them. */
import type { Ctx } from "#src/platform/context.ts";
import type { Condition } from "./conditions/condition-rules.ts";
import { evaluationOf } from "./conditions/conditions.ts";
import { countMatching, isMatching } from "./store.ts";

/** SQL that's true for the contacts that match now. */
export async function matchesNow(ctx: Ctx, condition: Condition) {
  return isMatching(condition, await evaluationOf(ctx));
}

/** How many contacts match each of these conditions, in their order. */
export async function countEach(ctx: Ctx, conditions: readonly Condition[]): Promise<number[]> {
  const evaluation = await evaluationOf(ctx);
  const counts: number[] = [];
  for (const condition of conditions) counts.push(await countMatching(ctx.db, condition, evaluation));
  return counts;
}
