import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Browsers and proxies wait for each response before they send the next request. */
const WAITING_MAX = 4;
const waiting = new WeakMap<Socket, number>();

/**
 * Returns whether a request came right behind too many others on its connection, and closes it if so. Node
 * reads up to a thousand small requests at a time and buffers the responses until they can leave. That took
 * gigabytes for clients that read none of them.
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
