import type { Block } from "#src/features/email/templates/blocks/blocks-contract.ts";
import type { MailDraft } from "#src/features/email/templates/preview/draft-contract.ts";
import type { Attachment, Theme } from "#src/features/email/templates/rules.ts";

/** What an e-mail says that’s written for one purpose, such as a campaign: blocks, a template, or HTML. */
export interface WrittenMail {
  mode: "blocks" | "template" | "html";
  template_id: string | null;
  subject: string;
  preheader: string;
  html: string;
  blocks: Block[];
  theme: Theme;
  attachments: Attachment[];
}

export type MailChange = Partial<WrittenMail> | ((latest: WrittenMail) => Partial<WrittenMail>);

/** Who it’s from. */
export interface MailSender {
  mailbox_id: string | null;
  from_name: string;
}

/** An e-mail as previews and tests take it. Undefined while no template is chosen. */
export function draftOf(mail: WrittenMail, { mailbox_id, from_name }: MailSender): MailDraft | undefined {
  const { mode, template_id, subject, preheader, html, blocks, theme, attachments } = mail;
  const head = { subject, preheader, mailbox_id, from_name };
  if (mode === "html") return { ...head, mode, source: html, attachments };
  if (mode === "blocks") return { ...head, mode, blocks, theme, attachments };
  return template_id === null ? undefined : { ...head, template_id };
}
