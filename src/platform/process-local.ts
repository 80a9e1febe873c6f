import type { Platform } from "./context.ts";
import type { Database } from "./db/database.ts";

/**
 * A value that a slice holds in memory once per process, created on first use. Contexts are copies of each
 * other, but all contexts of a process share its database.
 */
export function processLocal<T>(make: (platform: Platform) => T): (platform: Platform) => T {
  const made = new WeakMap<Database, T>();
  return (platform) => {
    const known = made.get(platform.database);
    if (known !== undefined) return known;
    const value = make(platform);
    made.set(platform.database, value);
    return value;
  };
}
