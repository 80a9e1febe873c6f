import type { LeavingReason, SuppressionReason } from "#src/features/audience/consent-records/rules.ts";
import { LOCALE } from "#src/kit/locale.ts";
import { localizeCountry as nameOfCountry } from "#src/kit/localize-label.ts";
import { siteOf } from "#src/lib/referrers.ts";
import type { Contact } from "../../contract.ts";
import type { AddressRisk } from "../../page/address-quality.ts";
import type { Status } from "../../rules.ts";

export function countryName(code: string): string {
  return nameOfCountry(code, "Unknown");
}

/** Escapes quotes and question marks in an e-mail address. */
export function mailTo(email: string): string {
  return `mailto:${encodeURIComponent(email).replace("%40", "@")}`;
}

/** Returns a contact's way onto the list, if they didn't sign up. */
export function addedByLabel(by: Contact["origin"]["by"]): string {
  // As the value of a property called `import`, the word would pass for code and stay English.
  if (by === "import") return "Imported";
  return { sign_up: "Signed up", api: "Added by a program", hand: "Added by hand" }[by];
}

export function originLabel({ by, file_name }: Contact["origin"]): string {
  return file_name ? `Imported from ${file_name}` : addedByLabel(by);
}

export function contactName({ name, email }: Pick<Contact, "name" | "email">): string {
  return name || email;
}

/** Formats hundredths of a currency, omitting zero cents. */
export function formatCents(cents: number, currency: string): string {
  const digits = cents % 100 === 0 ? { maximumFractionDigits: 0 } : {};
  return new Intl.NumberFormat(LOCALE, { style: "currency", currency, ...digits }).format(cents / 100);
}

export function referrerLabel(referrerHost: string): string {
  return referrerHost === "" ? "Direct or unknown" : siteOf(referrerHost).label;
}

/** Formats the path to the form: “TikTok → Mia → Shop (B) → form”, and the campaign in the page's query. */
export function formatPath(
  { app, referrer_host, profile_id, link, variant, utm }: NonNullable<Contact["first_touch"]>,
  profileName: (id: string) => string | undefined,
): string {
  const opened = link && variant ? `${link} (${variant.toUpperCase()})` : link;
  const steps = [app ?? referrerLabel(referrer_host), profileName(profile_id) ?? "Page", opened, "form"];
  const path = steps.filter(Boolean).join(" → ");
  return utm ? `${path} (${Object.values(utm).join(", ")})` : path;
}

export const ADDRESS_RISK_LABELS: Readonly<
  Record<AddressRisk, { label: string; filter: string; text: string }>
> = {
  role: {
    label: "Shared",
    filter: "Shared, such as info@",
    text: "Several people may read this address, and one of them may report your e-mail as spam.",
  },
  disposable: {
    label: "Throwaway",
    filter: "Throwaway",
    text: "This address probably only works for a few minutes.",
  },
};

export const STATUS_LABELS: Readonly<Record<Status, { label: string; color: string }>> = {
  new: { label: "New", color: "gray" },
  unconfirmed: { label: "Not confirmed", color: "yellow" },
  confirmed: { label: "Confirmed", color: "green" },
  unsubscribed: { label: "Unsubscribed", color: "gray" },
  bounced: { label: "Bounced", color: "red" },
  complained: { label: "Complained", color: "red" },
  blocked: { label: "Blocked", color: "red" },
};

export const SUPPRESSION_LABELS: Readonly<Record<SuppressionReason, string>> = {
  complaint: "Reported as spam",
  spamtrap: "Spam trap",
  hard_bounce: "Bounced",
  manual: "Stopped by your team",
  erased: "Asked to be erased",
  unsubscribe: "Unsubscribed",
};

export const SUPPRESSION_SENTENCES: Readonly<Record<SuppressionReason, string>> = {
  complaint: "They reported your e-mail as spam.",
  spamtrap: "This address exists only to catch spammers.",
  hard_bounce: "Their inbox doesn’t exist or refuses your e-mail.",
  manual: "Someone on your team stopped e-mail to them.",
  erased: "They asked to be erased.",
  unsubscribe: "They unsubscribed.",
};

export const LEAVING_REASON_LABELS: Readonly<Record<LeavingReason, string>> = {
  too_many: "too many e-mails",
  not_interested: "no longer interested",
  never_signed_up: "never signed up",
  other: "something else",
};
