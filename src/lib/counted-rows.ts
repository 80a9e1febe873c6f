/** More rows than that are estimated. An estimate of one more says only that there are more. */
export const COUNTED_ROWS_MAX = 10_000;
