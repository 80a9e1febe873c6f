/* Parses inbound e-mail in another thread if it could take long. */
import { BudgetExceeded, Thread } from "#src/platform/thread.ts";
import type { IncomingMessage } from "./incoming-message-rules.ts";
import { headOf, parseIncoming, READ_BYTES_MAX } from "./mime-parser.ts";
import type { parserTasks } from "./parser-thread.ts";

/** Even the worst untrusted input of this size is parsed in a tenth of a second. */
const LIGHT_BYTES_MAX = 16 * 1024;

/** Each inbox is read by one worker, so few of them wait. */
const thread = new Thread<typeof parserTasks>("parser-thread", import.meta.url, {
  msMax: 5000,
  heapMbMax: 128,
  waiting: { waitingMax: Number.POSITIVE_INFINITY, waitingPerAccountMax: Number.POSITIVE_INFINITY },
});

/** Like `parseIncoming`. If parsing takes too long, only the headers are read. */
export async function parseInThread(account: string, source: Buffer): Promise<IncomingMessage> {
  if (source.length <= LIGHT_BYTES_MAX) return parseIncoming(source);
  // Posting a view would copy its whole underlying buffer.
  const start = new Uint8Array(source.subarray(0, READ_BYTES_MAX));
  try {
    return await thread.run(account, "parse", start);
  } catch (error) {
    if (!(error instanceof BudgetExceeded)) throw error;
    return parseIncoming(headOf(source).subarray(0, LIGHT_BYTES_MAX));
  }
}
