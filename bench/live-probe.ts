/* Asks whether a process is alive, again and again, and reports the longest wait whenever it's asked to. */
import { Agent, get } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";

const PAUSE_MS = 5;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
let longest = 0;

/** A connection may have been closed just then. */
function ask(): Promise<void> {
  return new Promise((resolve) => {
    const started = performance.now();
    get(`${workerData}/health/live`, { agent }, (answer) => {
      answer.resume();
      answer.on("end", () => {
        longest = Math.max(longest, performance.now() - started);
        resolve();
      });
    }).on("error", () => resolve());
  });
}

parentPort?.on("message", () => {
  parentPort?.postMessage(longest);
  longest = 0;
});
for (;;) {
  await ask();
  await wait(PAUSE_MS);
}
