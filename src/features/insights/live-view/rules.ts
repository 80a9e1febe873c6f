/** What "right now" can mean: the last minutes. */
export const LIVE_MINUTES = [5, 30] as const;

/** What's read once answers everyone who asks within this time. */
export const REMEMBERED_MS = 1_500;
/** A screen asks again after this, even without news, because visits end silently. */
export const ASK_EVERY_MS = 3_000;
