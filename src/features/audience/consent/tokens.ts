import { timingSafeEqual } from "node:crypto";
import { emailHash } from "#src/features/audience/consent-records/email-hash.ts";
import { normalEmail } from "#src/lib/email-address.ts";
import type { Platform } from "#src/platform/context.ts";

/*
 * A token names a contact, and a campaign by the prefix of its id, in 43 characters: header lines of e-mail
 * are folded beyond 76, and a folded line breaks signatures. Eighty bits of proof are enough for a token that
 * only the server can check, and that only stops e-mail.
 */
const CONTACT_BYTES = 16;
const BATCH_BYTES = 6;
const NAMED_BYTES = CONTACT_BYTES + BATCH_BYTES;
const PROOF_BYTES = 10;
const PURPOSE = "contacts.preferences";
const NO_BATCH = "0".repeat(2 * BATCH_BYTES);

export interface PreferenceLink {
  account: string;
  contact_id: string;
  /** The address that the link is sent to. It stays this address's, even if the contact's changes later. */
  email: string;
  batch_id?: string | undefined;
}

export function preferenceToken(
  platform: Platform,
  { account, contact_id, email, batch_id }: PreferenceLink,
): string {
  const campaign = batch_id ? hexOf(batch_id).slice(0, 2 * BATCH_BYTES) : NO_BATCH;
  const named = Buffer.from(hexOf(contact_id) + campaign, "hex");
  const proof = proofOf(platform, PURPOSE, [emailHash(account, normalEmail(email)), named]);
  return Buffer.concat([named, proof]).toString("base64url");
}

const CONFIRMATION = "contacts.confirmation";
/** In seconds. */
const TIME_BYTES = 4;
const CONFIRMED_BYTES = CONTACT_BYTES + TIME_BYTES;

/** Names a contact and the time of creation, for one address. */
export function confirmationToken(
  platform: Platform,
  { user_id, id, email }: { user_id: string; id: string; email: string },
): string {
  const named = Buffer.alloc(CONFIRMED_BYTES);
  named.write(hexOf(id), "hex");
  named.writeUInt32BE(Math.floor(platform.now().getTime() / 1000), CONTACT_BYTES);
  const proof = proofOf(platform, CONFIRMATION, [emailHash(user_id, email), named]);
  return Buffer.concat([named, proof]).toString("base64url");
}

/** Parses a confirmation token. `isProvenFor` tells whether it's ours. */
export function parseConfirmationToken(token: string) {
  const bytes = Buffer.from(token, "base64url");
  if (bytes.length !== CONFIRMED_BYTES + PROOF_BYTES || bytes.toString("base64url") !== token)
    return undefined;
  const named = bytes.subarray(0, CONFIRMED_BYTES);
  return {
    contact_id: uuidOf(named.toString("hex", 0, CONTACT_BYTES)),
    made_at: named.readUInt32BE(CONTACT_BYTES) * 1000,
    isProvenFor: (platform: Platform, email_hash: string) =>
      isProofOf(platform, CONFIRMATION, {
        named: [email_hash, named],
        proof: bytes.subarray(CONFIRMED_BYTES),
      }),
  };
}

/** Parses a preference token. Only the account's proof shows whether it's ours. */
export function parsePreferenceToken(
  token: string,
): { contact_id: string; campaign: string | null; bytes: Buffer } | undefined {
  const bytes = Buffer.from(token, "base64url");
  if (bytes.length !== NAMED_BYTES + PROOF_BYTES || bytes.toString("base64url") !== token) return undefined;
  const hex = bytes.toString("hex");
  const campaign = hex.slice(2 * CONTACT_BYTES, 2 * NAMED_BYTES);
  return {
    contact_id: uuidOf(hex.slice(0, 2 * CONTACT_BYTES)),
    campaign: campaign === NO_BATCH ? null : campaign,
    bytes,
  };
}

/** True if the token was made for the address with this hash, which also identifies the account. */
export function isPreferenceTokenValid(platform: Platform, email_hash: string, bytes: Buffer): boolean {
  const named: Named = [email_hash, bytes.subarray(0, NAMED_BYTES)];
  return isProofOf(platform, PURPOSE, { named, proof: bytes.subarray(NAMED_BYTES) });
}

/** The hash of its address, and the content of the token. */
type Named = [email_hash: string, named: Buffer];

const textOf = ([email_hash, named]: Named) => `${email_hash}\n${named.toString("hex")}`;
const cutOff = (digest: string) => Buffer.from(digest, "base64url").subarray(0, PROOF_BYTES);

function proofOf({ vault }: Platform, purpose: string, named: Named): Buffer {
  return cutOff(vault.digest(purpose, textOf(named)));
}

/** Links work for years, so those under earlier secrets do, too. */
function isProofOf(
  { vault }: Platform,
  purpose: string,
  { named, proof }: { named: Named; proof: Buffer },
): boolean {
  return vault.digests(purpose, textOf(named)).some((digest) => timingSafeEqual(cutOff(digest), proof));
}

function uuidOf(hex: string): string {
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

function hexOf(uuid: string): string {
  return uuid.replaceAll("-", "").toLowerCase();
}
