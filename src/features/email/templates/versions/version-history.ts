/* The editor's other endpoints: earlier versions, and the editing lock. */
import type { Ctx } from "#src/platform/context.ts";
import type { Template } from "../contract.ts";
import { lockTemplate, requireTemplate, saveTemplate, toTemplate } from "../templates.ts";
import {
  type EditingClaim,
  listVersionsOf,
  requireUnlocked,
  requireVersion,
  updateEditingLock,
} from "./versions.ts";

export async function listVersions(ctx: Ctx, { id }: { id: string }) {
  return listVersionsOf(ctx, await requireTemplate(ctx, id));
}

export async function restoreVersion(
  ctx: Ctx,
  { id, version_id }: { id: string; version_id: string },
): Promise<Template> {
  return ctx.write(async (ctx) => {
    const row = await lockTemplate(ctx, id);
    const { content } = await requireVersion(ctx, { id: row.id, version_id });
    await requireUnlocked(ctx, row);
    return toTemplate(ctx, await saveTemplate(ctx, row, content));
  });
}

export async function editTemplate(ctx: Ctx, { id, ...editing }: { id: string } & EditingClaim) {
  return ctx.write(async (ctx) => updateEditingLock(ctx, await lockTemplate(ctx, id), editing));
}
