import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Browsers and proxies send one once the one before it is answered. */
const WAITING_MAX = 4;
const waiting = new WeakMap<Socket, number>();

/**
 * Whether a request came right behind too many others on its connection. If so, that's closed: Node hands over
 * whatever it has read, a thousand small requests at a time, and keeps the answers until they can leave. That took
 * gigabytes for visitors who read none of them.
 */
export function isOverPipeliningLimit({ socket }: IncomingMessage, response: ServerResponse): boolean {
  // A response gets the connection once those before it have left.
  if (response.socket !== null) return false;
  const count = (waiting.get(socket) ?? 0) + 1;
  if (count > WAITING_MAX) {
    socket.destroy();
    return true;
  }
  waiting.set(socket, count);
  response.once("close", () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1));
  return false;
}
