import { DAY_MS } from "#src/lib/time.ts";

/** Longer than a weekend. After that, whoever still wants it proposes it again. */
export const APPROVAL_HOURS = 72;
/** A leap year. A longer suspension is one for good, which takes a second member of staff. */
export const BAN_DAYS_MAX = 366;
export const DECLINE_REASON_CHARS_MAX = 500;

/** True if a suspension until then is as good as one for good. */
export function isLongBan(until: string, now: Date): boolean {
  return Date.parse(until) - now.getTime() > BAN_DAYS_MAX * DAY_MS;
}

export const APPROVAL_STATES = ["open", "confirmed", "declined", "withdrawn"] as const;

/** True if a proposal can still be decided. */
export function isOpen({ state, expires_at }: { state: string; expires_at: string }, now: Date): boolean {
  return state === "open" && Date.parse(expires_at) > now.getTime();
}
