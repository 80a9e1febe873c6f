/* Events as columns of codes: what filters that combine are answered from. */
import type { PackedRow, PackedVisits } from "./packed-day-store.ts";
import type { PackedWords } from "./tables.ts";

/** The bits of an event's kind. A click has at most one of the variants. */
export const KIND = { click: 1, bot: 2, suspected: 4, a: 8, b: 16 } as const;
/** One more than the largest kind. */
export const KINDS_MAX = 32;

/** One code per event. */
export type Codes = Uint8Array | Uint16Array | Uint32Array;

/** Some of a page's events, in order of time. Visitors are numbered anew every UTC day. */
export interface PackedEvents {
  /** The moment that `minutes` count from. */
  start: number;
  count: number;
  words: PackedWords;
  minutes: Codes;
  kinds: Codes;
  places: Codes;
  clients: Codes;
  sources: Codes;
  utms: Codes;
  links: Codes;
  visitors: Codes;
}

/** What visits the events belong to. */
export interface EventVisits {
  /** One code per event. */
  visits: Codes;
  /** How many visits there are. */
  count: number;
  /** Their names in order, eight bytes each. */
  names: Uint8Array;
  /** The first click of each visit after its first view, in order of time. */
  firstClicks: { at: Uint32Array; delayMs: Uint32Array };
}

/** Undefined if the day was packed before visits were. */
export function decodeVisits(events: number, row: PackedVisits): EventVisits | undefined {
  const { visits, visit_names: names, first_clicks } = row;
  if (visits === null || names === null || first_clicks === null) return undefined;
  const length = first_clicks.byteLength / 8;
  const firstClicks = { at: new Uint32Array(length), delayMs: new Uint32Array(length) };
  const view = viewOf(first_clicks);
  for (let index = 0; index < length; index++) {
    firstClicks.at[index] = view.getUint32(index * 8);
    firstClicks.delayMs[index] = view.getUint32(index * 8 + 4);
  }
  return { visits: decodeCodes(visits, events), count: names.byteLength / 8, names, firstClicks };
}

/** Returns the code of the visit with this name; undefined if there's none. */
export function findVisit({ names, count }: EventVisits, name: bigint): number | undefined {
  const view = viewOf(names);
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (view.getBigInt64(middle * 8) < name) low = middle + 1;
    else high = middle;
  }
  return low < count && view.getBigInt64(low * 8) === name ? low : undefined;
}

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  new DataView(buffer, byteOffset, byteLength);

export function decodeEvents(start: number, row: PackedRow): PackedEvents {
  const { events: count, words } = row;
  const codes = (bytes: Uint8Array | null) => decodeCodes(bytes, count);
  return {
    start,
    count,
    words,
    minutes: codes(row.minutes),
    kinds: codes(row.kinds),
    places: codes(row.places),
    clients: codes(row.clients),
    sources: codes(row.sources),
    utms: codes(row.utms),
    links: codes(row.links),
    visitors: codes(row.visitors),
  };
}

let zeros = new Uint8Array(0);

/** All columns with a single word are views of one array. */
function zerosOf(count: number): Uint8Array {
  if (zeros.length < count) zeros = new Uint8Array(count * 2);
  return zeros.subarray(0, count);
}

/** Codes are stored with the highest byte first, one to three bytes each. */
function decodeCodes(bytes: Uint8Array | null, count: number): Codes {
  if (bytes === null) return zerosOf(count);
  const width = bytes.length / count;
  if (width === 1) return new Uint8Array(bytes);
  if (width === 2) {
    const codes = new Uint16Array(count);
    for (let at = 0; at < count; at++) codes[at] = ((bytes[at * 2] ?? 0) << 8) | (bytes[at * 2 + 1] ?? 0);
    return codes;
  }
  const codes = new Uint32Array(count);
  for (let at = 0; at < count; at++) {
    const first = at * 3;
    codes[at] = ((bytes[first] ?? 0) << 16) | ((bytes[first + 1] ?? 0) << 8) | (bytes[first + 2] ?? 0);
  }
  return codes;
}

/** Returns about how much memory the events take. */
export function bytesOf(events: PackedEvents): number {
  const { minutes, kinds, places, clients, sources, utms, links, visitors } = events;
  return [minutes, kinds, places, clients, sources, utms, links, visitors].reduce(
    (sum, codes) => sum + (codes.buffer === zeros.buffer ? 0 : codes.byteLength),
    JSON.stringify(events.words).length * 2,
  );
}
