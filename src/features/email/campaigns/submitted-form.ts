/* What people and programs send about a campaign, made fit to store. */

import type * as z from "zod";
import { oneLine } from "#src/features/audience/contacts/rules.ts";
import { attachFiles } from "#src/features/email/templates/files/files.ts";
import { PREHEADER_CHARS_MAX } from "#src/features/email/templates/rules.ts";
import { withFooter } from "#src/features/email/templates/templates.ts";
import { isId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import { isBlank } from "#src/lib/text.ts";
import type { Ctx } from "#src/platform/context.ts";
import { CAMPAIGN_ERRORS, type updateCampaignSchema } from "./contract.ts";
import { CAMPAIGN_NAME_CHARS_MAX, type CampaignMode, SUBJECT_CHARS_MAX } from "./rules.ts";
import type { CampaignRow } from "./store.ts";

type Form = Omit<z.output<typeof updateCampaignSchema>, "id" | "updated_at">;

/** Absent fields stay absent. Attachments aren't part of it: see `attachedIn`. */
export function cleanForm({ attachments: _, ...form }: Form): Partial<CampaignRow> {
  const { name, from_name, subject, preheader, mailbox_id, template_id, blocks, ...others } = form;
  const cleaned: Partial<CampaignRow> = definedIn(others);
  const mode = modeOf(form);
  if (mode !== undefined) cleaned.mode = mode;
  if (name !== undefined) cleaned.name = oneLine(name, CAMPAIGN_NAME_CHARS_MAX);
  if (cleaned.name !== undefined && isBlank(cleaned.name))
    throw failure(CAMPAIGN_ERRORS, "CAMPAIGN_NAME_MISSING");
  if (from_name !== undefined) cleaned.from_name = oneLine(from_name, CAMPAIGN_NAME_CHARS_MAX);
  if (subject !== undefined) cleaned.subject = oneLine(subject, SUBJECT_CHARS_MAX);
  if (preheader !== undefined) cleaned.preheader = oneLine(preheader, PREHEADER_CHARS_MAX);
  if (blocks !== undefined) cleaned.blocks = blocks.length === 0 ? [] : withFooter(blocks);
  // An invalid id refers to nothing, which the check reports.
  if (mailbox_id !== undefined) cleaned.mailbox_id = idOrNull(mailbox_id);
  if (template_id !== undefined) cleaned.template_id = idOrNull(template_id);
  return cleaned;
}

const idOrNull = (id: string | null) => (id !== null && isId(id) ? id : null);

/** Programs may leave the mode out. */
function modeOf({ mode, template_id, blocks, html }: Form): CampaignMode | undefined {
  if (mode !== undefined) return mode;
  if (template_id) return "template";
  if (blocks !== undefined) return "blocks";
  return html === undefined ? undefined : "html";
}

/** The files that a form attaches, in the transaction that stores it. */
export async function attachedIn(
  ctx: Ctx,
  { attachments }: Form,
): Promise<Pick<CampaignRow, "attachments"> | undefined> {
  return attachments && { attachments: await attachFiles(ctx, attachments) };
}

function definedIn<T extends object>(form: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(form).filter(([, value]) => value !== undefined)) as never;
}
