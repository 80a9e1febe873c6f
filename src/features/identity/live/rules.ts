/** The minimum time between two events on a listener's stream. */
export const WAKE_EVERY_MS = 500;

/** Nothing announces that a session has expired, so a stream may outlive it by this much. */
export const SESSION_CHECKED_EVERY_MS = 30_000;
