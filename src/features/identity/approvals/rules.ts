import { DAY_MS } from "#src/lib/time.ts";

/** Longer than a weekend. After that, whoever still wants it proposes it again. */
export const APPROVAL_HOURS = 72;
const LONG_BAN_DAYS = 366;
export const DECLINE_REASON_CHARS_MAX = 500;

export const APPROVAL_STATES = ["open", "confirmed", "declined", "withdrawn"] as const;

/** True if a suspension takes two, as one for good does, and no key. */
export function isLong(until: string, now: Date): boolean {
  return Date.parse(until) - now.getTime() > LONG_BAN_DAYS * DAY_MS;
}

/** True if a proposal can still be decided. */
export function isOpen({ state, expires_at }: { state: string; expires_at: string }, now: Date): boolean {
  return state === "open" && Date.parse(expires_at) > now.getTime();
}
