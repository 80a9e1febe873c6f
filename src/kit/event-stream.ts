/** The stream's state: opening for the first time, live, or lost and being retried. */
export type LiveState = "opening" | "live" | "reconnecting";

const FIRST_PAUSE_MS = 1_000;
const PAUSE_MS_MAX = 30_000;

type Pause = (ms: number, signal: AbortSignal) => Promise<void>;

interface Following {
  open: (signal: AbortSignal) => Promise<AsyncIterable<unknown>>;
  onState: (state: LiveState) => void;
  /**
   * Called when something may have changed: an event arrived, or the stream was reopened and may have missed
   * some.
   */
  onNews: () => void;
  signal: AbortSignal;
  pause?: Pause;
}

/** Follows a stream until `signal` ends it, and reopens one that breaks or ends after 1, 2, 4 … 30 s. */
export async function followStream({
  open,
  onState,
  onNews,
  signal,
  pause = sleep,
}: Following): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    try {
      const events = await open(signal);
      onState("live");
      onNews();
      for await (const _ of events) {
        failures = 0;
        onNews();
      }
    } catch {
      // The cause doesn't matter: the only remedy is to show the state and try again.
    }
    if (signal.aborted) return;
    onState("reconnecting");
    await pause(Math.min(FIRST_PAUSE_MS * 2 ** failures, PAUSE_MS_MAX), signal);
    failures += 1;
  }
}

interface Calm {
  gapMs: number;
  signal: AbortSignal;
  pause?: Pause;
}

/**
 * Runs `task` for news: one at a time, at most once every `gapMs`, and once more for news that arrived in the
 * meantime.
 */
export function throttled(task: () => Promise<unknown>, { gapMs, signal, pause = sleep }: Calm): () => void {
  let running = false;
  let again = false;
  const run = async () => {
    running = true;
    do {
      again = false;
      await task();
      await pause(gapMs, signal);
    } while (again && !signal.aborted);
    running = false;
  };
  return () => {
    if (running) again = true;
    else if (!signal.aborted) void run();
  };
}

/** Waits `ms`, or until `signal` aborts. */
function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", done);
  });
}
