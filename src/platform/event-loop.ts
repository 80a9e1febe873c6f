import { setImmediate } from "node:timers/promises";

/** Short enough that nobody notices the delay in a response. */
const TURN_MS = 10;

/** A function to await between the steps of long work, which occasionally yields to the event loop. */
export function eventLoopYielder(): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < TURN_MS) return undefined;
    return setImmediate().then(() => {
      since = performance.now();
    });
  };
}
