/* An e-mail that's being written for something else than a template: previews and tests of it. */
import { findOwnMailbox, requireMailbox } from "#src/features/email/sending-accounts/sending-accounts.ts";
import type { Ctx } from "#src/platform/context.ts";
import type { TemplateParts } from "../blocks/blocks-contract.ts";
import { requireFiles } from "../files/files.ts";
import type { SenderDetails } from "../library/library-contract.ts";
import { EMPTY_PARTS, withOwnHead } from "../rules.ts";
import { requireTemplate, templatePartsOf } from "../templates.ts";
import type { DraftPreview, MailDraft } from "./draft-contract.ts";
import { countPreview, drafted, type PreviewPerson, previewParts, senderFor } from "./preview.ts";
import { requireConfirmed, sendTestOf } from "./test-send.ts";

type Asked = { draft: MailDraft } & PreviewPerson;

export async function previewDraft(ctx: Ctx, { draft, ...someone }: Asked): Promise<DraftPreview> {
  await countPreview(ctx);
  const written = await partsOf(ctx, draft);
  const mailbox = draft.mailbox_id ? await findOwnMailbox(ctx, draft.mailbox_id) : undefined;
  const sender = senderOf(draft, { mailbox, usual: await senderFor(ctx) });
  const preview = await previewParts(ctx, { written, sender, someone });
  return { ...preview, from: { name: sender.name, address: mailbox?.from_address ?? "" } };
}

/** Sends it to the caller. Its unsubscribe link doesn't work. */
export async function testDraft(ctx: Ctx, { draft, ...someone }: Asked): Promise<{ to: string }> {
  requireConfirmed(ctx);
  const written = await partsOf(ctx, draft);
  const mailbox = await requireMailbox(ctx, draft.mailbox_id ?? "");
  const sender = senderOf(draft, { mailbox, usual: await senderFor(ctx) });
  return sendTestOf(ctx, { written, mailbox, sender, someone });
}

async function partsOf(ctx: Ctx, draft: MailDraft): Promise<TemplateParts> {
  const { template_id, mailbox_id: _, from_name: __, attachments, ...typed } = draft;
  if (template_id) {
    const { subject = "", preheader = "" } = typed;
    return withOwnHead(templatePartsOf(await requireTemplate(ctx, template_id)), { subject, preheader });
  }
  return { ...drafted(EMPTY_PARTS, typed), attachments: await requireFiles(ctx, attachments ?? []) };
}

/** As for a campaign: the sending account's name and address win over those for all e-mail. */
function senderOf(
  { from_name = "" }: MailDraft,
  {
    mailbox,
    usual,
  }: { mailbox: { from_name: string; postal_address: string } | undefined; usual: SenderDetails },
): SenderDetails {
  return {
    name: from_name.trim() || (mailbox?.from_name ?? usual.name),
    postal_address: mailbox?.postal_address.trim() || usual.postal_address,
  };
}
