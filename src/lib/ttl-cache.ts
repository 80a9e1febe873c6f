import { lruSet } from "./lru.ts";

/** Caches values that are slow to compute. Concurrent callers share one computation. */
export class TtlCache<Value> {
  readonly #entriesMax: number;
  readonly #msFor: (value: Value) => number;
  readonly #entries = new Map<string, { until: number; value: Promise<Value> }>();

  /** `msFor` returns how long a value stays valid. */
  constructor({ entriesMax, msFor }: { entriesMax: number; msFor: (value: Value) => number }) {
    this.#entriesMax = entriesMax;
    this.#msFor = msFor;
  }

  has(key: string, now: Date): boolean {
    return (this.#entries.get(key)?.until ?? 0) > now.getTime();
  }

  get(key: string, now: Date, find: () => Promise<Value>): Promise<Value> {
    const known = this.#entries.get(key);
    if (known && known.until > now.getTime()) return known.value;
    const entry = { until: Number.POSITIVE_INFINITY, value: find() };
    lruSet(this.#entries, [key, entry], this.#entriesMax);
    entry.value.then(
      (value) => {
        entry.until = now.getTime() + this.#msFor(value);
      },
      () => {
        entry.until = 0;
      },
    );
    return entry.value;
  }
}
