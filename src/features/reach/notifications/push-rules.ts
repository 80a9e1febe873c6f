/** How long a fan who joins others waits for more of them before their devices are told. */
export const CROWD_SECONDS = 20;

/** Waits between tries to hand a message to a push service. Nobody wants to be told about it much later. */
export const PUSH_WAITS_S = [10, 60, 5 * 60, 30 * 60];

/** What a push service's status means (RFC 8030). Undefined: it wasn't reached. */
export function outcomeOf(status: number | undefined): "sent" | "gone" | "refused" | "later" {
  if (status === undefined || status === 429 || status >= 500) return "later";
  if (status === 404 || status === 410) return "gone";
  return status >= 200 && status < 300 ? "sent" : "refused";
}

/** What the dashboard's push worker gets: it shows the notification and opens what it's about. */
export interface PushText {
  /** A later message with the same id takes an earlier one's place. */
  id: string;
  title: string;
  body: string;
  path: string;
  account: string;
}
