const ASK_AGAIN_MS = 20;

/** Asks until the answer is neither undefined nor false. Fails with `what` if that takes longer than `ms`. */
export async function until<T>(
  what: string,
  ms: number,
  ask: () => Promise<T> | T,
): Promise<Exclude<T, undefined | null | false>> {
  const deadline = performance.now() + ms;
  for (;;) {
    const answer = await ask();
    if (isThere(answer)) return answer;
    if (performance.now() > deadline) throw new Error(`Not within ${ms} ms: ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
  }
}

function isThere<T>(answer: T): answer is Exclude<T, undefined | null | false> {
  return answer !== undefined && answer !== null && answer !== false;
}
