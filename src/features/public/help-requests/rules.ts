/* The dashboard shows these texts. */

/** `waiting`: answered, and the person may write again. */
export const REQUEST_STATES = ["open", "waiting", "closed"] as const;
export type RequestState = (typeof REQUEST_STATES)[number];

export const STATE_LABELS: Readonly<Record<RequestState, string>> = {
  open: "To answer",
  waiting: "Answered",
  closed: "Closed",
};

export const SUBJECT_CHARS_MAX = 150;
export const MESSAGE_CHARS_MAX = 5000;
export const PAGE_URL_CHARS_MAX = 500;
export const EMAIL_CHARS_MAX = 320;
export const SEARCH_CHARS_MAX = 200;
export const REQUEST_ROWS = 50;
export const EARLIER_SHOWN = 20;
/** Of one exchange, so that nobody fills the disk by its link. */
export const MESSAGES_MAX = 200;
export const NOTES_MAX = 200;

/** Requests that nobody has to answer anymore are kept for this long after the last message. */
export const KEPT_DAYS = 365;
/** The hourly limit of e-mails to staff about requests. The others are in the queue. */
export const STAFF_MAILS_PER_HOUR = 30;

/** Controls except tab and newline. */
const CONTROLS = /[^\P{Cc}\t\n]/gu;
/** Marks that change the reading direction of the text after them. */
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * What somebody wrote, as text: scripts stay in it, because people ask about the code that they embed. Whoever
 * shows it escapes it.
 */
export function parseMessage(raw: string, charsMax: number = MESSAGE_CHARS_MAX): string {
  const text = raw.replace(/\r\n?/g, "\n").replace(CONTROLS, "").replace(DIRECTIONS, "");
  return text.trim().slice(0, charsMax).toWellFormed().trimEnd();
}

/** The same in one line. */
export function parseLine(raw: string, charsMax: number): string {
  return parseMessage(raw.replace(/\s+/g, " "), charsMax);
}

/** The state after the person wrote, whatever it was: somebody has to answer. */
export interface Reopened {
  state: "open";
  waiting_since: string;
  closed_at: null;
}

/** What has waited keeps its place in the queue when the person adds something. */
export function reopened(row: { state: RequestState; waiting_since: string }, now: string): Reopened {
  return {
    state: "open",
    waiting_since: row.state === "open" ? row.waiting_since : now,
    closed_at: null,
  };
}
