import { POPUP_GAP_DAYS } from "#src/features/reach/referrals/rules.ts";
import { DAY_MS } from "#src/lib/time.ts";

const KEY = "fanfare.referral-popup";

/**
 * Someone closed the referral popup in this browser. It applies to every tab, even before the server knows.
 */
export interface PopupDismissal {
  /** The person it belongs to, because browsers are shared. */
  person: string;
  never: boolean;
  at: number;
  isSaved: boolean;
}

/** Returns a person's last dismissal in this browser, for as long as it keeps the popup closed (spec §9). */
export function findDismissal(person: string, now: number): PopupDismissal | undefined {
  try {
    const closing: PopupDismissal | null = JSON.parse(localStorage.getItem(KEY) ?? "null");
    if (closing?.person !== person) return undefined;
    return closing.never || now - closing.at < POPUP_GAP_DAYS * DAY_MS ? closing : undefined;
  } catch {
    return undefined;
  }
}

export function saveDismissal(closing: PopupDismissal): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(closing));
  } catch {
    // Without storage, only this tab knows, and the server if it responds.
  }
}
