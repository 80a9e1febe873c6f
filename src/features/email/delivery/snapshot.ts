/*
 * A batch's content, frozen at its start as a snapshot, in which links are numbers.
 */
import { createHash } from "node:crypto";
import { aroundMergeTags, fillMarks } from "#src/features/email/templates/html/html.ts";
import { fillLink, isPersonal, personalLink } from "#src/features/email/templates/merge-tags/merge-tags.ts";
import { renderer } from "#src/features/email/templates/render/render.ts";
import { ANONYMOUS_CONTACT, type Attachment, type Content } from "#src/features/email/templates/rules.ts";
import { LINKS_MAX, type Tracking } from "./rules.ts";

/** The sent content with its links numbered, and the sender's name. */
export interface Snapshot {
  subject: string;
  preheader: string;
  html: string;
  text: string;
  links: string[];
  postal_address: string;
  from_name: string;
  attachments: readonly Attachment[];
  /** Of a tested version: the sending account that it goes out through, if it isn't the batch's. */
  mailbox_id?: string | undefined;
}

/**
 * The URL of numbered links until they're rendered for a recipient. Nobody can own such a host (RFC 2606).
 */
const NUMBERED = "https://link.invalid/";
export const NUMBERED_LINK = /https:\/\/link\.invalid\/(\d+)/g;
/** Sanitized HTML quotes attributes in one way, and has no `<` in them. Outlook's buttons are VML shapes. */
const LINK = /<(?:a|area|v:\w+)\s[^<>]*>/gi;
const HREF = /(\shref=)"([^"]*)"/i;

/** An e-mail with its attachments. */
export type BatchContent = Content & { attachments?: readonly Attachment[] };

interface SnapshotRules {
  tracking: Tracking;
  from_name: string;
  postal_address: string;
  mailbox_id?: string | undefined;
  /** The links of the batch's other versions. New ones are added to it, so that a number means one link in all. */
  links?: string[];
}

/**
 * Freezes a batch's content. Links to the web get a number each, so that they can be counted. Those with
 * merge tags share one number where opens and clicks are counted per person; anchors and other URLs stay as
 * they are.
 */
export async function takeSnapshot(
  account: string,
  content: BatchContent,
  { tracking, links = [], ...sentBy }: SnapshotRules,
): Promise<{ snapshot: Snapshot; content_hash: string }> {
  const { attachments = [] } = content;
  const isCounted = tracking !== "none";
  const numberOf = (url: string) => {
    const href = countable(url, tracking);
    if (href === undefined) return undefined;
    const known = links.indexOf(href);
    if (known < 0 && links.length >= LINKS_MAX) return undefined;
    return known < 0 ? links.push(href) - 1 : known;
  };
  const { html, text } = await renderer.run(account, "frozen", contentIn(content));
  const number = (link: string, tags: readonly string[]) =>
    link.replace(HREF, (attribute, start: string, url: string) => {
      const found = numberOf(fillMarks(decodeAmpersands(url).trim(), tags));
      return found === undefined ? attribute : `${start}"${NUMBERED}${found}"`;
    });
  const numbered = () =>
    aroundMergeTags(html, (marked, tags) => marked.replace(LINK, (link) => number(link, tags)));
  const snapshot: Snapshot = {
    subject: content.subject,
    preheader: content.preheader,
    html: isCounted ? numbered() : html,
    text,
    links: isCounted ? links : [],
    ...sentBy,
    attachments,
  };
  return { snapshot, content_hash: contentHash(content) };
}

/** What a recipient gets: a batch's own content, or the version of it with this index. */
export function snapshotFor(
  { snapshot, variants }: { snapshot: Snapshot; variants: readonly Snapshot[] },
  variant: number | null,
): Snapshot {
  return (variant === null ? undefined : variants[variant]) ?? snapshot;
}

const contentIn = ({ subject, preheader, html, text }: BatchContent): Content => ({
  subject,
  preheader,
  html,
  text,
});

/** Equal for equal content. */
export function contentHash({ subject, preheader, html, text, attachments = [] }: BatchContent): string {
  const files = attachments.length === 0 ? [] : [attachments.map(({ id }) => id)];
  const said = JSON.stringify([subject, preheader, html, text, ...files]);
  return createHash("sha256").update(said).digest("hex");
}

/** Returns a link in its counted form. Undefined for a link that isn't counted. */
function countable(url: string, tracking: Tracking): string | undefined {
  if (isPersonal(url)) return tracking === "each" ? personalLink(url) : undefined;
  if (!/^https?:/i.test(url)) return undefined;
  // The `Location` header allows no other characters, and braces are merge tags.
  return URL.parse(url)?.href.replaceAll("{", "%7B").replaceAll("}", "%7D");
}

/** True if a frozen e-mail in which each click is counted has a link to a URL. */
export function linkIn({ html, links }: Pick<Snapshot, "html" | "links">, url: string): boolean {
  const at = links.indexOf(countable(url, "each") ?? "");
  return at >= 0 && html.includes(`"${NUMBERED}${at}"`);
}

const decodeAmpersands = (text: string) => text.replace(/&(?:amp|#38|#x26);/gi, "&");

/** The content is someone else's at our URL: nothing in it may run, send anything, or count as ours. */
export const MAIL_PAGE_POLICY =
  "default-src 'none'; img-src http: https:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox allow-popups allow-popups-to-escape-sandbox";

interface WebReader {
  account: string;
  unsubscribe_url: string;
  view_url: string;
  sender: { name: string; postal_address: string };
}

/**
 * Renders the e-mail as a page for a person who follows its link: without anything about the recipient, and
 * without tracking.
 */
export async function renderWebVersion(
  snapshot: Pick<Snapshot, "links">,
  page: Content,
  { account, ...to }: WebReader,
): Promise<string> {
  const { html } = await renderer.run(account, "page", renderer.numbered(page), to);
  return resolveLinks(snapshot, html);
}

/** Replaces numbered links with their URLs, without tracking. */
export function resolveLinks({ links }: Pick<Snapshot, "links">, html: string): string {
  return html.replace(NUMBERED_LINK, (text, number: string) => {
    const link = links[Number(number)] ?? text;
    const url = isPersonal(link) ? (fillLink(link, ANONYMOUS_CONTACT) ?? "") : link;
    return url.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  });
}
