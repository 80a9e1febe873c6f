import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

const BYTES_MAX = 16 * 1024 * 1024;
const LINGER_MS = 10_000;
const LOOK_EVERY_MS = 500;

interface Answered {
  request: IncomingMessage;
  socket: Socket;
  until: number;
  bytesMax: number;
}

/**
 * Closes the connections of requests that were answered before their body had come. Not at once: whoever is still
 * sending would find the connection broken instead of reading the answer. Until then Node throws away what comes.
 */
export class Linger {
  readonly #answered = new Set<Answered>();
  #timer: NodeJS.Timeout | undefined;

  watch(request: IncomingMessage, response: ServerResponse): void {
    response.once("finish", () => {
      if (request.complete) return;
      const { socket } = request;
      const until = performance.now() + LINGER_MS;
      this.#answered.add({ request, socket, until, bytesMax: socket.bytesRead + BYTES_MAX });
      this.#timer ??= setInterval(() => this.#look(), LOOK_EVERY_MS).unref();
    });
  }

  #look(): void {
    const now = performance.now();
    for (const answered of this.#answered) {
      const { request, socket, until, bytesMax } = answered;
      const isOver = request.complete || socket.destroyed;
      if (!isOver && now < until && socket.bytesRead < bytesMax) continue;
      this.#answered.delete(answered);
      if (!isOver) socket.destroy();
    }
    if (this.#answered.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
