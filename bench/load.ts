/*
 * The load generator. It runs in a separate process and uses raw sockets and prebuilt requests, because with
 * one core it has to outrun a server with the other. Reads a plan from standard input and writes a report.
 */
import { randomFillSync } from "node:crypto";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { type LoadPlan, type LoadReport, PICK_SLOT, UUID_SLOT } from "./load-plan.ts";

const RECEIVE_BYTES = 64 * 1024;
const HEADER_END = Buffer.from("\r\n\r\n");
const HEX = Buffer.from("0123456789abcdef");
const UUID_DASHES = new Set([8, 13, 18, 23]);

const plan = JSON.parse(await text(process.stdin)) as LoadPlan;
const picks = plan.picks.map((pick) => Buffer.from(pick));
const counted = { answers: 0, failure: undefined as string | undefined };
let isOver = false;
let picked = 0;

/** Random bytes come from a pool that's refilled now and then. */
const pool = randomFillSync(Buffer.alloc(RECEIVE_BYTES));
let poolAt = 0;

function writeUuid(target: Buffer, at: number): void {
  if (poolAt + 16 > pool.length) {
    randomFillSync(pool);
    poolAt = 0;
  }
  let half = 0;
  for (let char = 0; char < 36; char++) {
    if (UUID_DASHES.has(char)) continue;
    const byte = pool[poolAt + (half >> 1)] ?? 0;
    target[at + char] = HEX[half & 1 ? byte & 15 : byte >> 4] ?? 0;
    half++;
  }
  target[at + 14] = 0x34;
  target[at + 19] = 0x38;
  poolAt += 16;
}

function slotsOf(bytes: Buffer, slot: string): number[] {
  const found: number[] = [];
  for (let at = bytes.indexOf(slot); at !== -1; at = bytes.indexOf(slot, at + slot.length)) found.push(at);
  return found;
}

/** One connection. It sends its requests, waits for all the answers, and sends the next ones. */
class Lane {
  readonly #bytes: Buffer;
  readonly #uuids: number[];
  readonly #picks: number[];
  readonly #socket: Socket;
  #waiting = 0;
  /** Bytes still missing from the current answer's body. */
  #body = 0;
  /** The start of a header that hasn't fully arrived. */
  #partial: Buffer | undefined;

  constructor(request: string) {
    this.#bytes = Buffer.from(request.repeat(plan.pipeline));
    this.#uuids = slotsOf(this.#bytes, UUID_SLOT);
    this.#picks = slotsOf(this.#bytes, PICK_SLOT);
    this.#socket = connect({
      host: "127.0.0.1",
      port: plan.port,
      noDelay: true,
      onread: {
        buffer: Buffer.alloc(RECEIVE_BYTES),
        callback: (bytes, buffer) => this.#receive(Buffer.from(buffer.buffer, buffer.byteOffset, bytes)),
      },
    });
    this.#socket.on("connect", () => this.#send());
    this.#socket.on("error", (error) => fail(error.message));
    this.#socket.on("close", () => {
      if (!isOver) fail("The server closed a connection.");
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #send(): void {
    for (const at of this.#uuids) writeUuid(this.#bytes, at);
    for (const at of this.#picks) picks[picked++ % picks.length]?.copy(this.#bytes, at);
    this.#waiting = plan.pipeline;
    this.#socket.write(this.#bytes);
  }

  #receive(chunk: Buffer): boolean {
    const bytes = this.#partial ? Buffer.concat([this.#partial, chunk]) : chunk;
    this.#partial = undefined;
    let at = 0;
    while (at < bytes.length) {
      if (this.#body > 0) {
        const taken = Math.min(this.#body, bytes.length - at);
        at += taken;
        this.#body -= taken;
        if (this.#body === 0) this.#answered();
        continue;
      }
      const end = bytes.indexOf(HEADER_END, at);
      if (end === -1) {
        this.#partial = Buffer.from(bytes.subarray(at));
        break;
      }
      this.#readHeader(bytes.toString("latin1", at, end), bytes, end + HEADER_END.length);
      at = end + HEADER_END.length;
    }
    return true;
  }

  #readHeader(header: string, bytes: Buffer, bodyAt: number): void {
    const length = /content-length: *(\d+)/i.exec(header)?.[1];
    if (Number(header.slice(9, 12)) !== plan.status || length === undefined) {
      fail(`${header.slice(0, 200)} … ${bytes.subarray(bodyAt, bodyAt + 300).toString()}`);
    }
    this.#body = Number(length);
    if (this.#body === 0) this.#answered();
  }

  #answered(): void {
    counted.answers++;
    if (--this.#waiting === 0 && !isOver) this.#send();
  }
}

function fail(why: string): void {
  counted.failure ??= why;
}

const lanes = Array.from(
  { length: plan.connections },
  (_, n) => new Lane(plan.requests[n % plan.requests.length] ?? ""),
);
setTimeout(() => {
  const begun = { at: performance.now(), answers: counted.answers, cpu: process.cpuUsage() };
  setTimeout(() => {
    const seconds = (performance.now() - begun.at) / 1000;
    const { user, system } = process.cpuUsage(begun.cpu);
    const answers = counted.answers - begun.answers;
    isOver = true;
    const report: LoadReport = {
      perSecond: answers / seconds,
      answers,
      busy: (user + system) / 1e6 / seconds,
      ...(counted.failure === undefined ? {} : { failure: counted.failure }),
    };
    process.stdout.write(JSON.stringify(report));
    for (const lane of lanes) lane.close();
  }, plan.seconds * 1000);
}, plan.warmSeconds * 1000);
