const ASK_AGAIN_MS = 3_000;

const isThere = () =>
  fetch("/health/live", { cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false,
  );
const pause = (ms: number) => new Promise<unknown>((again) => setTimeout(again, ms));

/** Loads code, and if that fails, once more as soon as the server is reachable. */
export const importWithRetry = <Part>(
  load: () => Promise<Part>,
  isReachable = isThere,
  wait = pause,
): Promise<Part> =>
  load().catch(async () => {
    while (!(await isReachable())) await wait(ASK_AGAIN_MS);
    return load();
  });
