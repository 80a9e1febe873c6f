type Ids = readonly ReadonlyMap<string, string>[];

/**
 * A JSON value with each text that one of the maps knows replaced, also as part of an object or a list, and without
 * what no database stores.
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
