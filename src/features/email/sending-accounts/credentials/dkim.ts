/* Signs e-mail (DKIM, RFC 6376) for servers that don't do so themselves. */
import { domainToASCII } from "node:url";
import type { SendMailOptions } from "nodemailer";
import type { Platform } from "#src/platform/context.ts";
import type { MailboxRow } from "../store.ts";

/** The signed headers. Gmail and Yahoo require both headers for unsubscribing among them (RFC 8058). */
const SIGNED =
  "From:Sender:Reply-To:Subject:Date:Message-ID:To:MIME-Version:Content-Type:Content-Transfer-Encoding:" +
  "List-Id:List-Unsubscribe:List-Unsubscribe-Post:Feedback-ID";

export const keyPurpose = (id: string) => `mailboxes.dkim ${id}`;

/**
 * The sender's domain, which has to be the signature's too, or it proves nothing about the sender
 * (RFC 7489 §3.1.1).
 */
export function senderDomain({ from_address }: Pick<MailboxRow, "from_address">): string {
  return domainToASCII(from_address.slice(from_address.lastIndexOf("@") + 1)).toLowerCase();
}

/** True if there's a key for the sender's current domain. */
export function hasDkimKey(row: Pick<MailboxRow, "dkim_key" | "dkim_domain" | "from_address">): boolean {
  return row.dkim_key !== null && row.dkim_domain === senderDomain(row);
}

/**
 * Undefined until its public key has been found in the DNS, because a signature that can't be verified counts
 * against the sender.
 */
export function dkimOf({ vault }: Platform, row: MailboxRow): Pick<SendMailOptions, "dkim"> {
  const { dkim_key, dkim_found_at, dkim_domain: domainName, dkim_selector: keySelector } = row;
  if (row.kind !== "smtp" || dkim_key === null || dkim_found_at === null || !hasDkimKey(row)) return {};
  const privateKey = vault.open(keyPurpose(row.id), dkim_key);
  if (privateKey === undefined) return {};
  return { dkim: { domainName, keySelector, privateKey, headerFieldNames: SIGNED } };
}
