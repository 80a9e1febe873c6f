/**
 * Remembers what `compute` answered for the last `entriesMax` texts it was asked about; the one not asked for longest
 * is forgotten first. Answers are shared between callers, so they must not be changed.
 */
export function remembering<Value>(
  entriesMax: number,
  compute: (key: string) => Value,
): (key: string) => Value {
  const known = new Map<string, Value>();
  return (key) => {
    const found = known.get(key);
    const value = found ?? compute(key);
    if (found !== undefined) {
      known.delete(key);
    } else if (known.size >= entriesMax) {
      const [oldest] = known.keys();
      known.delete(oldest ?? "");
    }
    known.set(key, value);
    return value;
  };
}
