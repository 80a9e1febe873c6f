const ASK_AGAIN_MS = 20;
const ASK_AGAIN_MS_MAX = 250;

/**
 * Asks until the answer is neither undefined nor false. Fails with `what` if that takes longer than `ms`. What
 * takes long is asked for less often, because asking keeps the process busy.
 */
export async function waitUntil<T>(
  what: string,
  ms: number,
  ask: () => Promise<T> | T,
): Promise<Exclude<T, undefined | null | false>> {
  const start = performance.now();
  for (;;) {
    const answer = await ask();
    if (isThere(answer)) return answer;
    const waited = performance.now() - start;
    if (waited > ms) throw new Error(`Not within ${ms} ms: ${what}.`);
    const pause = Math.min(Math.max(waited / 20, ASK_AGAIN_MS), ASK_AGAIN_MS_MAX);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

function isThere<T>(answer: T): answer is Exclude<T, undefined | null | false> {
  return answer !== undefined && answer !== null && answer !== false;
}
