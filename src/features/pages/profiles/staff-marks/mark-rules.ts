/* What staff of the instance decide about pages and links: hiding them, and labeling them as adult content. */
import * as z from "zod";

export const STAFF_MARKS = ["hidden", "adult"] as const;
export type StaffMarkName = (typeof STAFF_MARKS)[number];

export const MARK_REASON_CHARS_MAX = 500;

/** A mark as rows hold it. */
export interface StaffMark {
  at: string;
  /** Staff's words, which the owner reads. */
  reason: string;
  /** The change of many that set it, by which it can be undone. */
  change: string | null;
  /** The moderation case whose decision set it, by which an appeal takes it back. */
  case?: string;
  /** Where a link led then, which stays hidden on its page. */
  urls?: (string | null)[];
}

const shownMark = z.object({ at: z.string(), reason: z.string() }).nullable().default(null);

export const staffMarkFields = {
  /** Set while staff of the instance hide it, with their reason. Only they can show it again. */
  staff_hidden: shownMark,
  /** Set while staff of the instance label it as adult content: visitors are asked for their age first. */
  staff_adult: shownMark,
};

const shown = (mark: StaffMark | null) => mark && { at: mark.at, reason: mark.reason };

/** The marks as the owner sees them. */
export function shownMarks({
  staff_hidden,
  staff_adult,
}: Record<`staff_${StaffMarkName}`, StaffMark | null>) {
  return { staff_hidden: shown(staff_hidden), staff_adult: shown(staff_adult) };
}
