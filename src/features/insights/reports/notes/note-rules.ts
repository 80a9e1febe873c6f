/* The dashboard shows these texts. */

export const NOTE_CHARS_MAX = 200;
export const NOTES_MAX = 1000;

/** What marks beside the figures tell: what somebody wrote, and what was done, per day. */
export const MARK_KINDS = [
  "note",
  "page_on",
  "page_off",
  "links_added",
  "links_changed",
  "links_shown_or_hidden",
  "links_deleted",
  "look_changed",
  "campaign_sent",
] as const;
export type MarkKind = (typeof MARK_KINDS)[number];
export type HistoryKind = Exclude<MarkKind, "note">;

/** A mark's day and, if it has one, its moment. */
interface Placed {
  day: string;
  at: string | null;
}

interface Point {
  at: string;
  /** What the reader's calendar shows at its start. */
  day: string;
}

/** Returns the chart's point that a mark belongs to: exactly one, or none outside of the period. */
export function pointOf<P extends Point>(
  { day, at }: Placed,
  points: readonly P[],
  end: string,
): P | undefined {
  if (at !== null) return at < end ? points.findLast((point) => point.at <= at) : undefined;
  // Of a chart of hours, a day is its first one.
  const own = points.find((point) => point.day === day);
  if (own) return own;
  const last = points.at(-1);
  if (!last || day < (points[0]?.day ?? "") || day > last.day) return undefined;
  return points.findLast((point) => point.day <= day);
}
