import type { IncomingMessage, ServerResponse } from "node:http";

const MEGABYTE = 1024 * 1024;
const LINGER_MS = 10_000;
const TURN_EVERY_MS = 25;
/**
 * What is read of such bodies over the whole process: so much at once, and so much in every second after that. What was
 * thrown away is memory all the same until the garbage collector comes, which lets 64 MB pile up.
 */
const BYTES_AT_ONCE_MAX = 8 * MEGABYTE;
const BYTES_PER_SECOND = MEGABYTE;

interface Answered {
  request: IncomingMessage;
  until: number;
}

/**
 * Closes the connections of requests that were answered before their body had come. Not at once: whoever is still
 * sending would find the connection broken instead of reading the answer. Until then we read on, a little at a time,
 * because some browsers look for an answer only when they have sent everything.
 */
export class Linger {
  readonly #answered = new Set<Answered>();
  readonly #lingerMs: number;
  #timer: NodeJS.Timeout | undefined;
  #bytesLeft = BYTES_AT_ONCE_MAX;
  #lookedAt = 0;

  constructor(lingerMs = LINGER_MS) {
    this.#lingerMs = lingerMs;
  }

  watch(request: IncomingMessage, response: ServerResponse): void {
    // Before Node's own listener, which would read everything there is, and as fast as it comes, unless somebody has read.
    response.prependOnceListener("finish", () => {
      if (request.complete) return;
      request.pause();
      request.read();
      this.#answered.add({ request, until: performance.now() + this.#lingerMs });
      this.#timer ??= setInterval(() => this.#look(), TURN_EVERY_MS).unref();
    });
  }

  #look(): void {
    const now = performance.now();
    const gained = ((now - this.#lookedAt) / 1000) * BYTES_PER_SECOND;
    this.#bytesLeft = Math.min(BYTES_AT_ONCE_MAX, this.#bytesLeft + gained);
    this.#lookedAt = now;
    for (const answered of this.#answered) {
      const { request, until } = answered;
      const isOver = request.complete || request.destroyed;
      if (!isOver && now < until) {
        this.#readOn(answered);
        continue;
      }
      this.#answered.delete(answered);
      if (isOver) request.resume();
      else request.socket.destroy();
    }
    if (this.#answered.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** Reads what has come, which is some 64 KB: more than that stays in the connection. */
  #readOn({ request }: Answered): void {
    if (this.#bytesLeft <= 0) return;
    const chunk: Buffer | null = request.read();
    this.#bytesLeft -= chunk?.length ?? 0;
  }
}
