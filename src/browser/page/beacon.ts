import type { InferContractRouterInputs } from "@orpc/contract";
import type { clicksContract } from "#src/features/insights/clicks/contract.ts";
import type { inAppContract } from "#src/features/pages/in-app-browsers/contract.ts";
import type { exitsPath } from "#src/lib/page-paths.ts";
import { API_PATH, type CLICKS_PATH, type VIEWS_PATH, type VITALS_PATH } from "#src/lib/paths.ts";

type Clicks = InferContractRouterInputs<typeof clicksContract>;
type Exits = InferContractRouterInputs<typeof inAppContract>;

/** The request bodies by path, as the contracts define them. */
type Delivered = Record<typeof CLICKS_PATH, Clicks["recordClicks"]> &
  Record<typeof VIEWS_PATH, Clicks["recordView"]> &
  Record<typeof VITALS_PATH, Clicks["recordVitals"]> &
  Record<ReturnType<typeof exitsPath>, Omit<Exits["recordExit"], "profile_id">>;

const ATTEMPTS_MAX = 3;
/** Pauses between attempts: 1 s, then 2 s (spec §7). */
const RETRY_DELAY_MS = 1000;
/** The server stores no more of a URL (spec §3). */
const REFERRER_CHARS_MAX = 500;

/** The network and the clock, which tests replace. */
export interface Network {
  fetch: (path: string, init: RequestInit) => Promise<Pick<Response, "ok" | "status" | "json">>;
  /** Leaves delivery to the browser once the page is gone; false if it refuses. */
  beacon: (path: string, body: Blob) => boolean;
  wait: (ms: number) => Promise<void>;
}

/** Posts JSON, retrying after a network or server failure. False if it should be stored for later. */
export async function postWithRetry<Path extends keyof Delivered>(
  network: Network,
  path: Path,
  body: Delivered[Path],
): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    const status = await post(network, path, body);
    // A 4xx response stays the same however often the request is repeated.
    if (status > 0 && status < 500 && status !== 429) return true;
    if (attempt === ATTEMPTS_MAX) return false;
    await network.wait(RETRY_DELAY_MS * attempt);
  }
}

/** Delivers while the visitor leaves, when there's no time to wait for a response. */
export function postOnLeave<Path extends keyof Delivered>(
  network: Network,
  path: Path,
  body: Delivered[Path],
): void {
  if (!network.beacon(API_PATH + path, new Blob([JSON.stringify(body)], { type: "application/json" })))
    void post(network, path, body);
}

/** Returns the response's status, or 0 if there was none. */
async function post(network: Network, path: string, body: object): Promise<number> {
  try {
    const answer = await network.fetch(API_PATH + path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      // Lets the request finish after the visitor has moved on to the link.
      keepalive: true,
    });
    return answer.status;
  } catch {
    return 0;
  }
}

/** Returns the referrer in the form that events carry; undefined if the browser doesn't say. */
export function referrerOf(referrer: string): string | undefined {
  return referrer.slice(0, REFERRER_CHARS_MAX) || undefined;
}

const QUERY_CHARS_MAX = 2000;

/** Returns the page's query if it has `utm_` parameters. */
export function utmOf(): string | undefined {
  return /utm_/i.test(location.search) ? location.search.slice(0, QUERY_CHARS_MAX) : undefined;
}
