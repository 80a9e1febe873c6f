import type { Platform } from "#src/platform/context.ts";

interface Bulk {
  batch: { user_id: string; id: string };
  mailbox: { kind: string; from_address: string };
  unsubscribe_url: string;
  name: string;
}

const PURPOSE = "campaigns.list-id";
const LIST_ID_CHARS = 16;

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
    .digest(PURPOSE, batch.user_id)
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
