export const SEGMENTS_MAX = 200;
export const SEGMENT_NAME_CHARS_MAX = 60;
export const PREVIEW_ROWS = 20;

/**
 * `dynamic`: whoever matches its condition now. `static`: people picked by hand. `snapshot`: those who matched
 * when it was taken.
 */
export const SEGMENT_KINDS = ["dynamic", "static", "snapshot"] as const;
export type SegmentKind = (typeof SEGMENT_KINDS)[number];
