import { DAY_MS } from "#src/lib/time.ts";

const KEY = "fanfare.premium-declined";
const DAYS = 7;

/** True if someone dismissed the offer in this browser in the last seven days. */
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
    // Without storage, it appears again.
  }
}
