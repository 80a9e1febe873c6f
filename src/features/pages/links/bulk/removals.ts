/* Links that go, or come back, together with others of their page: by the rules of one, but placed only once. */
import { lockProfileInAccount } from "#src/features/pages/profiles/profiles.ts";
import type { Ctx } from "#src/platform/context.ts";
import { linkDeleted, linkRestored } from "../events.ts";
import { listRows, placeRows, requireRoom } from "../page-rows.ts";
import { lockRows, updateRows } from "./bulk-store.ts";

interface OfPage {
  profile_id: string;
  ids: readonly string[];
}

/** Removes some of a page's links and blocks, all of which can be restored. */
export function removeLinks(ctx: Ctx, { profile_id, ids }: OfPage): Promise<void> {
  return ctx.write(async (ctx) => {
    const profile = await lockProfileInAccount(ctx, profile_id);
    const known = await lockRows(ctx.db, ctx.account, ids);
    const rows = known.filter((row) => row.profile_id === profile.id && row.deleted_at === null);
    await updateDeleted(ctx, rows, ctx.now().toISOString());
    await placeRows(ctx, profile, await listRows(ctx, profile));
    for (const { id } of rows) await ctx.announce(linkDeleted, { subject: id, payload: { profile_id } });
  });
}

/** Restores those that were removed from this page, all of them or none. Others stay where they are. */
export function restoreLinks(ctx: Ctx, { profile_id, ids }: OfPage): Promise<void> {
  return ctx.write(async (ctx) => {
    const profile = await lockProfileInAccount(ctx, profile_id);
    const known = await lockRows(ctx.db, ctx.account, ids);
    const rows = known.filter((row) => row.profile_id === profile.id && row.deleted_at !== null);
    await requireRoom(ctx, { rows: await listRows(ctx, profile), adding: rows });
    await updateDeleted(ctx, rows, null);
    await placeRows(ctx, profile, await listRows(ctx, profile));
    for (const { id } of rows) await ctx.announce(linkRestored, { subject: id, payload: { profile_id } });
  });
}

function updateDeleted(ctx: Ctx, rows: readonly { id: string }[], deleted_at: string | null): Promise<void> {
  const written = rows.map(({ id }) => ({ id, written: { deleted_at } }));
  return updateRows(ctx.db, written, {
    account: ctx.account,
    action: "delete",
    at: ctx.now().toISOString(),
  });
}
