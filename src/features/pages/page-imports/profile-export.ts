import { requirePermission } from "#src/features/identity/team/team.ts";
import { listLinks } from "#src/features/pages/links/links.ts";
import { getProfile } from "#src/features/pages/profiles/profiles.ts";
import type { Ctx } from "#src/platform/context.ts";
import { PROFILE_EXPORT_FORMAT, PROFILE_EXPORT_VERSION } from "./export-rules.ts";

/** Everything about a profile that its owner can set, with its links in their order. */
export async function exportProfile(ctx: Ctx, { id }: { id: string }) {
  requirePermission(ctx, "links.see");
  const profile = await getProfile(ctx, { id });
  const { items } = await listLinks(ctx, { profile_id: id });
  return {
    format: PROFILE_EXPORT_FORMAT,
    version: PROFILE_EXPORT_VERSION,
    exported_at: ctx.now().toISOString(),
    profile,
    links: items,
  } as const;
}
