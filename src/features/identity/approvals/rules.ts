/** Longer than a weekend. After that, whoever still wants it proposes it again. */
export const APPROVAL_HOURS = 72;
/** A suspension for longer takes two, as one for good does, and no key. */
export const LONG_BAN_DAYS = 366;
export const DECLINE_REASON_CHARS_MAX = 500;

export const APPROVAL_STATES = ["open", "confirmed", "declined", "withdrawn"] as const;

/** True if a proposal can still be decided. */
export function isOpen({ state, expires_at }: { state: string; expires_at: string }, now: Date): boolean {
  return state === "open" && Date.parse(expires_at) > now.getTime();
}
