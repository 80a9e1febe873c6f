import { timingSafeEqual } from "node:crypto";
import type { Platform } from "#src/platform/context.ts";

/*
 * A token names a contact, and a campaign by the start of its id, in 43 characters: header lines of e-mail break
 * beyond 76, and a broken line has broken signatures. Eighty bits of proof are enough for something that only the
 * server can try, and that only stops e-mail.
 */
const CONTACT_BYTES = 16;
const CAMPAIGN_BYTES = 6;
const NAMED_BYTES = CONTACT_BYTES + CAMPAIGN_BYTES;
const PROOF_BYTES = 10;
const PURPOSE = "contacts.preferences";
const NO_CAMPAIGN = "0".repeat(2 * CAMPAIGN_BYTES);

export interface PreferenceLink {
  account: string;
  contact_id: string;
  campaign_id?: string | undefined;
}

export function preferenceToken(
  platform: Platform,
  { account, contact_id, campaign_id }: PreferenceLink,
): string {
  const campaign = campaign_id ? hexOf(campaign_id).slice(0, 2 * CAMPAIGN_BYTES) : NO_CAMPAIGN;
  const named = Buffer.from(hexOf(contact_id) + campaign, "hex");
  return Buffer.concat([named, proofOf(platform, account, named)]).toString("base64url");
}

/** What a token names. Whether it's ours shows only with the account's proof. */
export function namedBy(
  token: string,
): { contact_id: string; campaign: string | null; bytes: Buffer } | undefined {
  const bytes = Buffer.from(token, "base64url");
  if (bytes.length !== NAMED_BYTES + PROOF_BYTES || bytes.toString("base64url") !== token) return undefined;
  const hex = bytes.toString("hex");
  const campaign = hex.slice(2 * CONTACT_BYTES, 2 * NAMED_BYTES);
  return {
    contact_id: hex.slice(0, 2 * CONTACT_BYTES).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-"),
    campaign: campaign === NO_CAMPAIGN ? null : campaign,
    bytes,
  };
}

/** Whether this account made the token. */
export function isProven(platform: Platform, account: string, bytes: Buffer): boolean {
  const proof = proofOf(platform, account, bytes.subarray(0, NAMED_BYTES));
  return timingSafeEqual(proof, bytes.subarray(NAMED_BYTES));
}

function proofOf({ vault }: Platform, account: string, named: Buffer): Buffer {
  const digest = vault.digest(PURPOSE, `${account}\n${named.toString("hex")}`);
  return Buffer.from(digest, "base64url").subarray(0, PROOF_BYTES);
}

function hexOf(uuid: string): string {
  return uuid.replaceAll("-", "").toLowerCase();
}
