import { type Kind, STRATEGIES, VERSION } from "./cache-policy.ts";

/** The worker that removes this one (`site/service-worker.ts`) recognizes the caches by it. */
const PREFIX = "kept-";
/** The time when a copy was made, in ms since 1970, because caches don't record it. */
const KEPT_AT = "x-kept-at";

export interface CachedResponse {
  response: Response;
  ageMs: number;
}

export interface ResponseCache {
  find(key: string): Promise<CachedResponse | undefined>;
  put(key: string, response: Response): Promise<void>;
  drop(key: string): Promise<void>;
  /** Deletes copies that are too old, and the oldest if there are too many. */
  cleanUp(): Promise<void>;
}

function cacheName(kind: Kind): string {
  return `${PREFIX}${VERSION}-${kind}`;
}

/** Opens the cache of `kind`; `now` returns the time in ms since 1970. */
export function responseCacheOf(
  kind: Kind,
  storage: CacheStorage,
  now: () => number = Date.now,
): ResponseCache {
  const { keptMs, entriesMax } = STRATEGIES[kind];
  const open = () => storage.open(cacheName(kind));
  const ageOf = (response: Response) => now() - Number(response.headers.get(KEPT_AT));
  return {
    async find(key) {
      const response = await (await open()).match(key);
      return response && ageOf(response) < keptMs ? { response, ageMs: ageOf(response) } : undefined;
    },
    async put(key, response) {
      const headers = new Headers(response.headers);
      headers.set(KEPT_AT, String(now()));
      // The body is already decompressed.
      headers.delete("content-encoding");
      headers.delete("content-length");
      // Read completely before it replaces anything, so that the older copy stays if the network breaks off.
      const body = await response.arrayBuffer();
      await (await open()).put(key, new Response(body, { status: response.status, headers }));
    },
    async drop(key) {
      await (await open()).delete(key);
    },
    async cleanUp() {
      const cache = await open();
      const ages: { request: Request; ageMs: number }[] = [];
      for (const request of await cache.keys()) {
        const response = await cache.match(request);
        if (response) ages.push({ request, ageMs: ageOf(response) });
      }
      ages.sort((a, b) => a.ageMs - b.ageMs);
      const old = ages.filter(({ ageMs }, index) => ageMs >= keptMs || index >= entriesMax);
      for (const { request } of old) await cache.delete(request);
    },
  };
}

export async function deleteOldCaches(storage: CacheStorage): Promise<void> {
  for (const name of await storage.keys()) {
    if (name.startsWith(PREFIX) && !name.startsWith(`${PREFIX}${VERSION}-`)) await storage.delete(name);
  }
}
