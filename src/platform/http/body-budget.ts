import type { IncomingMessage } from "node:http";
import { Failure } from "#src/lib/errors.ts";
import { networkOf } from "#src/lib/ip-address.ts";
import { memoizeLru } from "#src/lib/lru.ts";

/** Limits the memory and the duration of unfinished bodies in the whole process. */
interface Budget {
  bytesMax: number;
  /** Uploads leave the rest for small bodies, which never wait. */
  largeBytesMax: number;
  /** The share of each that one IP address may use. */
  smallShareBytes: number;
  largeShareBytes: number;
  waitingMax: number;
  /** The time allowed for a body, plus a second for every `bytesPerSecond` received. */
  graceMs: number;
  bytesPerSecond: number;
}

interface Asked {
  request: IncomingMessage;
  bytesMax: number;
  address: string;
}

type Done = (outcome: Buffer | Failure) => void;

interface Open extends Asked {
  done: Done;
  /** The size reserved until the body is complete: its declared length, or the maximum. */
  bytes: number;
  isLarge: boolean;
  holder: string;
  since: number;
  received: number;
  chunks: Buffer[];
}

const KILOBYTE = 1024;
const MEGABYTE = 1024 * KILOBYTE;
const BUDGET: Budget = {
  bytesMax: 58 * MEGABYTE,
  largeBytesMax: 52 * MEGABYTE,
  smallShareBytes: 2 * MEGABYTE,
  largeShareBytes: 26 * MEGABYTE,
  waitingMax: 100,
  graceMs: 10_000,
  bytesPerSecond: 64 * KILOBYTE,
};
const LARGE_FROM_BYTES = 256 * KILOBYTE;
/** The cost of a connection with an unfinished body, however little has arrived. */
const BYTES_MIN = 2 * KILOBYTE;
const RETRY_AFTER_S = 5;
const ADDRESSES_REMEMBERED = 2000;
const networkOfAddress = memoizeLru(ADDRESSES_REMEMBERED, networkOf);

/**
 * Reads request bodies within a budget shared by the whole process. A body that hasn't been admitted stays in
 * its connection, which stops accepting data after about 64 KB. Small bodies beyond the budget are rejected;
 * large ones wait.
 */
export class BodyBudget {
  readonly #budget: Budget;
  readonly #open = new Set<Open>();
  readonly #waiting = new Set<Open>();
  readonly #held = new Map<string, number>();
  #bytes = 0;
  #largeBytes = 0;
  #sweeper: NodeJS.Timeout | undefined;

  constructor(budget: Partial<Budget> = {}) {
    this.#budget = { ...BUDGET, ...budget };
  }

  /** Returns the whole body. Rejects with a `Failure`: 413, 408, 429, or 503. */
  read(asked: Asked): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      this.receive(asked, (outcome) => (Buffer.isBuffer(outcome) ? resolve(outcome) : reject(outcome)));
    });
  }

  /**
   * Calls `done` once, with the whole body or the reason for its rejection. A rejected body isn't read any
   * further.
   */
  receive(asked: Asked, done: Done): void {
    const { request, bytesMax, address } = asked;
    // A broken connection leaves nobody to respond to.
    request.on("error", () => undefined);
    const length = request.headers["content-length"];
    const declared = length === undefined ? bytesMax : Number(length);
    if (declared > bytesMax) {
      done(tooLarge(bytesMax));
      return;
    }
    const isLarge = declared > LARGE_FROM_BYTES;
    const open: Open = {
      ...asked,
      done,
      bytes: Math.max(BYTES_MIN, declared),
      isLarge,
      holder: `${isLarge ? "large" : "small"} ${networkOfAddress(address)}`,
      since: performance.now(),
      received: 0,
      chunks: [],
    };
    this.#sweeper ??= setInterval(() => this.#sweep(), Math.min(1000, this.#budget.graceMs / 4)).unref();
    if (this.#fits(open)) this.#begin(open);
    else if (isLarge && this.#waiting.size < this.#budget.waitingMax) this.#waiting.add(open);
    else done(this.#refusal(open));
  }

  #fits({ bytes, isLarge, holder }: Open): boolean {
    const { bytesMax, largeBytesMax } = this.#budget;
    if (this.#bytes + bytes > bytesMax || (isLarge && this.#largeBytes + bytes > largeBytesMax)) return false;
    const held = this.#held.get(holder) ?? 0;
    return held === 0 || held + bytes <= this.#shareOf(isLarge);
  }

  #shareOf(isLarge: boolean): number {
    return isLarge ? this.#budget.largeShareBytes : this.#budget.smallShareBytes;
  }

  /** 429 if this address has too many in progress, 503 if all together do. */
  #refusal({ bytes, isLarge, holder }: Open): Failure {
    const held = this.#held.get(holder) ?? 0;
    const isOwn = held > 0 && held + bytes > this.#shareOf(isLarge);
    const data = { retry_after_s: RETRY_AFTER_S };
    if (isOwn) {
      const message = "You’re sending too much at once. Wait a few seconds and try again.";
      return new Failure("TOO_MANY_REQUESTS", { status: 429, message }, data);
    }
    const message = "The server is receiving too much at once. Try again in a few seconds.";
    return new Failure("SERVICE_UNAVAILABLE", { status: 503, message }, data);
  }

  #begin(open: Open): void {
    const { request, bytesMax } = open;
    this.#charge(open, open.bytes);
    this.#open.add(open);
    open.since = performance.now();
    request.on("data", (chunk: Buffer) => {
      if (!this.#open.has(open)) return;
      open.received += chunk.length;
      if (open.received > bytesMax) this.#end(open, tooLarge(bytesMax));
      else open.chunks.push(chunk);
    });
    request.on("end", () => this.#end(open, wholeOf(open.chunks)));
    // Every request closes, and creating an error with its stack costs as much as a click.
    request.on("close", () => {
      if (this.#open.has(open)) this.#end(open, brokenOff());
    });
    // It broke off while waiting, so no further event will arrive.
    if (request.destroyed && !request.complete) this.#end(open, brokenOff());
  }

  #end(open: Open, outcome: Buffer | Failure): void {
    if (!this.#open.delete(open)) return;
    open.chunks = [];
    this.#charge(open, -open.bytes);
    open.done(outcome);
    this.#admitWaiting();
  }

  #charge({ isLarge, holder }: Open, bytes: number): void {
    this.#bytes += bytes;
    if (isLarge) this.#largeBytes += bytes;
    const held = (this.#held.get(holder) ?? 0) + bytes;
    if (held > 0) this.#held.set(holder, held);
    else this.#held.delete(holder);
  }

  /** Admits in order of arrival, except that addresses that have used up their share let others go first. */
  #admitWaiting(): void {
    for (const open of this.#waiting) {
      if (!this.#fits(open)) continue;
      this.#waiting.delete(open);
      this.#begin(open);
    }
  }

  #sweep(): void {
    const { graceMs, bytesPerSecond } = this.#budget;
    const now = performance.now();
    for (const open of this.#open) {
      if (now - open.since > graceMs + (open.received * 1000) / bytesPerSecond) this.#end(open, tooSlow());
    }
    for (const open of this.#waiting) {
      const isGone = open.request.destroyed;
      if (!isGone && now - open.since <= graceMs) continue;
      this.#waiting.delete(open);
      open.done(isGone ? brokenOff() : this.#refusal(open));
    }
    if (this.#open.size > 0 || this.#waiting.size > 0) return;
    clearInterval(this.#sweeper);
    this.#sweeper = undefined;
  }
}

function wholeOf(chunks: readonly Buffer[]): Buffer {
  const [only] = chunks;
  return chunks.length === 1 && only ? only : Buffer.concat(chunks);
}

function tooLarge(bytesMax: number): Failure {
  const most =
    bytesMax < MEGABYTE ? `${Math.floor(bytesMax / KILOBYTE)} KB` : `${Math.floor(bytesMax / MEGABYTE)} MB`;
  const message = `That’s too large. You can send up to ${most} at once.`;
  return new Failure("BODY_TOO_LARGE", { status: 413, message });
}

function tooSlow(): Failure {
  const message = "The request took too long to arrive. Check your connection and try again.";
  return new Failure("BODY_TOO_SLOW", { status: 408, message });
}

function brokenOff(): Failure {
  return new Failure("BODY_BROKEN_OFF", {
    status: 400,
    message: "The request ended before it was complete.",
  });
}
