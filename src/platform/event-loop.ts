import { setImmediate } from "node:timers/promises";

/** Nobody notices that an answer takes this much longer. */
const TURN_MS = 10;

/** To be awaited between the steps of long work: now and then, it lets the process get to what else there is. */
export function eventLoopYielder(): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < TURN_MS) return undefined;
    return setImmediate().then(() => {
      since = performance.now();
    });
  };
}
