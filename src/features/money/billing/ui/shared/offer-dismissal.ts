import { DAY_MS } from "#src/lib/time.ts";

const KEY = "fanfare.premium-declined";
const DAYS = 7;

/** Whether someone said no to premium in this browser in the last seven days. */
export function hasDismissedOffer(now = Date.now()): boolean {
  try {
    return Number(localStorage.getItem(KEY)) > now - DAYS * DAY_MS;
  } catch {
    return false;
  }
}

export function recordOfferDismissed(now = Date.now()): void {
  try {
    localStorage.setItem(KEY, String(now));
  } catch {
    // Then they're asked again.
  }
}
