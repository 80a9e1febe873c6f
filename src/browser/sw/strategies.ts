import { type Kind, NETWORK_WAIT_MS, STRATEGIES } from "./cache-policy.ts";
import type { ResponseCache } from "./cache-storage.ts";
import { offlinePage } from "./offline-page.ts";
import { isPlainPage, pageKey } from "./requests.ts";

/** The dependencies of a strategy. Tests replace the network and the clock. */
export interface Deps {
  fetch(request: Request): Promise<Response>;
  wait(ms: number): Promise<void>;
  /** Keeps the worker alive until background work is done. */
  meanwhile(work: Promise<unknown>): void;
}

/** A page from the network, or its copy if the network is silent for long, fails, or reports being down. */
export async function answerPage(request: Request, shelf: ResponseCache, means: Deps): Promise<Response> {
  const network = means.fetch(request);
  means.meanwhile(
    network.then((response) => cachePage(request.url, response.clone(), shelf)).catch(() => undefined),
  );
  const kept = await shelf.find(pageKey(request.url));
  if (!kept) return network.catch(() => offlinePage(navigator.languages));
  // A URL that requests more than the page (such as one past its warning) gets the copy only as a last
  // resort.
  if (!isPlainPage(request.url)) return network.catch(() => kept.response);
  const inTime = await Promise.race([network.catch(() => undefined), means.wait(NETWORK_WAIT_MS)]);
  return inTime && inTime.status < 500 ? inTime : kept.response;
}

/** The site's own statuses for a page. A hotspot's redirect or a rate limit says nothing about it. */
const ABOUT_THE_PAGE = [200, 404, 410];

/** Stores a page from the network, and deletes the copy of one that's gone. */
export async function cachePage(address: string, response: Response, shelf: ResponseCache): Promise<void> {
  if (!isPlainPage(address) || !ABOUT_THE_PAGE.includes(response.status)) return;
  const isPage = response.headers.get("content-type")?.startsWith("text/html") ?? false;
  if (isPage && isKeepable(response)) await shelf.put(pageKey(address), response);
  else await shelf.drop(pageKey(address));
}

/** A copy if it's young enough. An older one is used while a request refreshes it for the next time. */
export async function answerFromCache(
  request: Request,
  { shelf, kind }: { shelf: ResponseCache; kind: Exclude<Kind, "pages"> },
  means: Deps,
): Promise<Response> {
  const kept = await shelf.find(request.url);
  if (kept && kept.ageMs < STRATEGIES[kind].freshMs) return kept.response;
  const network = means.fetch(request);
  const keeping = network.then((response) => {
    // The visitor's own copy of data that the page may show them anyway (spec §9), although no shared cache
    // may store it.
    const isOurs = kind === "profile-data" && response.status === 200;
    return isOurs || isKeepable(response) ? shelf.put(request.url, response.clone()) : undefined;
  });
  means.meanwhile(keeping.catch(() => undefined));
  return kept ? kept.response : network;
}

/** True for complete responses from this site that are the same for everyone. */
function isKeepable(response: Response): boolean {
  const rule = response.headers.get("cache-control") ?? "";
  return response.status === 200 && !response.redirected && !/no-store|private/i.test(rule);
}
