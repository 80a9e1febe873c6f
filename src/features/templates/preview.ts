/* A template as somebody would get it, and what's wrong with it. */
import { requireContact } from "#src/features/contacts/contacts.ts";
import { mergeContactOf } from "#src/features/contacts/rules.ts";
import { listReadyMailboxes } from "#src/features/mailboxes/mailboxes.ts";
import type { Ctx } from "#src/platform/context.ts";
import type { Limit } from "#src/platform/limits.ts";
import type { Written } from "./blocks-contract.ts";
import { compileBlock } from "./compile.ts";
import type { Preview } from "./contract.ts";
import { countdownFindings } from "./countdown.ts";
import { requireFiles } from "./files.ts";
import { renderForgiving } from "./forgiving.ts";
import { getSender, listFields, weighPictures } from "./library.ts";
import type { SenderDetails } from "./library-contract.ts";
import { findBroken } from "./opening.ts";
import { toText } from "./plain-text.ts";
import { checkContent, cleanHtml, type renderContent } from "./render.ts";
import { attachmentFindings, type Content, type Finding, SAMPLES } from "./rules.ts";
import { contentOf, factsFor, requireTemplate, withFooter, writtenOf } from "./templates.ts";

type Draft = { [Field in Exclude<keyof Written, "attachments">]?: Written[Field] | undefined } & {
  attachments?: { id: string }[] | undefined;
};

/** A contact, or the key of someone made up. */
export interface Someone {
  contact_id?: string | undefined;
  sample?: string | undefined;
}

/** More than an editor asks for while several people type. */
export const PREVIEWS: Limit = { name: "templates.preview", attempts: 300, seconds: 300 };

/** Where previews and tests lead instead of a link that would work. */
const UNSUBSCRIBE_SAMPLE = "/u/preview";

export function sampleUrls({ instance }: Ctx) {
  const url = instance.publicUrl + UNSUBSCRIBE_SAMPLE;
  return { unsubscribe_url: url, view_url: url };
}

export async function previewTemplate(
  ctx: Ctx,
  input: { id: string; draft?: Draft | undefined } & Someone,
): Promise<Preview> {
  const row = await requireTemplate(ctx, input.id);
  await ctx.limits.count(PREVIEWS, ctx.account);
  const { attachments = row.attachments, ...draft } = input.draft ?? {};
  const files = await requireFiles(ctx, attachments);
  const written = { ...drafted(writtenOf(row), draft), attachments: files };
  const content = await contentOf(ctx, written);
  const fields = (await listFields(ctx)).items.map(({ key }) => key);
  const findings = await inBlocks(ctx, written, { findings: checkContent(content, fields), fields });
  findings.push(
    ...(await weighPictures(ctx, content.html)),
    ...countdownFindings(written, ctx.now()),
    ...attachmentFindings(files),
  );
  const contact = await personOf(ctx, input);
  const sender = await senderFor(ctx);
  if (sender.postal_address.trim() === "")
    findings.push({
      severity: "stop",
      where: "html",
      message: "Enter your postal address. The law asks for it.",
    });
  const shown = rendered(content, {
    contact,
    sender,
    ...sampleUrls(ctx),
  });
  return { ...shown, bytes: Buffer.byteLength(shown.html), findings };
}

/** The plain text as it's made, for people to go on from. */
export async function makeText(ctx: Ctx, { id, draft = {} }: { id: string; draft?: Draft | undefined }) {
  const row = await requireTemplate(ctx, id);
  await ctx.limits.count(PREVIEWS, ctx.account);
  const { html } = await contentOf(ctx, drafted(writtenOf(row), draft));
  return { text: toText(cleanHtml(html)).trim() };
}

/** What's saved, with what isn't yet in its place. */
function drafted(saved: Written, { attachments: _, ...draft }: Draft): Written {
  const changes = Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== undefined));
  const written: Written = { ...saved, ...changes };
  return { ...written, blocks: withFooter(written.blocks) };
}

/** Who it's from. A sending account may have a postal address of its own. */
export async function senderFor(ctx: Ctx): Promise<SenderDetails> {
  const sender = await getSender(ctx);
  if (sender.postal_address.trim() !== "") return sender;
  const mailboxes = await listReadyMailboxes(ctx);
  const mailbox = mailboxes.find(({ postal_address }) => postal_address.trim() !== "");
  return { ...sender, postal_address: mailbox?.postal_address ?? "" };
}

export async function personOf(ctx: Ctx, { contact_id, sample }: Someone) {
  if (contact_id !== undefined) return mergeContactOf(await requireContact(ctx, contact_id));
  const made = SAMPLES.find(({ key }) => key === sample) ?? SAMPLES[0];
  return (made as (typeof SAMPLES)[0]).contact;
}

/** As much as can be put together, with what can't marked. The findings say why. */
function rendered(content: Content, recipient: Parameters<typeof renderContent>[1]): Content {
  try {
    return renderForgiving(content, recipient);
  } catch {
    return { subject: content.subject, preheader: "", html: "", text: "" };
  }
}

/** So long a block may be looked for: knowing it helps, and waiting doesn't. */
const IN_BLOCKS_MS_MAX = 500;

/** Says which block each finding is about, by trying them one by one. */
async function inBlocks(
  ctx: Ctx,
  { mode, blocks, theme }: Written,
  { findings, fields }: { findings: Finding[]; fields: string[] },
) {
  if (mode !== "blocks" || !findings.some(({ where }) => where === "html")) return findings;
  const facts = await factsFor(ctx, blocks);
  const owners = new Map<string, string>();
  const until = performance.now() + IN_BLOCKS_MS_MAX;
  for (const block of blocks) {
    if (performance.now() > until) break;
    const html = compileBlock(block, theme, facts);
    if (html === "") continue;
    for (const { message } of checkContent({ subject: "", preheader: "", text: "", html }, fields))
      if (!owners.has(message)) owners.set(message, block.id);
  }
  const general = new Set(checkContent(EMPTY, fields).map(({ message }) => message));
  return findings.map((finding) => {
    const block = general.has(finding.message) ? undefined : owners.get(finding.message);
    return finding.where === "html" ? { ...finding, line: undefined, ...(block && { block }) } : finding;
  });
}

const EMPTY: Content = { subject: "", preheader: "", html: "", text: "" };

/** What of the saved e-mail doesn't open. */
export async function checkLinks(ctx: Ctx, { id }: { id: string }): Promise<{ items: Finding[] }> {
  const row = await requireTemplate(ctx, id);
  const { html } = await contentOf(ctx, writtenOf(row));
  return { items: await findBroken(ctx, html) };
}
