/* What a campaign says: its own blocks or HTML, or a template's e-mail, all put together by the same code. */
import type { BatchContent } from "#src/features/email/delivery/snapshot.ts";
import { isEmptyMail } from "#src/features/email/templates/blocks/blocks-rules.ts";
import { countdownFindings } from "#src/features/email/templates/blocks/countdown-rules.ts";
import { asFindings } from "#src/features/email/templates/render/render.ts";
import { attachmentFindings, EMPTY_PARTS, withOwnHead } from "#src/features/email/templates/rules.ts";
import { contentOf, requireTemplate, templatePartsOf } from "#src/features/email/templates/templates.ts";
import { Failure } from "#src/lib/errors.ts";
import type { Ctx } from "#src/platform/context.ts";
import type { CampaignRow } from "../store.ts";
import type { Problem } from "./check-contract.ts";
import { toProblem } from "./preflight-checks.ts";

/** An e-mail as a campaign stores it, and when it will go out, if that's known. */
export type WrittenMail = Pick<
  CampaignRow,
  | "mode"
  | "template_id"
  | "subject"
  | "preheader"
  | "html"
  | "blocks"
  | "theme"
  | "attachments"
  | "scheduled_at"
>;

/** Returns a campaign's current content, or another e-mail's, with problems that only its parts show. */
export async function contentOfCampaign(
  ctx: Ctx,
  row: WrittenMail,
): Promise<{ content: BatchContent; problems: Problem[] }> {
  const written = await partsOf(ctx, row);
  const { subject, preheader, attachments } = written;
  const nothing = { subject, preheader, html: "", text: "" };
  if (isEmptyMail(written)) return { content: nothing, problems: [] };
  try {
    const content = await contentOf(ctx, written);
    const late = countdownFindings(written, row.scheduled_at ? new Date(row.scheduled_at) : ctx.now());
    const problems = [...late, ...attachmentFindings(attachments)].map(toProblem);
    return { content: { ...content, attachments }, problems };
  } catch (error) {
    return { content: nothing, problems: asFindings(error).map(toProblem) };
  }
}

/** A template that's gone says nothing. */
async function partsOf(ctx: Ctx, row: WrittenMail) {
  const { mode, template_id, subject, preheader, html, blocks, theme, attachments } = row;
  const head = { subject, preheader };
  if (mode === "html") return { ...EMPTY_PARTS, ...head, mode, source: html, attachments };
  if (mode === "blocks") return { ...EMPTY_PARTS, ...head, mode, blocks, theme, attachments };
  const template = template_id === null ? undefined : await foundBy(() => requireTemplate(ctx, template_id));
  return template ? withOwnHead(templatePartsOf(template), head) : { ...EMPTY_PARTS, ...head };
}

async function foundBy<T>(require: () => Promise<T>): Promise<T | undefined> {
  try {
    return await require();
  } catch (error) {
    if (error instanceof Failure && error.status === 404) return undefined;
    throw error;
  }
}
