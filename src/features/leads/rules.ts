import type { LeadForm } from "#src/features/profiles/page/lead-form.ts";
import { cleanText, isBlank } from "#src/lib/text.ts";

/** The value of `lead_source`, whatever a form sends (spec §7). */
export const LEAD_SOURCE = "screensaver_signup";

const NAME_CHARS_MAX = 100;
/** RFC 5321 §4.5.3.1, in bytes: the whole e-mail address, and the part before the `@`. */
const EMAIL_BYTES_MAX = 254;
const LOCAL_BYTES_MAX = 64;
const PHONE_CHARS_MAX = 50;
const PHONE_DIGITS_MIN = 4;
const PHONE_DIGITS_MAX = 25;

/** This many leads per hour get an e-mail each. The rest of the hour shares one. */
export const MAILS_PER_HOUR_MAX = 10;

/** What a visitor typed, unprocessed. */
export interface LeadDraft {
  name: string;
  email: string;
  phone: string;
}

export interface LeadFields {
  name: string;
  email: string;
  phone: string | null;
}

export type LeadRefusal = "MISSING_INFORMATION" | "EMAIL_INVALID" | "PHONE_REQUIRED" | "PHONE_INVALID";
export type LeadReading = { ok: true; fields: LeadFields } | { ok: false; code: LeadRefusal };

/**
 * What's kept of a submitted form (spec §5). Name and e-mail address are required, and the phone number if
 * the form says so. The e-mail address is trimmed and lowercased, the others are trimmed, and a phone number
 * is kept only if the form asks for one.
 */
export function parseLead(draft: LeadDraft, phone: LeadForm["phone"]): LeadReading {
  const name = oneLine(draft.name, NAME_CHARS_MAX);
  const email = draft.email.trim().normalize("NFC").toLowerCase();
  if (isBlank(name) || isBlank(email)) return { ok: false, code: "MISSING_INFORMATION" };
  if (!isEmail(email)) return { ok: false, code: "EMAIL_INVALID" };
  const number = phone === "hidden" ? "" : oneLine(draft.phone, PHONE_CHARS_MAX);
  if (isBlank(number)) {
    if (phone === "required") return { ok: false, code: "PHONE_REQUIRED" };
    return { ok: true, fields: { name, email, phone: null } };
  }
  if (!isPhone(number)) return { ok: false, code: "PHONE_INVALID" };
  return { ok: true, fields: { name, email, phone: number } };
}

function oneLine(text: string, max: number): string {
  return cleanText(text.replace(/\s+/g, " "), max);
}

/** `a.b+tag`, or anything visible in double quotes with `\` before a quote (RFC 5321 §4.1.2, RFC 6531 for letters beyond ASCII). */
const ATOM = String.raw`[^\s\p{C}"().,:;<>@\[\\\]]+`;
const QUOTED = String.raw`"(?:[^\p{C}"\\]|\\[^\p{C}])*"`;
const LOCAL = new RegExp(String.raw`^(?:${ATOM}(?:\.${ATOM})*|${QUOTED})$`, "u");
const LABEL = String.raw`[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?`;
const DOMAIN = new RegExp(String.raw`^(?:${LABEL}\.)+(?!\p{N}+$)${LABEL}$`, "u");

/**
 * True for an address that can receive e-mail: a local part and, after the last `@`, a domain of at least two
 * labels.
 */
export function isEmail(text: string): boolean {
  const at = text.lastIndexOf("@");
  const local = text.slice(0, at);
  const bytes = (part: string) => new TextEncoder().encode(part).length;
  return (
    at > 0 &&
    bytes(text) <= EMAIL_BYTES_MAX &&
    bytes(local) <= LOCAL_BYTES_MAX &&
    LOCAL.test(local) &&
    DOMAIN.test(text.slice(at + 1))
  );
}

/** Digits of any script with the usual punctuation between them, and an optional extension at the end. */
const PHONE = /^[+(]{0,2}\p{Nd}[\p{Nd}\p{Zs}\p{Pd}+()./*#,;]*(?:(?:ext|x)\.?\p{Zs}*\p{Nd}+)?$/iu;

/** True for a phone number in any common notation: `+49 30 123456`, `(030) 123-456`, `030/12 34 56 ext. 7`. */
export function isPhone(text: string): boolean {
  const digits = text.match(/\p{Nd}/gu)?.length ?? 0;
  return PHONE.test(text) && digits >= PHONE_DIGITS_MIN && digits <= PHONE_DIGITS_MAX;
}

/** A person without identifying details: "A…", "a…@…", and no phone number. */
export function maskLead({ name, email }: { name: string; email: string }) {
  const first = (text: string) => [...text].slice(0, 1).join("");
  return { name: `${first(name)}…`, email: `${first(email)}…@…`, phone: null };
}
