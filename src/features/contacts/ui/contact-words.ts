import { LOCALE } from "#src/kit/locale.ts";
import { siteOf } from "#src/lib/referrers.ts";
import type { Contact } from "../contract.ts";
import type { LeavingReason, Status, SuppressionReason } from "../rules.ts";

const COUNTRIES = new Intl.DisplayNames("en", { type: "region" });

/** A country's name by its two letters. */
export function countryName(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (COUNTRIES.of(code) ?? code) : "Unknown";
}

/** An e-mail address with quotes or a question mark stays one address. */
export function mailTo(email: string): string {
  return `mailto:${encodeURIComponent(email).replace("%40", "@")}`;
}

/** What a contact is called. */
export function nameOf({ name, email }: Pick<Contact, "name" | "email">): string {
  return name || email;
}

/** Hundredths of a currency, without the hundredths where there are none. */
export function moneyWords(cents: number, currency: string): string {
  const digits = cents % 100 === 0 ? { maximumFractionDigits: 0 } : {};
  return new Intl.NumberFormat(LOCALE, { style: "currency", currency, ...digits }).format(cents / 100);
}

/** Where someone came from, in words. */
export function cameFrom(referrerHost: string): string {
  return referrerHost === "" ? "Direct or unknown" : siteOf(referrerHost).label;
}

export const STATUS_WORDS: Readonly<Record<Status, { label: string; color: string }>> = {
  new: { label: "New", color: "gray" },
  unconfirmed: { label: "Not confirmed", color: "yellow" },
  confirmed: { label: "Confirmed", color: "green" },
  unsubscribed: { label: "Unsubscribed", color: "gray" },
  bounced: { label: "Bounced", color: "red" },
  complained: { label: "Complained", color: "red" },
  blocked: { label: "Blocked", color: "red" },
};

export const SUPPRESSION_WORDS: Readonly<Record<SuppressionReason, string>> = {
  complaint: "They reported your e-mail as spam.",
  spamtrap: "This address only catches senders of spam.",
  hard_bounce: "Their inbox doesn’t exist or refuses your e-mail.",
  manual: "Someone on your team stopped e-mail to them.",
  erased: "They asked to be erased.",
  unsubscribe: "They unsubscribed.",
};

export const LEAVING_WORDS: Readonly<Record<LeavingReason, string>> = {
  too_many: "too many e-mails",
  not_interested: "no longer interested",
  never_signed_up: "never signed up",
  other: "something else",
};
