/* E-mail that came back, read where it keeps nobody waiting. */
import { Thread, TookTooMuch } from "#src/platform/thread.ts";
import type { Incoming } from "./incoming.ts";
import { headOf, parseIncoming, READ_BYTES_MAX } from "./parsing.ts";
import type { parsingTasks } from "./parsing-thread.ts";

/** Of what strangers write, even the worst of that is read in a tenth of a second. */
const LIGHT_BYTES_MAX = 16 * 1024;

/** Each inbox is read by one worker, so few of them wait. */
const thread = new Thread<typeof parsingTasks>("parsing-thread", import.meta.url, {
  ...{ msMax: 5000, heapMbMax: 128 },
  waiting: { waitingMax: Number.POSITIVE_INFINITY, waitingPerAccountMax: Number.POSITIVE_INFINITY },
});

/** Like `parseIncoming`. Of what takes too long, its headers are read. */
export async function parseAside(account: string, source: Buffer): Promise<Incoming> {
  if (source.length <= LIGHT_BYTES_MAX) return parseIncoming(source);
  // A part of some bytes would be copied with all the others.
  const start = new Uint8Array(source.subarray(0, READ_BYTES_MAX));
  try {
    return await thread.run(account, "parse", start);
  } catch (error) {
    if (!(error instanceof TookTooMuch)) throw error;
    return parseIncoming(headOf(source).subarray(0, LIGHT_BYTES_MAX));
  }
}
