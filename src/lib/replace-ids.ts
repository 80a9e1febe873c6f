type Ids = readonly ReadonlyMap<string, string>[];

/**
 * Returns a JSON value with every id that a map contains replaced, at any depth, and without characters that
 * the database can't store.
 */
export function replaceIds<T>(value: T, ids: Ids): T {
  return walk(value, ids) as T;
}

function walk(value: unknown, ids: Ids): unknown {
  if (typeof value === "string")
    return ids.find((known) => known.has(value))?.get(value) ?? value.toWellFormed().replaceAll("\0", "");
  if (Array.isArray(value)) return value.map((one) => walk(one, ids));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key.toWellFormed().replaceAll("\0", ""), walk(one, ids)]),
  );
}
