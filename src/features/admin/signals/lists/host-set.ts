/*
 * Hosts, however many, in 8 bytes each: a list of a million is 8 MB in memory and in the database. Only digests are
 * kept, of 53 bits, so that one in nine billion hosts that aren’t on such a list is taken for one that is. A person
 * looks at whatever is found.
 */
import { eventLoopYielder } from "#src/platform/event-loop.ts";
import { hostsInLine } from "./host-lines-rules.ts";

const NEW_LINE = 10;
const BYTES_EACH = 8;
const BUCKETS = 256;
/** Digests are below this. */
const DIGESTS = 2 ** 53;
const WORD = 2 ** 32;
const HIGH_BITS = 2 ** 21;

/** The same host has the same one on every node, so that they can be stored. */
function digestOf(host: string): number {
  let a = 0x811c9dc5;
  let b = 0x9e3779b9;
  for (let at = 0; at < host.length; at++) {
    const code = host.charCodeAt(at);
    a = Math.imul(a ^ code, 0x01000193);
    b = Math.imul(b ^ code, 0x85ebca6b);
    b ^= b >>> 13;
  }
  a = Math.imul(a ^ (a >>> 16) ^ b, 0x7feb352d);
  b = Math.imul(b ^ (b >>> 15) ^ a, 0x846ca68b);
  return (((b ^ (b >>> 16)) >>> 0) % HIGH_BITS) * WORD + ((a ^ (a >>> 15)) >>> 0);
}

export class HostSet {
  readonly #sorted: Float64Array;

  constructor(sorted: Float64Array) {
    this.#sorted = sorted;
  }

  get size(): number {
    return this.#sorted.length;
  }

  /** As it’s stored. */
  get bytes(): Uint8Array {
    const { buffer, byteOffset, byteLength } = this.#sorted;
    return new Uint8Array(buffer, byteOffset, byteLength);
  }

  static from(bytes: Uint8Array): HostSet {
    // Numbers have to begin at a multiple of their size.
    const own = new Uint8Array(bytes.length - (bytes.length % BYTES_EACH));
    own.set(bytes.subarray(0, own.length));
    return new HostSet(new Float64Array(own.buffer));
  }

  /** True if a host, or one that it’s below of, is on the list. */
  has(host: string): boolean {
    if (this.#hasExactly(host) || this.#hasExactly(`www.${host}`)) return true;
    for (let at = host.indexOf("."); at !== -1; at = host.indexOf(".", at + 1))
      if (this.#hasExactly(host.slice(at + 1))) return true;
    return false;
  }

  #hasExactly(host: string): boolean {
    const wanted = digestOf(host);
    let low = 0;
    let high = this.#sorted.length - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const found = this.#sorted[middle] as number;
      if (found === wanted) return true;
      if (found < wanted) low = middle + 1;
      else high = middle - 1;
    }
    return false;
  }
}

export interface ReadList {
  hosts: HostSet;
  /** Lines that we don’t understand. */
  ignored: number;
  /** Lines that aren’t empty or comments. */
  lines: number;
  isTooLong: boolean;
}

/** Reads a list line by line, and lets others have their turn. */
export async function readHostList(bytes: Uint8Array, most: number): Promise<ReadList> {
  const yielded = eventLoopYielder();
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let digests = new Float64Array(Math.min(most, Math.ceil(bytes.length / BYTES_EACH)) + 1);
  let count = 0;
  let ignored = 0;
  let lines = 0;
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf(NEW_LINE, start);
    const to = end === -1 ? text.length : end;
    const hosts = hostsInLine(text.toString("utf8", start, to));
    start = to + 1;
    if (hosts === undefined) ignored++;
    if (hosts === undefined || hosts.length > 0) lines++;
    for (const host of hosts ?? []) {
      if (count === digests.length) digests = grown(digests);
      digests[count++] = digestOf(host);
    }
    if (count > most) return { hosts: new HostSet(new Float64Array(0)), ignored, lines, isTooLong: true };
    await yielded();
  }
  return {
    hosts: new HostSet(await sortedOnce(digests.subarray(0, count))),
    ignored,
    lines,
    isTooLong: false,
  };
}

function grown(numbers: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(numbers.length * 2);
  larger.set(numbers);
  return larger;
}

/** Sorting all at once would keep everyone waiting, so it’s done for one of 256 ranges at a time. */
async function sortedOnce(numbers: Float64Array): Promise<Float64Array> {
  const yielded = eventLoopYielder();
  const bucketOf = (number: number) => Math.floor(number / (DIGESTS / BUCKETS));
  const ends = new Uint32Array(BUCKETS + 1);
  for (const number of numbers) ends[bucketOf(number) + 1] = (ends[bucketOf(number) + 1] as number) + 1;
  for (let at = 1; at <= BUCKETS; at++) ends[at] = (ends[at] as number) + (ends[at - 1] as number);
  const starts = ends.slice();
  const sorted = new Float64Array(numbers.length);
  await yielded();
  for (const number of numbers) {
    const bucket = bucketOf(number);
    sorted[starts[bucket] as number] = number;
    starts[bucket] = (starts[bucket] as number) + 1;
  }
  let kept = 0;
  for (let bucket = 0; bucket < BUCKETS; bucket++) {
    await yielded();
    const range = sorted.subarray(ends[bucket], ends[bucket + 1]).sort();
    for (const number of range) if (kept === 0 || sorted[kept - 1] !== number) sorted[kept++] = number;
  }
  return sorted.slice(0, kept);
}
