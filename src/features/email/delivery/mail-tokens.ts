import { timingSafeEqual } from "node:crypto";
import { MAIL_PATH } from "#src/lib/paths.ts";
import type { Platform } from "#src/platform/context.ts";

/**
 * The content of a token in an e-mail: the message, and one of its links. `OPENED` is the picture, `VIEWED`
 * the page, `TRAPPED` the hidden link.
 */
export interface MailToken {
  batch_id: string;
  contact_id: string;
  link: number;
}

export const OPENED = 0xffff;
export const VIEWED = 0xfffe;
export const HONEYPOT_LINK = 0xfffd;
/** The recipient in links that are the same for everyone. */
export const ANONYMOUS = "00000000-0000-0000-0000-000000000000";
const PURPOSE = "delivery.link";
const ID_BYTES = 16;
const LINK_BYTES = 2;
const TEXT_BYTES = 2 * ID_BYTES + LINK_BYTES;
/** 80 bits: guessing one is hopeless, and the URL stays short. */
const SIGNATURE_BYTES = 10;

/** The signature covers the account, because ids that people choose are unique only within it. */
const signed = (account: string, text: Buffer) => `${account}\n${text.toString("base64url")}`;
const cutOff = (digest: string) => Buffer.from(digest, "base64url").subarray(0, SIGNATURE_BYTES);

function toBytes({ batch_id, contact_id, link }: MailToken): Buffer {
  const text = Buffer.alloc(TEXT_BYTES);
  for (const [index, id] of [batch_id, contact_id].entries())
    text.write(id.replaceAll("-", ""), index * ID_BYTES, "hex");
  text.writeUInt16BE(link, 2 * ID_BYTES);
  return text;
}

/** Returns the URL of a link, or of the picture that reports an open. */
export function mailUrl(platform: Platform, account: string, token: MailToken): string {
  const text = toBytes(token);
  const signature = cutOff(platform.vault.digest(PURPOSE, signed(account, text)));
  return `${platform.instance.publicUrl}${MAIL_PATH}${Buffer.concat([text, signature]).toString("base64url")}`;
}

function idIn(bytes: Buffer, index: number): string {
  const hex = bytes.subarray(index * ID_BYTES, (index + 1) * ID_BYTES).toString("hex");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/**
 * Returns a token's content, and a function that verifies that we made it for an account's message. Undefined
 * if it can't be a token.
 */
export function parseMailToken(
  { vault }: Pick<Platform, "vault">,
  text: string,
): (MailToken & { isOf(account: string): boolean }) | undefined {
  const bytes = Buffer.from(text, "base64url");
  // Decoding is lenient, but a token has one spelling.
  if (bytes.length !== TEXT_BYTES + SIGNATURE_BYTES || bytes.toString("base64url") !== text) return undefined;
  const said = bytes.subarray(0, TEXT_BYTES);
  return {
    batch_id: idIn(bytes, 0),
    contact_id: idIn(bytes, 1),
    link: said.readUInt16BE(2 * ID_BYTES),
    isOf: (account) =>
      vault
        .digests(PURPOSE, signed(account, said))
        .some((digest) => timingSafeEqual(cutOff(digest), bytes.subarray(TEXT_BYTES))),
  };
}
