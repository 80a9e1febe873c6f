import type { Logger } from "pino";

/** A visitor is not kept longer than this, whatever the database does; what they did is stored when it can be. */
const RECORD_WAIT_MS_MAX = 2000;

/** Resolves when the visit is stored, has failed, or takes too long: nobody is stranded by our counting. */
export function patiently(recording: Promise<void>, log: Logger): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      log.warn("a visit is stored later than its visitor was sent on");
      resolve();
    }, RECORD_WAIT_MS_MAX);
    recording
      .catch((error: unknown) => log.error({ err: error }, "a visit could not be recorded"))
      .finally(() => {
        clearTimeout(timer);
        resolve();
      });
  });
}
