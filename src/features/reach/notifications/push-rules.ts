/** The delay before a fan's notification is pushed when others have just signed up, too. */
export const CROWD_SECONDS = 20;

/** Waits between attempts to reach a push service. Much later, a notification is of no use. */
export const PUSH_WAITS_S = [10, 60, 5 * 60, 30 * 60];

/** Interprets a push service's status (RFC 8030). Undefined: it wasn't reached. */
export function outcomeOf(status: number | undefined): "sent" | "gone" | "refused" | "later" {
  if (status === undefined || status === 429 || status >= 500) return "later";
  if (status === 404 || status === 410) return "gone";
  return status >= 200 && status < 300 ? "sent" : "refused";
}

/** The payload for the dashboard's push worker, which shows the notification and opens its target. */
export interface PushText {
  /** A later message with the same id replaces an earlier one. */
  id: string;
  title: string;
  body: string;
  path: string;
  account: string;
}
