import { isPhone, oneLine } from "#src/features/audience/contacts/rules.ts";
import type { LeadForm } from "#src/features/pages/profiles/page/lead-form.ts";
import { isEmail, normalEmail } from "#src/lib/email-address.ts";
import { isBlank } from "#src/lib/text.ts";

/** The value of `lead_source`, whatever a form sends (spec §7). */
export const LEAD_SOURCE = "screensaver_signup";

const NAME_CHARS_MAX = 100;
const PHONE_CHARS_MAX = 50;

/** This many leads per hour get an e-mail each. The rest of the hour shares one. */
export const MAILS_PER_HOUR_MAX = 10;

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

export type LeadErrorCode = "MISSING_INFORMATION" | "EMAIL_INVALID" | "PHONE_REQUIRED" | "PHONE_INVALID";
export type ParsedLead = { ok: true; fields: LeadFields } | { ok: false; code: LeadErrorCode };

/**
 * Parses a submitted form (spec §5). Name and e-mail address are required, and the phone number if the form
 * requires it. The e-mail address is trimmed and lowercased, the others are trimmed, and a phone number is
 * stored only if the form asks for one.
 */
export function parseLead(draft: LeadDraft, phone: LeadForm["phone"]): ParsedLead {
  const name = oneLine(draft.name, NAME_CHARS_MAX);
  const email = normalEmail(draft.email);
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
