import { lockProfile } from "#src/features/pages/profiles/profiles.ts";
import { failure } from "#src/lib/errors.ts";
import type { Ctx } from "#src/platform/context.ts";
import { LINK_ERRORS, type Link } from "./contract.ts";
import { linksReordered } from "./events.ts";
import { listRows, placeRows, requireGroups } from "./page-rows.ts";
import { areSameIds } from "./rules.ts";
import { type LinkRow, updateParents } from "./store.ts";
import { toLink } from "./to-link.ts";

interface Order {
  profile_id: string;
  ids: string[];
  parents?: Record<string, string | null> | undefined;
}

/**
 * Puts all of a profile's links and blocks in this order, and moves those in `parents` into their groups or out
 * of them. Rejects a list that doesn't match the current rows.
 */
export async function orderLinks(ctx: Ctx, input: Order): Promise<{ items: Link[] }> {
  return ctx.write(async (ctx) => {
    const profile = await lockProfile(ctx, input.profile_id);
    const rows = new Map((await listRows(ctx, profile)).map((row) => [row.id, row]));
    const wanted = input.ids.map((id) => id.toLowerCase());
    if (!areSameIds([...rows.keys()], wanted)) throw failure(LINK_ERRORS, "ORDER_INCOMPLETE");
    const moved = movedRows(rows, input.parents ?? {});
    requireGroups([...rows.values()], moved);
    for (const row of moved) rows.set(row.id, row);
    await updateParents(ctx.db, moved);
    const placed = await placeRows(
      ctx,
      profile,
      wanted.flatMap((id) => rows.get(id) ?? []),
    );
    await ctx.announce(linksReordered, { subject: profile.id, payload: {} });
    return { items: placed.map(toLink) };
  });
}

function movedRows(
  rows: ReadonlyMap<string, LinkRow>,
  parents: Readonly<Record<string, string | null>>,
): LinkRow[] {
  return Object.entries(parents).flatMap(([id, parent]) => {
    const row = rows.get(id.toLowerCase());
    if (!row) throw failure(LINK_ERRORS, "ORDER_INCOMPLETE");
    const parent_id = parent?.toLowerCase() ?? null;
    return row.parent_id === parent_id ? [] : [{ ...row, parent_id }];
  });
}
