/** Lists longer than this show an estimated total. */
export const COUNTED_ROWS_MAX = 10_000;
