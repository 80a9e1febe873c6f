export const SEGMENTS_MAX = 200;
export const SEGMENT_NAME_CHARS_MAX = 60;
export const PREVIEW_ROWS = 20;
export const MOVES_ROWS = 10;
export const USED_IDS_MAX = 200;

/**
 * `dynamic`: whoever matches its condition now. `static`: people picked by hand. `snapshot`: those who matched
 * when it was taken.
 */
export const SEGMENT_KINDS = ["dynamic", "static", "snapshot"] as const;
export type SegmentKind = (typeof SEGMENT_KINDS)[number];

/** What happened to somebody and a segment. */
export const MOVE_KINDS = ["entered", "left"] as const;
export type MoveKind = (typeof MOVE_KINDS)[number];
export const MOVE_DAYS_KEPT = 90;
