/* What a template was before, and who has it open right now. */
import { isId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import { addSeconds } from "#src/lib/time.ts";
import type { Ctx } from "#src/platform/context.ts";
import { TEMPLATE_ERRORS } from "./contract.ts";
import { EDITING_S, VERSIONS_KEPT } from "./rules.ts";
import {
  findEditor,
  findVersion,
  insertVersion,
  listVersionRows,
  type TemplateRow,
  updateTemplateRow,
} from "./store.ts";

/** In the caller's transaction, before the template changes. */
export async function keepVersion(ctx: Ctx, row: TemplateRow): Promise<void> {
  const { subject, preheader, mode, blocks, source, text, theme, attachments } = row;
  await insertVersion(
    ctx.db,
    {
      user_id: ctx.account,
      id: ctx.newId(),
      template_id: row.id,
      content: { subject, preheader, mode, blocks, source, text, theme, attachments },
      made_by: personId(ctx) ?? null,
      created_at: ctx.now().toISOString(),
    },
    VERSIONS_KEPT,
  );
}

export async function listVersionsOf(ctx: Ctx, row: TemplateRow) {
  return { items: await listVersionRows(ctx.db, { account: ctx.account, id: row.id }) };
}

export async function requireVersion(ctx: Ctx, key: { id: string; version_id: string }) {
  const version = isId(key.version_id)
    ? await findVersion(ctx.db, { account: ctx.account, ...key })
    : undefined;
  if (!version) throw failure(TEMPLATE_ERRORS, "TEMPLATE_VERSION_NOT_FOUND");
  return version;
}

/** Notes that the person has it open, unless someone else does, and answers who. */
export async function noteEditing(ctx: Ctx, { id, editor_id }: TemplateRow, isOpen: boolean) {
  const me = personId(ctx);
  const now = ctx.now();
  const other = await findEditor(ctx.db, {
    account: ctx.account,
    id,
    but: me ?? "",
    now: now.toISOString(),
  });
  if (other) return { editor: other };
  if (me !== undefined && isOpen)
    await updateTemplateRow(ctx.db, {
      account: ctx.account,
      id,
      editor_id: me,
      editor_until: addSeconds(now, EDITING_S),
    });
  if (me !== undefined && !isOpen && editor_id === me)
    await updateTemplateRow(ctx.db, { account: ctx.account, id, editor_id: null, editor_until: null });
  return { editor: null };
}

/** The person who acts. Programs and jobs are nobody. */
export function personId({ actor }: Ctx): string | undefined {
  return actor.type === "person" || actor.type === "staff" ? actor.person.id : undefined;
}
