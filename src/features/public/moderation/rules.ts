import { cleanText } from "#src/lib/text.ts";

/** Possible problems with a page, in the order of the form. */
export const REPORT_REASONS = [
  ["spam", "Spam"],
  ["scam", "Scam or phishing"],
  ["adult", "Adult content without a warning"],
  ["hate", "Hate or violence"],
  ["child-safety", "A child is in danger or being exploited"],
  ["danger", "Someone’s life is in danger"],
  ["copyright", "It infringes my copyright or trademark"],
  ["impersonation", "It pretends to be someone else"],
  ["other", "Something else"],
] as const;
export type ReportReason = (typeof REPORT_REASONS)[number][0];

export function reasonLabel(reason: string): string {
  return REPORT_REASONS.find(([key]) => key === reason)?.[1] ?? reason;
}

/**
 * True if the n-th open report of a page is worth an e-mail: the first, the tenth, the hundredth, and so on.
 * Others add nothing new.
 */
export function isWorthMail(count: number): boolean {
  return /^10*$/.test(String(count));
}

/** The hourly limit of e-mails about reports, over all pages. The others are in the list. */
export const REPORT_MAILS_PER_HOUR = 30;

/** Of each page. Further ones are only counted. */
export const REPORTS_PER_DAY = 200;
export const REPORT_DETAILS_CHARS_MAX = 2000;
export const REPORT_PAGE_CHARS_MAX = 100;

/** Returns the reason with that key, or undefined for any other text. */
export function parseReason(text: string): ReportReason | undefined {
  return REPORT_REASONS.find(([key]) => key === text)?.[0];
}

/**
 * Returns the username of the reported page from `mia`, `@mia`, `/mia`, or its whole URL. Lowercased if it
 * could be a username, otherwise unchanged.
 */
export function parseReportedPage(text: string): string {
  const page = cleanText(text.replace(/\s+/g, " "), REPORT_PAGE_CHARS_MAX);
  const [, name] = /^(?:https?:\/\/[^/?#]+\/)?[@/]*([a-z0-9]+)\/?(?:[?#].*)?$/i.exec(page) ?? [];
  return name?.toLowerCase() ?? page;
}

/** Crockford's alphabet: no letter gets mistaken for another when read aloud. */
const NUMBER_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
export const REPORT_NUMBER_BYTES = 8;
export const REPORT_NUMBER_PATTERN = /^R-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/;

/** What a number is of: a report, a case, or a request for help. */
export type NumberKind = "R" | "C" | "H";

const NUMBER_BODY = /^[0-9A-HJKMNP-TV-Z]{8}$/;

/** Returns a number as somebody typed it: small letters, spaces, no dashes, letters that look like digits. */
export function parseNumber(typed: string, kind: NumberKind = "R"): string | undefined {
  const letters = typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, "")
    .slice(0, NUMBER_TYPED_MAX);
  const isWhole = letters.length === REPORT_NUMBER_BYTES + 1 && letters.startsWith(kind);
  const body = (isWhole ? letters.slice(1) : letters).replaceAll("O", "0").replace(/[IL]/g, "1");
  return NUMBER_BODY.test(body) ? `${kind}-${body.slice(0, 4)}-${body.slice(4)}` : undefined;
}

const NUMBER_TYPED_MAX = 20;

/**
 * Formats a number such as `R-7K2M-9QXD` from eight random bytes: 40 bits, so that nobody can guess another
 * one.
 */
export function reportNumber(random: Uint8Array, kind: NumberKind = "R"): string {
  const letters = [...random.slice(0, REPORT_NUMBER_BYTES)].map((byte) => NUMBER_LETTERS[byte % 32]).join("");
  return `${kind}-${letters.slice(0, 4)}-${letters.slice(4)}`;
}
