import { KIND, type PackedEvents } from "#src/features/insights/clicks/packed-events.ts";
import type { PackedWords } from "#src/features/insights/clicks/tables.ts";
import { type Matches, matchesOf } from "./filter-match.ts";
import type { Filter } from "./filter-rules.ts";
import type { BucketRow, KeyRow } from "./store.ts";

interface Scanning {
  from: number;
  to: number;
  /** The buckets' first moments. The last bucket ends at `to`. */
  starts: readonly number[];
  filters: readonly Filter[];
  bots: boolean;
  suspected: boolean;
  /** Set if only the buckets are needed. */
  withoutKeys?: boolean;
}

const MINUTE_MS = 60_000;

/** The columns that breakdowns are made of, and the dimension of their rows. */
const COUNTED = [
  ["places", "place"],
  ["clients", "client"],
  ["sources", "referrer"],
  ["utms", "utm"],
  ["links", "link"],
] as const;
type Counted = (typeof COUNTED)[number][0];

/** Counts events that pass filters, part by part. What it returns has the form of the rollups' answers. */
export class Scan {
  #scanning: Scanning;
  /** Views, visitors, and clicks of each bucket. */
  #buckets: Float64Array;
  #keys: Record<Counted, Map<string, { views: number; clicks: number }>> = {
    places: new Map(),
    clients: new Map(),
    sources: new Map(),
    utms: new Map(),
    links: new Map(),
  };

  constructor(scanning: Scanning) {
    this.#scanning = scanning;
    this.#buckets = new Float64Array(scanning.starts.length * 3);
  }

  take(events: PackedEvents): void {
    const matches = matchesOf(events.words, this.#scanning);
    const picked = this.#pick(events, matches);
    if (this.#scanning.withoutKeys) return;
    for (const [column] of COUNTED) this.#count(column, events, picked);
  }

  /** Counts what passes into the buckets, and returns the positions of what's in the period. */
  #pick(events: PackedEvents, matches: Matches): Uint32Array {
    const { count, minutes, kinds, places, clients, sources, utms, links, visitors, words } = events;
    const bucketOf = this.#bucketsOfMinutes(events);
    const buckets = this.#buckets;
    const seen = new Uint8Array(words.visitors);
    const picked = new Uint32Array(count);
    let length = 0;
    for (let at = 0; at < count; at++) {
      const kind = kinds[at] as number;
      if (matches.kinds[kind] === 0) continue;
      if (matches.places && matches.places[places[at] as number] === 0) continue;
      if (matches.clients && matches.clients[clients[at] as number] === 0) continue;
      if (matches.sources && matches.sources[sources[at] as number] === 0) continue;
      if (matches.utms && matches.utms[utms[at] as number] === 0) continue;
      const bucket = bucketOf[minutes[at] as number] as number;
      if ((kind & KIND.click) !== 0) {
        if (bucket < 0 || (matches.links && matches.links[links[at] as number] === 0)) continue;
        (buckets[bucket * 3 + 2] as number)++;
      } else {
        // A visitor counts with the first view of the day that passes, even if that was before the period.
        const isFirst = seen[visitors[at] as number] === 0;
        seen[visitors[at] as number] = 1;
        if (bucket < 0) continue;
        (buckets[bucket * 3] as number)++;
        if (isFirst) (buckets[bucket * 3 + 1] as number)++;
      }
      picked[length++] = at;
    }
    return picked.subarray(0, length);
  }

  #count(column: Counted, events: PackedEvents, picked: Uint32Array): void {
    const { kinds } = events;
    const codes = events[column];
    const words = events.words[column as keyof PackedWords] as string[];
    const counts = new Uint32Array(words.length * 2);
    for (const at of picked) {
      (counts[(codes[at] as number) * 2 + ((kinds[at] as number) & KIND.click)] as number)++;
    }
    const found = this.#keys[column];
    words.forEach((word, code) => {
      const [views = 0, clicks = 0] = counts.subarray(code * 2, code * 2 + 2);
      const isNothing = views + clicks === 0 || (word === "" && (column === "links" || column === "utms"));
      if (isNothing) return;
      const sum = found.get(word) ?? { views: 0, clicks: 0 };
      sum.views += views;
      sum.clicks += clicks;
      found.set(word, sum);
    });
  }

  /** The bucket of each minute of a part; -1 outside the period. */
  #bucketsOfMinutes({ start, count, minutes }: PackedEvents): Int32Array {
    const { from, to, starts } = this.#scanning;
    const length = ((minutes[count - 1] as number) ?? 0) + 1;
    const buckets = new Int32Array(length).fill(-1);
    let bucket = bucketBefore(starts, start);
    for (let minute = 0; minute < length; minute++) {
      const time = start + minute * MINUTE_MS;
      while (bucket + 1 < starts.length && (starts[bucket + 1] as number) <= time) bucket++;
      if (time >= from && time < to) buckets[minute] = bucket;
    }
    return buckets;
  }

  bucketRows(): BucketRow[] {
    return this.#scanning.starts.map((_, index) => {
      const [views = 0, visitors = 0, clicks = 0] = this.#buckets.subarray(index * 3, index * 3 + 3);
      return { bucket: index + 1, views, visitors, clicks };
    });
  }

  keyRows(): KeyRow[] {
    return COUNTED.flatMap(([column, dimension]) =>
      Array.from(this.#keys[column], ([key, { views, clicks }]) => ({
        dimension,
        key,
        views,
        clicks,
        visitors: 0,
        title: null,
      })),
    );
  }
}

/** The last bucket that has begun before a moment; -1 if none has. */
function bucketBefore(starts: readonly number[], time: number): number {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] as number) < time) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
