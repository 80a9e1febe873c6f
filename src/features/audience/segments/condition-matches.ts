/* Who matches a condition now, for other slices: all contacts, or some, such as those at a branch of a sequence. */
import type { Ctx } from "#src/platform/context.ts";
import type { Condition } from "./conditions/condition-rules.ts";
import { evaluationOf } from "./conditions/conditions.ts";
import { countMatching, isMatching, listTrue } from "./store.ts";

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

/** Returns, for each condition, which of these contacts meet it. One that names what's gone is met by nobody. */
export type Match = (
  conditions: readonly Condition[],
  contactIds: readonly string[],
) => Promise<ReadonlySet<string>[]>;

/** For many conditions: what they're evaluated with is read once. */
export async function startMatching(ctx: Ctx): Promise<Match> {
  const evaluation = await evaluationOf(ctx);
  return async (conditions, contactIds) => {
    const found = conditions.map(() => new Set<string>());
    if (conditions.length === 0 || contactIds.length === 0) return found;
    for (const { id, at } of await listTrue(ctx.db, conditions, { ...evaluation, contactIds }))
      found[at]?.add(id);
    return found;
  };
}

export async function listMatching(
  ctx: Ctx,
  conditions: readonly Condition[],
  contactIds: readonly string[],
): Promise<ReadonlySet<string>[]> {
  if (conditions.length === 0 || contactIds.length === 0) return conditions.map(() => new Set());
  return (await startMatching(ctx))(conditions, contactIds);
}
