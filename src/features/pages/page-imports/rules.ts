/* The dashboard shows these texts. */
/** Pages are as large as their services make them, and none of them needs more. */
export const PAGE_BYTES_MAX = 2 * 1024 * 1024;
export const PAGE_MS_MAX = 10_000;
/** Saved pages may have their pictures and styles in them. */
export const FILE_BYTES_MAX = 5 * 1024 * 1024;
/** What one import takes of a page. Nobody looks through a longer list. */
export const ITEMS_MAX = 500;
/** A preview that nobody used is forgotten after this. */
export const KEPT_HOURS = 24;

export const ITEM_KINDS = ["link", "embed", "heading", "group"] as const;
export type ItemKind = (typeof ITEM_KINDS)[number];

/** True for what leads somewhere. Headings and groups only arrange it. */
export function leadsSomewhere({ kind }: { kind: ItemKind }): boolean {
  return kind === "link" || kind === "embed";
}

interface Arranged {
  key: string;
  kind: ItemKind;
  group: string | null;
}

/** True for a group with a wanted link in it, and for a heading with one below it, before whatever comes next. */
export function arranges<Item extends Arranged>(
  items: readonly Item[],
  at: number,
  isWanted: (item: Item) => boolean,
): boolean {
  const item = items[at];
  if (item?.kind === "group") return items.some((one) => one.group === item.key && isWanted(one));
  const next = items.findIndex((one, position) => position > at && !leadsSomewhere(one));
  return items.slice(at + 1, next === -1 ? undefined : next).some(isWanted);
}

/** How well we know the service that a page is from: `exact` ones have a parser of their own. */
export const CONFIDENCES = ["exact", "likely", "best_effort"] as const;
export type Confidence = (typeof CONFIDENCES)[number];

/** Why something comes along hidden, or differently. The text is for its owner. */
export const ITEM_NOTES = {
  passcode: "It’s behind a code there, so it comes along hidden.",
  paid: "It costs something there, so it comes along hidden.",
  token: "It’s only for owners of a token there, so it comes along hidden.",
  subscribers: "It’s only for people who signed up there, so it comes along hidden.",
  locked: "It’s locked there, so it comes along hidden.",
  no_url: "The page doesn’t say where it leads. It comes along hidden: enter its URL before you show it.",
  off: "It’s switched off there, so it comes along hidden.",
  adult: "Visitors are warned about its content first, as they are there.",
} as const;
export type ItemNote = keyof typeof ITEM_NOTES;

const TRACKING =
  /^(?:utm_\w{1,40}|fbclid|gclid|igshid|igsh|mc_[ce]id|si|ref_src|referral_type|referring_user)$/i;

/**
 * Returns what two URLs of the same place have in common: without `www.`, the scheme, a slash at the end, and
 * what only tells how somebody got there. For comparing, never for opening.
 */
export function linkKey(url: string): string {
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    return url.trim().toLowerCase();
  }
  if (!/^https?:$/.test(parsed.protocol)) return parsed.href.toLowerCase();
  const host = parsed.host.toLowerCase().replace(/^(?:www|m|mobile)\./, "");
  const query = parsed.search
    .slice(1)
    .split("&")
    .filter((part) => part !== "" && !TRACKING.test(part.split("=")[0] ?? ""))
    .sort()
    .join("&");
  const path = parsed.pathname.replace(/(?<!\/)\/+$/, "");
  return host + path + (query && `?${query}`) + parsed.hash;
}

/** How far back staff see how parsers did, and what counts as lately. */
export const HEALTH_DAYS = 90;
export const RECENT_DAYS = 7;
/** Fewer tries lately say nothing. */
const RECENT_ATTEMPTS_MIN = 3;

interface Counted {
  attempts: number;
  successes: number;
  recent_attempts: number;
  recent_successes: number;
}

/** True if less than half of the recent tries worked, where more did before. */
export function isFailing({ attempts, successes, recent_attempts, recent_successes }: Counted): boolean {
  if (recent_attempts < RECENT_ATTEMPTS_MIN) return false;
  const before = attempts - recent_attempts;
  const usual = before === 0 ? 1 : (successes - recent_successes) / before;
  const lately = recent_successes / recent_attempts;
  return lately < 0.5 && lately < usual;
}
