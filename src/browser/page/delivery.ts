const ATTEMPTS_MAX = 3;
/** Waits between the attempts: 1 s, then 2 s (spec §7). */
const RETRY_DELAY_MS = 1000;
/** The server keeps no more of an address (spec §3). */
const REFERRER_CHARS_MAX = 500;

/** What leaves the page and how time passes; in tests, a stand-in for the network and the clock. */
export interface Wire {
  fetch: (path: string, init: RequestInit) => Promise<Pick<Response, "ok" | "status" | "json">>;
  /** Hands the body to the browser to deliver after the page is gone; false when it will not. */
  beacon: (path: string, body: Blob) => boolean;
  wait: (ms: number) => Promise<void>;
}

/** Posts JSON and tries again when the network or the server failed. False when it is worth keeping for later. */
export async function deliver(wire: Wire, path: string, body: unknown): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    const status = await post(wire, path, body);
    // A refusal (4xx) stays one, however often it is sent.
    if (status > 0 && status < 500 && status !== 429) return true;
    if (attempt === ATTEMPTS_MAX) return false;
    await wire.wait(RETRY_DELAY_MS * attempt);
  }
}

/** Delivers while the page is being left: there is no answer to wait for. */
export function deliverLeaving(wire: Wire, path: string, body: unknown): void {
  if (!wire.beacon(path, new Blob([JSON.stringify(body)], { type: "application/json" })))
    void post(wire, path, body);
}

/** The answer's status; 0 when there was none. */
async function post(wire: Wire, path: string, body: unknown): Promise<number> {
  try {
    const answer = await wire.fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      // Lets the request finish when the visitor goes on to the link.
      keepalive: true,
    });
    return answer.status;
  } catch {
    return 0;
  }
}

/** Where the visitor came from, as the events carry it; absent when the browser does not tell. */
export function referrerOf(referrer: string): string | undefined {
  return referrer.slice(0, REFERRER_CHARS_MAX) || undefined;
}
