import type { Logger } from "pino";
import { withTimeout } from "#src/platform/with-timeout.ts";

/** No visitor waits longer than this, whatever the database does. The event is stored as soon as possible. */
const RECORD_WAIT_MS_MAX = 2000;

/**
 * Resolves when the event is stored, has failed, or takes too long, because counting must never leave a
 * visitor stranded.
 */
export async function withRecordTimeout(recording: Promise<void>, log: Logger): Promise<void> {
  const recorded = recording.then(
    () => false,
    (error: unknown) => {
      log.error({ err: error }, "an event couldn't be recorded");
      return false;
    },
  );
  const isLate = await withTimeout(RECORD_WAIT_MS_MAX, recorded, true);
  if (isLate) log.warn("a visitor went on before their event was stored");
}
