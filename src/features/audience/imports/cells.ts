/* Parses single cells, whatever product wrote them. */

import { joinTags } from "#src/features/audience/contacts/export/tag-rules.ts";
import { isEmail, normalEmail } from "#src/lib/email-address.ts";

const ADDRESSES_CHARS_MAX = 2000;
/** The mark that tells a spreadsheet that a cell is text. */
const TEXT_MARK = /^\s*'/;

/**
 * Returns the address in a cell: alone, in `Ada <ada@x.example>`, after `mailto:`, or the first of several.
 * Any other cell comes back unchanged, because half of a mistyped address may be someone else's.
 */
export function addressIn(text: string): { email: string; others: number } {
  const shown = text
    .slice(0, ADDRESSES_CHARS_MAX)
    .replace(/[\p{Cf}\u00a0]/gu, "")
    .replace(TEXT_MARK, "");
  const whole = normalEmail(shown);
  // Of several, it would be the last.
  if (isEmail(whole) && shown.split("@").length === 2) return { email: whole, others: 0 };
  const found = shown
    .replace(NAMED_ONES, ",$1,")
    .split(/[\s,;|]|:::/)
    .map(bare)
    .filter((one) => one !== "");
  const [email] = found;
  if (email === undefined || !found.every(isEmail))
    return { email: isEmail(whole) ? shown.trim() : whole, others: 0 };
  return { email, others: new Set(found).size - 1 };
}

/** Addresses in angle brackets, each with the name before it: in quotes, or anything without an @. */
// regex-ignore: reads at most ADDRESSES_CHARS_MAX
const NAMED_ONES = /(?<![^\s,;|>])(?:"[^"<>]{0,200}"|[^"<>@]{0,200})\s{0,20}<([^<>\s]{3,330})>/g;

const bare = (text: string) =>
  normalEmail(text.replace(/^["'(<]?(?:mailto:)?[<]?/i, "").replace(/[>)"']$/, ""));

export function mentionsAddress(text: string): boolean {
  return text
    .slice(0, ADDRESSES_CHARS_MAX)
    .split(/[\s,;|]|:::/)
    .some((one) => isEmail(bare(one)));
}

// regex-ignore: reads at most ADDRESSES_CHARS_MAX
const NAMED = /^\s*"?([^"<>@]{1,200})"?\s*<[^<>]{3,320}>/;

/** Returns the name in `Ada <ada@x.example>`; empty if there's none. */
export function nameBefore(text: string): string {
  return NAMED.exec(text.slice(0, ADDRESSES_CHARS_MAX))?.[1]?.trim() ?? "";
}

/** Returns the first of several phone numbers, as address books write them. */
export function firstPhone(text: string): { phone: string; others: number } {
  const [phone = "", ...others] = text
    .split(/:::|[;|\n]/)
    .map((one) => one.trim())
    .filter((one) => one !== "");
  return { phone, others: others.length };
}

export function objectIn(text: string): Readonly<Record<string, unknown>> | undefined {
  const trimmed = text.trim();
  if (!trimmed.startsWith("{")) return undefined;
  try {
    const value: unknown = JSON.parse(trimmed);
    return value !== null && typeof value === "object" ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

export function cellOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value) && value.every((one) => typeof one !== "object"))
    return joinTags(value.map(String));
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
