/** What goes wrong for a reason that nobody expected is tried so often, with waits in between, in seconds. */
export const TRIES_MAX = 3;
export const RETRY_SECONDS = [10, 60];
/** A server that doesn't answer, or is busy, is called again after these many seconds. */
export const CALL_AGAIN_SECONDS = [10, 60, 300];
export const CALL_MS_MAX = 10_000;
export const ANSWER_BYTES_KEPT = 500;
