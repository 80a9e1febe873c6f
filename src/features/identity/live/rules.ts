/** The least time between two events on a listener's stream. */
export const WAKE_EVERY_MS = 500;

/** The longest a stream may go on after its session expired, which nothing announces. */
export const SESSION_CHECKED_EVERY_MS = 30_000;
