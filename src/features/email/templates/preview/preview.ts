/* A template as a recipient would get it, and its problems. */
import { requireContact } from "#src/features/audience/contacts/contacts.ts";
import { toMergeContact } from "#src/features/audience/contacts/rules.ts";
import { listReadyMailboxes } from "#src/features/email/sending-accounts/sending-accounts.ts";
import { requireWholeAccount } from "#src/features/identity/team/team.ts";
import { failure } from "#src/lib/errors.ts";
import type { Ctx } from "#src/platform/context.ts";
import type { Limit } from "#src/platform/limits.ts";
import type { TemplateParts } from "../blocks/blocks-contract.ts";
import { countdownFindings } from "../blocks/countdown-rules.ts";
import { type Preview, TEMPLATE_ERRORS } from "../contract.ts";
import { requireFiles } from "../files/files.ts";
import { findingsOfInstance, getSender, imageWeights, listFields } from "../library/library.ts";
import type { SenderDetails } from "../library/library-contract.ts";
import { ContentError } from "../merge-tags/merge-tags.ts";
import { asFindings, type Recipient, renderer } from "../render/render.ts";
import { attachmentFindings, type Content, type Finding, SAMPLES } from "../rules.ts";
import { contentOf, factsFor, requireTemplate, templatePartsOf, withFooter } from "../templates.ts";
import { findBrokenLinks } from "./link-checker.ts";

export { findBrokenLinks } from "./link-checker.ts";

type Draft = { [Field in Exclude<keyof TemplateParts, "attachments">]?: TemplateParts[Field] | undefined } & {
  attachments?: { id: string }[] | undefined;
};

/** A contact, or the key of a made-up person. */
export interface PreviewPerson {
  contact_id?: string | undefined;
  sample?: string | undefined;
}

/** More than an editor requests while several people type. */
export const PREVIEWS: Limit = { name: "templates.preview", attempts: 300, seconds: 300 };

/** The target of the unsubscribe link in previews and tests, where a real one would work. */
const UNSUBSCRIBE_SAMPLE = "/u/preview";

export function sampleUrls({ instance }: Ctx) {
  const url = instance.publicUrl + UNSUBSCRIBE_SAMPLE;
  return { unsubscribe_url: url, view_url: url };
}

export async function previewTemplate(
  ctx: Ctx,
  input: { id: string; draft?: Draft | undefined } & PreviewPerson,
): Promise<Preview> {
  const row = await requireTemplate(ctx, input.id);
  await countPreview(ctx);
  const { attachments = row.attachments, ...draft } = input.draft ?? {};
  const files = await requireFiles(ctx, attachments);
  const written = { ...drafted(templatePartsOf(row), draft), attachments: files };
  return previewParts(ctx, { written, sender: await senderFor(ctx), someone: input });
}

export async function countPreview(ctx: Ctx): Promise<void> {
  requireWholeAccount(ctx);
  await ctx.limits.count(PREVIEWS, ctx.account);
}

interface Previewed {
  written: TemplateParts;
  sender: SenderDetails;
  someone: PreviewPerson;
}

export async function previewParts(ctx: Ctx, { written, sender, someone }: Previewed): Promise<Preview> {
  const contact = await findPreviewPerson(ctx, someone);
  const { shown, findings } = await putTogether(ctx, written, { contact, sender, ...sampleUrls(ctx) });
  findings.push(
    ...countdownFindings(written, ctx.now()),
    ...attachmentFindings(written.attachments),
    ...findingsOfInstance(ctx.instance),
  );
  if (sender.postal_address.trim() === "")
    findings.push({
      severity: "stop",
      where: "html",
      message: "Enter your postal address. The law asks for it.",
    });
  return { ...shown, bytes: Buffer.byteLength(shown.html), findings };
}

/** Nothing is shown if rendering takes too long. */
async function putTogether(
  ctx: Ctx,
  written: TemplateParts,
  recipient: Recipient,
): Promise<{ shown: Content; findings: Finding[] }> {
  const fields = (await listFields(ctx)).items.map(({ key }) => key);
  const { subject, mode, blocks, theme } = written;
  try {
    const content = await contentOf(ctx, written);
    const inBlocks = mode === "blocks" ? { blocks, theme, facts: await factsFor(ctx, written) } : undefined;
    const made = await renderer.run(ctx.account, "preview", content, recipient, { fields, inBlocks });
    return { ...made, findings: [...made.findings, ...(await imageWeights(ctx, content.html))] };
  } catch (error) {
    return { shown: { subject, preheader: "", html: "", text: "" }, findings: asFindings(error) };
  }
}

export async function makeText(ctx: Ctx, { id, draft = {} }: { id: string; draft?: Draft | undefined }) {
  const row = await requireTemplate(ctx, id);
  await ctx.limits.count(PREVIEWS, ctx.account);
  try {
    const { html } = await contentOf(ctx, drafted(templatePartsOf(row), draft));
    return { text: await renderer.run(ctx.account, "text", html) };
  } catch (error) {
    throw toBrokenFailure(error);
  }
}

export function toBrokenFailure(error: unknown): unknown {
  if (!(error instanceof ContentError)) return error;
  return failure(TEMPLATE_ERRORS, "TEMPLATE_BROKEN", { message: error.message });
}

export function drafted(saved: TemplateParts, { attachments: _, ...draft }: Draft): TemplateParts {
  const changes = Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== undefined));
  const written: TemplateParts = { ...saved, ...changes };
  return { ...written, blocks: withFooter(written.blocks) };
}

/** Returns the sender. A sending account may have its own postal address. */
export async function senderFor(ctx: Ctx): Promise<SenderDetails> {
  const sender = await getSender(ctx);
  if (sender.postal_address.trim() !== "") return sender;
  const mailboxes = await listReadyMailboxes(ctx);
  const mailbox = mailboxes.find(({ postal_address }) => postal_address.trim() !== "");
  return { ...sender, postal_address: mailbox?.postal_address ?? "" };
}

export async function findPreviewPerson(ctx: Ctx, { contact_id, sample }: PreviewPerson) {
  if (contact_id !== undefined) return toMergeContact(await requireContact(ctx, contact_id));
  const made = SAMPLES.find(({ key }) => key === sample) ?? SAMPLES[0];
  return (made as (typeof SAMPLES)[0]).contact;
}

export async function checkLinks(ctx: Ctx, { id }: { id: string }): Promise<{ items: Finding[] }> {
  const row = await requireTemplate(ctx, id);
  try {
    const { html } = await contentOf(ctx, templatePartsOf(row));
    return { items: await findBrokenLinks(ctx, html) };
  } catch (error) {
    return { items: asFindings(error) };
  }
}
