/* Links that a change of many would make lead to themselves: they stay as they are, by the rule of single edits. */
import type { ProfileRow } from "#src/features/pages/profiles/profiles.ts";
import type { Ctx } from "#src/platform/context.ts";
import { createLoopFinder } from "../short-names/short-names.ts";
import type { BulkPlan, BulkRow, Written } from "./bulk-rules.ts";

interface Changed {
  row: BulkRow;
  after: Written;
}

const ADDRESSES = ["url", "link_a", "link_b"] as const;

/** Returns the rows that would lead to themselves. */
export async function findLooping(
  ctx: Ctx,
  changes: readonly Changed[],
  pages: readonly ProfileRow[],
): Promise<Set<BulkRow>> {
  const moved = changes.filter(({ row, after }) =>
    ADDRESSES.some((field) => after[field] !== undefined && after[field] !== row[field]),
  );
  const loops = createLoopFinder(ctx, new Map(moved.map(({ row, after }) => [row.id, after.url ?? row.url])));
  const domains = new Map(pages.map(({ id, domain }) => [id, domain]));
  const looping = new Set<BulkRow>();
  for (const { row, after } of moved) {
    const domain = domains.get(row.profile_id) ?? null;
    const leading = { ...row, ...after, user_id: ctx.account };
    if ((await loops.findLoop(leading, { domain })) !== undefined) looping.add(row);
  }
  return looping;
}

/** Leaves out of a plan what nobody could open afterwards. */
export async function withoutLoops(
  ctx: Ctx,
  { changes, skipped }: BulkPlan,
  pages: readonly ProfileRow[],
): Promise<BulkPlan> {
  const looping = await findLooping(ctx, changes, pages);
  if (looping.size === 0) return { changes, skipped };
  return {
    changes: changes.filter(({ row }) => !looping.has(row)),
    skipped: [...skipped, { reason: "leading to themselves then", count: looping.size }],
  };
}
