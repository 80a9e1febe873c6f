import type { IncomingMessage, ServerResponse } from "node:http";

const MEGABYTE = 1024 * 1024;
const LINGER_MS = 10_000;
const TURN_EVERY_MS = 25;
/**
 * Limits how much of such bodies the whole process reads: a burst, and then so much per second. Discarded
 * data still takes memory until it's garbage collected, and the collector lets 64 MB pile up.
 */
const BYTES_AT_ONCE_MAX = 8 * MEGABYTE;
const BYTES_PER_SECOND = MEGABYTE;

interface Answered {
  request: IncomingMessage;
  until: number;
}

/**
 * Closes the connections of requests that got a response before their body had arrived. It doesn't do so
 * right away, because a browser that's still sending would see a broken connection instead of the response.
 * Until then we keep reading, a little at a time, because some browsers don't look for a response until
 * they've sent everything.
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
    // Runs before Node's own listener, which would read everything as fast as it comes unless someone else is
    // reading.
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

  /** Reads what has arrived, about 64 KB. The rest stays in the connection. */
  #readOn({ request }: Answered): void {
    if (this.#bytesLeft <= 0) return;
    const chunk: Buffer | null = request.read();
    this.#bytesLeft -= chunk?.length ?? 0;
  }
}
