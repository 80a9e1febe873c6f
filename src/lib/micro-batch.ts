/**
 * Batches concurrent calls into one function: calls made while a run is in progress form the next run. Each
 * call gets the result at its index.
 */
export function microBatch<Item, Answer>(
  run: (items: Item[]) => Promise<readonly Answer[]>,
): (item: Item) => Promise<Answer> {
  let waiting: { item: Item; resolve(answer: Answer): void; reject(error: unknown): void }[] = [];
  let isRunning = false;
  const go = async () => {
    isRunning = true;
    // Calls made together share a run, because the first waits for a microtask.
    await Promise.resolve();
    while (waiting.length > 0) {
      const taken = waiting;
      waiting = [];
      try {
        const answers = await run(taken.map(({ item }) => item));
        for (const [index, { resolve }] of taken.entries()) resolve(answers[index] as Answer);
      } catch (error) {
        for (const { reject } of taken) reject(error);
      }
    }
    isRunning = false;
  };
  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!isRunning) void go();
    });
}
