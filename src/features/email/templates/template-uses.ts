/* Where a template is used. */
import type { Ctx } from "#src/platform/context.ts";
import type { TemplateUse } from "./contract.ts";
import { requireTemplate } from "./templates.ts";
import { findTemplateUses } from "./use-finders.ts";

export async function listTemplateUses(ctx: Ctx, { id }: { id: string }): Promise<{ items: TemplateUse[] }> {
  const row = await requireTemplate(ctx, id);
  return { items: await findTemplateUses(ctx.db, { account: ctx.account, id: row.id }) };
}
