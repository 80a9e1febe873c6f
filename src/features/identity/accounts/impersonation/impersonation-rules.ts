import type { ActingLevel, StaffRole } from "#src/lib/access.ts";

export const IMPERSONATION_MINUTES = 30;
export const IMPERSONATION_REASON_CHARS_MAX = 500;
/** How long people can let staff into their account, in days. */
export const STAFF_ACCESS_DAYS = [1, 7, 30] as const;

/** Support only acts for people who allow it. The others may look without that, because they answer for the instance. */
export function levelFor(role: StaffRole, consent: ActingLevel | null): ActingLevel | null {
  return consent ?? (role === "founder" || role === "admin" ? "look" : null);
}
