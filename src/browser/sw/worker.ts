import { CLEANUP_INTERVAL_MS, type Kind, STRATEGIES } from "./cache-policy.ts";
import { deleteOldCaches, type ResponseCache, responseCacheOf } from "./cache-storage.ts";
import { isPlainPage, kindOf, pageKey, warmUpPaths } from "./requests.ts";
import { answerFromCache, answerPage, cachePage, type Deps } from "./strategies.ts";

declare const self: ServiceWorkerGlobalScope;

const shelves = Object.fromEntries(
  Object.keys(STRATEGIES).map((kind) => [kind, responseCacheOf(kind as Kind, caches)]),
) as Record<Kind, ResponseCache>;
let cleanedUpAt = Date.now();

self.addEventListener("install", () => void self.skipWaiting());

self.addEventListener("activate", (event) => {
  event.waitUntil(deleteOldCaches(caches).then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const kind = kindOf(event.request, location.origin);
  if (kind === null) return;
  const means = meansOf(event);
  const shelf = shelves[kind];
  event.respondWith(
    kind === "pages"
      ? answerPage(event.request, shelf, means)
      : answerFromCache(event.request, { shelf, kind }, means),
  );
  if (Date.now() - cleanedUpAt >= CLEANUP_INTERVAL_MS) {
    cleanedUpAt = Date.now();
    event.waitUntil(cleanUp());
  }
});

/** A page reports its files when it opens, because the first page was there before the worker. */
self.addEventListener("message", (event) => {
  const { page, files } = (event.data ?? {}) as { page?: unknown; files?: unknown };
  if (typeof page !== "string" || !Array.isArray(files)) return;
  event.waitUntil(
    warmUp(
      event,
      page,
      files.filter((file) => typeof file === "string"),
    ).catch(() => undefined),
  );
});

function meansOf(event: ExtendableEvent): Deps {
  return {
    fetch: (request) => fetch(request),
    wait: (ms) => new Promise((done) => setTimeout(done, ms)),
    meanwhile: (work) => event.waitUntil(work),
  };
}

async function cleanUp(): Promise<void> {
  for (const shelf of Object.values(shelves)) await shelf.cleanUp();
}

async function warmUp(event: ExtendableEvent, page: string, files: string[]): Promise<void> {
  const means = meansOf(event);
  const asPage = { method: "GET", mode: "navigate", url: page, headers: new Headers() };
  const isPage = kindOf(asPage, location.origin) === "pages" && isPlainPage(page);
  if (isPage && !(await shelves.pages.find(pageKey(page)))) {
    await cachePage(page, await fetch(page), shelves.pages);
  }
  const paths = warmUpPaths(page);
  const isRecent =
    paths[0] !== undefined && (await shelves["profile-data"].find(new URL(paths[0], page).href));
  // The critical preloads of spec §7, but not with every page that's opened.
  if (!isRecent) for (const path of ["/favicon.ico", "/manifest.json"]) await fetch(path, { method: "HEAD" });
  for (const address of [...files, ...paths]) {
    const request = new Request(new URL(address, page));
    const kind = kindOf(request, location.origin);
    if (kind !== null && kind !== "pages")
      await answerFromCache(request, { shelf: shelves[kind], kind }, means);
  }
}
