/**
 * Remembers what `compute` returned for at least the last `entriesMax / 2` texts and at most `entriesMax`.
 * Callers share the results, so none of them may modify one.
 */
export function memoizeLru<Value>(
  entriesMax: number,
  compute: (key: string) => Value,
): (key: string) => Value {
  // Two halves instead of an order, so that a lookup of a known entry writes nothing.
  let recent = new Map<string, Value>();
  let older = new Map<string, Value>();
  return (key) => {
    const known = recent.get(key);
    if (known !== undefined) return known;
    const value = older.get(key) ?? compute(key);
    if (recent.size >= entriesMax / 2) {
      older = recent;
      recent = new Map();
    }
    recent.set(key, value);
    return value;
  };
}

/** Makes an entry the latest, and drops the oldest ones beyond `entriesMax`. */
export function lruSet<Key, Value>(
  entries: Map<Key, Value>,
  [key, value]: [Key, Value],
  entriesMax: number,
): void {
  entries.delete(key);
  entries.set(key, value);
  for (const oldest of entries.keys()) if (entries.size > entriesMax) entries.delete(oldest);
}
