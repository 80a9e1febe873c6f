/* A batch's content, written for one recipient: the e-mail that goes out, with the headers of bulk mail. */
import { unsubscribePath } from "#src/features/audience/consent/consent.ts";
import type { MergeContact } from "#src/features/audience/contacts/rules.ts";
import { type LoadedFile, loadFiles } from "#src/features/email/templates/files/files.ts";
import { ContentError } from "#src/features/email/templates/merge-tags/merge-tags.ts";
import { renderer } from "#src/features/email/templates/render/render.ts";
import { CLIPPED_BYTES } from "#src/features/email/templates/rules.ts";
import type { Ctx, Platform } from "#src/platform/context.ts";
import type { BatchRow } from "../batch-store.ts";
import type { Mailbox, Message } from "../ledger.ts";
import { ANONYMOUS, HONEYPOT_LINK, mailUrl, OPENED, VIEWED } from "../mail-tokens.ts";
import type { Tracking } from "../rules.ts";
import { NUMBERED_LINK, type Snapshot } from "../snapshot.ts";

interface Written {
  batch: BatchRow;
  /** The batch's content, or the version of it that this recipient gets. */
  snapshot: Snapshot;
  mailbox: Mailbox;
  contact: MergeContact;
}

/** Writes a batch's message to one recipient, and says how long rendering it took. */
export async function writeMessage(
  ctx: Ctx,
  { batch, snapshot, mailbox, contact }: Written,
): Promise<Message & { ms: number }> {
  const { tracking, id: batch_id } = batch;
  const { id: contact_id, email } = contact;
  const { account } = ctx;
  const about = { account, contact_id, email, batch_id };
  const unsubscribe_url = ctx.instance.publicUrl + unsubscribePath(ctx, about);
  const name = snapshot.from_name || mailbox.from_name;
  const sender = { name, postal_address: snapshot.postal_address };
  const recipient = { account, batch_id, contact, unsubscribe_url, sender, tracking };
  const written = await renderFor(ctx, snapshot, recipient);
  return {
    ...written,
    // The same for every attempt, so that the recipient's server can recognize it.
    id: `${batch_id}.${contact_id}`,
    from_name: name,
    to: email,
    attachments: await loadAttachments(ctx, snapshot),
    headers: bulkHeaders(ctx, { batch, mailbox, unsubscribe_url, name }),
  };
}

interface RenderedMail {
  subject: string;
  html: string;
  text: string;
  ms: number;
}

interface Recipient {
  account: string;
  batch_id: string;
  contact: MergeContact;
  unsubscribe_url: string;
  sender: { name: string; postal_address: string };
  tracking: Tracking;
}

/** Renders the e-mail for one recipient. Pass the same snapshot for all of them, because it's parsed once. */
export async function renderFor(
  platform: Platform,
  snapshot: Snapshot,
  to: Recipient,
): Promise<RenderedMail> {
  const { contact, unsubscribe_url, sender } = to;
  const { account, batch_id } = to;
  const view_url = mailUrl(platform, account, { batch_id, contact_id: contact.id, link: VIEWED });
  const recipient = { contact, unsubscribe_url, view_url, sender };
  const { written, ms } = await renderer.forMany(account, snapshot, recipient);
  const { subject, html, text } = written;
  if (to.tracking === "none") return { subject, html: atTop(html, "", unsubscribe_url), text, ms };
  const isOwn = to.tracking === "each";
  const urlOf = (link: number) =>
    mailUrl(platform, account, { batch_id, contact_id: isOwn ? contact.id : ANONYMOUS, link });
  // A fan's name may look like a numbered link, too.
  const linked = html.replace(NUMBERED_LINK, (text, number: string) =>
    Number(number) < snapshot.links.length ? urlOf(Number(number)) : text,
  );
  // Without text it's invisible and can't be clicked, even where styles are removed.
  const hidden = `<a href="${urlOf(HONEYPOT_LINK)}" aria-hidden="true" tabindex="-1" style="display:none"></a>`;
  // The hidden link identifies a single message, so it needs per-person tracking.
  const trap = isOwn ? hidden : "";
  const picture = `<img src="${urlOf(OPENED)}" width="1" height="1" alt="" style="border:0">`;
  return { subject, html: atTop(atEnd(linked, trap), picture, unsubscribe_url), text, ms };
}

function atEnd(html: string, added: string): string {
  const end = html.lastIndexOf("</body>");
  return end < 0 ? html + added : html.slice(0, end) + added + html.slice(end);
}

const BODY = /<body\b[^<>]*>/;
/** The line that inboxes show after the subject. */
const PREVIEW_LINE = '<div style="display:none;';
const WAY_OUT_STYLE = "padding:8px;font:12px/1.5 sans-serif;text-align:center";

/** Gmail truncates long e-mail, so the tracking pixel and the unsubscribe link have to come before that. */
function atTop(html: string, picture: string, unsubscribe_url: string): string {
  const isCut = Buffer.byteLength(html) > CLIPPED_BYTES;
  const href = unsubscribe_url.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  const wayOut = isCut ? `<div style="${WAY_OUT_STYLE}"><a href="${href}">Unsubscribe</a></div>` : "";
  const body = BODY.exec(html);
  const start = body ? body.index + body[0].length : 0;
  const end = html.indexOf("<", start + 1);
  const isLine = html.startsWith(PREVIEW_LINE, start) && html.startsWith("</div>", end);
  const at = isLine ? end + "</div>".length : start;
  return html.slice(0, at) + picture + wayOut + html.slice(at);
}

const LIST_PURPOSE = "delivery.list-id";
const LIST_ID_CHARS = 16;

interface Bulk {
  batch: { user_id: string; id: string };
  mailbox: { kind: string; from_address: string };
  unsubscribe_url: string;
  name: string;
}

/**
 * Headers that inboxes expect of bulk mail: one-click unsubscription (RFC 8058, RFC 2369), the list's id (RFC
 * 2919), and an id for counting complaints.
 */
export function bulkHeaders(
  { instance, vault }: Pick<Platform, "instance" | "vault">,
  { batch, mailbox, unsubscribe_url, name }: Bulk,
): Record<string, string> {
  const { hostname } = new URL(instance.publicUrl);
  // The account's own id must not be public.
  const list = vault
    .digest(LIST_PURPOSE, batch.user_id)
    .replace(/[^A-Za-z0-9]/g, "")
    .slice(0, LIST_ID_CHARS)
    .toLowerCase();
  const called = name.replace(/[^\p{L}\p{N} .,'&-]/gu, "").trim();
  // The end of the link proves the person's identity, whatever address they write from.
  const token = unsubscribe_url.slice(unsubscribe_url.lastIndexOf("/") + 1);
  const quoted = /^[\x20-\x7e]+$/.test(called) ? `"${called}" ` : "";
  const mailto = `<mailto:${mailbox.from_address}?subject=unsubscribe%20${token}>`;
  return {
    // E-mail to the instance's address isn't read.
    "List-Unsubscribe": `<${unsubscribe_url}>${mailbox.kind === "instance" ? "" : `, ${mailto}`}`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    "List-Id": `${quoted}<${list}.${hostname}>`,
    "Feedback-ID": `${batch.id}:${list}:campaign:fanfare`,
    Precedence: "bulk",
  };
}

/** Loaded once for all recipients, for as long as the batch is being sent. */
const loadedAttachments = new WeakMap<Snapshot, Promise<LoadedFile[]>>();

/** Returns a batch's attachments. Pass the same snapshot for all recipients. Throws if one is gone. */
function loadAttachments(ctx: Ctx, snapshot: Snapshot): Promise<LoadedFile[]> {
  const known = loadedAttachments.get(snapshot);
  if (known) return known;
  const loading = findFiles(ctx, snapshot);
  loadedAttachments.set(snapshot, loading);
  // Failed queries are retried.
  loading.catch(() => loadedAttachments.delete(snapshot));
  return loading;
}

async function findFiles(ctx: Ctx, { attachments }: Snapshot): Promise<LoadedFile[]> {
  const files = await loadFiles(ctx, ctx.account, attachments);
  if (files) return files;
  throw new ContentError({ severity: "stop", where: "html", message: "An attachment is gone" });
}
