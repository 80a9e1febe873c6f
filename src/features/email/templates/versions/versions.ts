/* A template's history, and its editing lock. */
import { isId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import { addSeconds } from "#src/lib/time.ts";
import type { Ctx } from "#src/platform/context.ts";
import { TEMPLATE_ERRORS } from "../contract.ts";
import { EDITING_LOCK_SECONDS, VERSIONS_KEPT } from "../rules.ts";
import { type TemplateRow, updateTemplateRow } from "../store.ts";
import { findEditor, findVersion, insertVersion, listVersionRows } from "./version-store.ts";

/** Runs in the caller's transaction, before the template changes. */
export async function recordVersion(ctx: Ctx, row: TemplateRow): Promise<void> {
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

export interface EditingClaim {
  is_open: boolean;
  takes_over: boolean;
}

/** Locks it for the person, unless someone else has, and returns who. An editor that's gone holds no lock. */
export async function updateEditingLock(
  ctx: Ctx,
  row: TemplateRow,
  { is_open, takes_over }: EditingClaim,
): Promise<{ editor: { name: string } | null }> {
  const me = personId(ctx);
  const editor = await findOtherEditor(ctx, row);
  if (me !== undefined && (takes_over || !editor)) {
    const key = { account: ctx.account, id: row.id };
    const until = addSeconds(ctx.now(), EDITING_LOCK_SECONDS);
    if (is_open) await updateTemplateRow(ctx.db, { ...key, editor_id: me, editor_until: until });
    else if (row.editor_id === me)
      await updateTemplateRow(ctx.db, { ...key, editor_id: null, editor_until: null });
    return { editor: null };
  }
  return { editor: editor ?? null };
}

/** Throws while another person is editing it. Call it in the change's transaction, after locking the row. */
export async function requireUnlocked(ctx: Ctx, row: TemplateRow): Promise<void> {
  if (await findOtherEditor(ctx, row)) throw failure(TEMPLATE_ERRORS, "TEMPLATE_LOCKED");
}

export function findOtherEditor(ctx: Ctx, { id }: TemplateRow): Promise<{ name: string } | undefined> {
  const key = { account: ctx.account, id, but: personId(ctx) ?? "", now: ctx.now().toISOString() };
  return findEditor(ctx.db, key);
}

/** Returns the acting person's id. API keys and jobs have none. */
function personId({ actor }: Ctx): string | undefined {
  return actor.type === "person" || actor.type === "staff" ? actor.person.id : undefined;
}
