/* Conditions of other slices, such as the branches of a sequence: who of some contacts meets them now. */
import type { Ctx } from "#src/platform/context.ts";
import type { Condition } from "./conditions/condition-rules.ts";
import { evaluationOf } from "./conditions/conditions.ts";
import { listTrue } from "./store.ts";

/** Returns, for each condition, which of these contacts meet it. One that names what's gone is met by nobody. */
export async function listMatching(
  ctx: Ctx,
  conditions: readonly Condition[],
  contactIds: readonly string[],
): Promise<ReadonlySet<string>[]> {
  if (conditions.length === 0 || contactIds.length === 0) return conditions.map(() => new Set());
  const pairs = await listTrue(ctx.db, conditions, await evaluationOf(ctx, contactIds));
  const found = conditions.map(() => new Set<string>());
  for (const { id, at } of pairs) found[at]?.add(id);
  return found;
}
