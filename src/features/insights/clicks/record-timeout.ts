import type { Logger } from "pino";

/** No visitor waits longer than this, whatever the database does. The event is stored as soon as possible. */
const RECORD_WAIT_MS_MAX = 2000;

/**
 * Resolves when the event is stored, has failed, or takes too long, because counting must never leave a
 * visitor stranded.
 */
export function withRecordTimeout(recording: Promise<void>, log: Logger): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      log.warn("a visitor went on before their event was stored");
      resolve();
    }, RECORD_WAIT_MS_MAX);
    recording
      .catch((error: unknown) => log.error({ err: error }, "an event couldn't be recorded"))
      .finally(() => {
        clearTimeout(timer);
        resolve();
      });
  });
}
