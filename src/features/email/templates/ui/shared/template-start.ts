import type { Template } from "#src/features/email/templates/contract.ts";
import { newId } from "#src/kit/new-id.ts";
import type { WrittenMail } from "./written-mail.ts";

/**
 * What an e-mail says that starts from a template. A subject or a preview text that’s there stays. Markdown
 * has no editor here, so such a template is used as it is.
 */
export function startFrom(
  { id, mode, subject, preheader, blocks, source, theme, attachments }: Template,
  latest: Pick<WrittenMail, "subject" | "preheader">,
): Partial<WrittenMail> {
  if (mode === "markdown") return { mode: "template", template_id: id };
  const head = { subject: latest.subject || subject, preheader: latest.preheader || preheader };
  if (mode === "html") return { ...head, mode, html: source, attachments };
  return { ...head, mode, blocks: withNewIds(blocks), theme, attachments };
}

/** Ids tell blocks apart within one e-mail; its editor starts afresh with other blocks. */
export function withNewIds<Block extends { id: string }>(blocks: readonly Block[]): Block[] {
  return blocks.map((block) => ({ ...block, id: newId() }));
}
