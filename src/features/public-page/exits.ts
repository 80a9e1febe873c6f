import { type Exit, listInAppExits, recordInAppExit } from "#src/features/in-app/in-app.ts";
import { findProfileOwner } from "#src/features/leads/leads.ts";
import { requireProfile } from "#src/features/profiles/profiles.ts";
import type { Ctx, VisitorCtx } from "#src/platform/context.ts";

/** Counts that a visitor of a page tried to leave an app's own browser, or has left it. */
export async function recordExit(visit: VisitorCtx, exit: Exit): Promise<{ counted: true }> {
  await findProfileOwner(visit, { profile_uuid: exit.profile_id });
  return recordInAppExit(visit, exit);
}

/** How many visitors of one's own page tried to leave, and how many did. */
export async function listExits(ctx: Ctx, { id, days }: { id: string; days: number }) {
  await requireProfile(ctx, id);
  return listInAppExits(ctx, { id, days });
}
