import { ATTRIBUTION_DAYS, referralCodeIn } from "#src/features/money/entitlements/rules.ts";
import { RESERVED_USERNAMES } from "#src/features/pages/profiles/rules.ts";
import { DAY_MS } from "#src/lib/time.ts";

/**
 * The maximum number of codes per account, all of which work. Enough to rename a campaign, too few to hoard
 * names.
 */
export const CODES_MAX = 10;
export const CODE_CHARS_MIN = 3;
export const CODE_CHARS_MAX = 30;
export const NEW_CODE_CHARS = 8;
/** Leaves out letters and digits that look alike: 0 and O, 1, I, and L. */
export const NEW_CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";

/** Words that would look like ours, in addition to the first segments of our own paths. */
const RESERVED = new Set([
  ...RESERVED_USERNAMES,
  ..."fanfare official support staff team founder root system null undefined none test".split(" "),
]);

/** Returns the problem with a chosen code, or undefined if there's none. */
export function refuseCode(code: string): "CODE_INVALID" | "CODE_RESERVED" | undefined {
  if (code.length < CODE_CHARS_MIN || code.length > CODE_CHARS_MAX) return "CODE_INVALID";
  if (!/^[A-Za-z0-9](?:[A-Za-z0-9_-]*[A-Za-z0-9])?$/.test(code)) return "CODE_INVALID";
  return RESERVED.has(code.toLowerCase()) ? "CODE_RESERVED" : undefined;
}

/** True if a text could be a code. Nothing else is looked up. */
export function isPossibleCode(text: string): boolean {
  return referralCodeIn(new URLSearchParams({ ref: text }).toString()) === text;
}

/** The referral link of spec §2. */
export function referralLink(publicUrl: string, code: string): string {
  return `${publicUrl}/?ref=${code}`;
}

/** A code still counts this long after signing up: as long as the browser remembers it. */
export const REFERRABLE_DAYS = ATTRIBUTION_DAYS;

/** True if an account is new enough to have been referred by anyone. */
export function isReferrable(createdAt: Date, now: Date): boolean {
  return now.getTime() - createdAt.getTime() <= REFERRABLE_DAYS * DAY_MS;
}

/** The time for which browsers' traces are stored. */
export const FRAUD_SIGNAL_DAYS = 30;

/**
 * A browser's traces: its IP address, the address with its user agent, and the address with the fingerprint
 * of spec §7.
 */
export const FRAUD_SIGNAL_KINDS = ["address", "agent", "device"] as const;
export type FraudSignalKind = (typeof FRAUD_SIGNAL_KINDS)[number];

/** Others who left the same trace: the referrer, or people they referred. */
export interface SharedFraudSignal {
  user_id: string;
  kind: FraudSignalKind;
}

interface Suspicion {
  referrer: string;
  shared: readonly SharedFraudSignal[];
  emails: { referrer: string; referred: string };
  /** Set if the referrer was referred by the very person they're now referring. */
  isMutual: boolean;
}

/** Friends at the same party share an IP address. A fourth one is suspicious. */
const SAME_ADDRESS_MAX = 3;

/** Returns the reasons why a referral looks made up. Empty if it doesn't. */
export function abuseFlags({ referrer, shared, emails, isMutual }: Suspicion): string[] {
  const others = shared.filter(({ user_id }) => user_id !== referrer);
  const people = (kind: FraudSignalKind) =>
    new Set(others.filter((mark) => mark.kind === kind).map(({ user_id }) => user_id));
  return [
    ...(shared.some(({ user_id, kind }) => user_id === referrer && kind === "agent")
      ? ["referrers_browser"]
      : []),
    ...(people("device").size > 0 ? ["same_device"] : []),
    ...(people("address").size >= SAME_ADDRESS_MAX ? ["same_address"] : []),
    ...(inboxOf(emails.referrer) === inboxOf(emails.referred) ? ["same_inbox"] : []),
    ...(isMutual ? ["mutual"] : []),
  ];
}

/** The outcome of a flagged referral on an instance where staff review them. */
export const REVIEWS = ["waiting", "approved", "rejected"] as const;
export type Review = (typeof REVIEWS)[number];

const DOTLESS = ["gmail.com", "googlemail.com"];

/** Returns the inbox behind an e-mail address: `Mia.X+two@gmail.com` is `miax@gmail.com`. */
export function inboxOf(email: string): string {
  const [name = "", domain = ""] = email.toLowerCase().split("@");
  const [box = ""] = name.split("+");
  return DOTLESS.includes(domain) ? `${box.replaceAll(".", "")}@gmail.com` : `${box}@${domain}`;
}

/** Spec §9. */
export const POPUPS_MAX = 5;
export const POPUP_GAP_DAYS = 3;
/** “Don't show this again” sets the count to this (spec §4). */
export const POPUP_COUNT_NEVER = 999;

/** `waiting`: the popup comes with the person's first profile. */
export const POPUP_STATES = ["first_profile", "periodic", "waiting"] as const;
export type PopupState = (typeof POPUP_STATES)[number];

interface PopupHistory {
  hasProfile: boolean;
  /** Null if it was never shown. */
  shown: { count: number; lastAt: string } | null;
}

/**
 * Returns the trigger of the referral popup if it's due (spec §4). Someone without a profile who has never
 * seen it sees it with their first one: if the periodic trigger came before, that would never happen.
 */
export function popupDue({ hasProfile, shown }: PopupHistory, now: Date): PopupState | null {
  if (!shown) return hasProfile ? "first_profile" : "waiting";
  if (shown.count >= POPUPS_MAX) return null;
  return now.getTime() - Date.parse(shown.lastAt) > POPUP_GAP_DAYS * DAY_MS ? "periodic" : null;
}
