/**
 * Makes one function out of calls that are cheaper together: those made while an earlier run is in progress
 * are the next run's. Each call gets the answer at its place.
 */
export function microBatch<Item, Answer>(
  run: (items: Item[]) => Promise<readonly Answer[]>,
): (item: Item) => Promise<Answer> {
  let waiting: { item: Item; resolve(answer: Answer): void; reject(error: unknown): void }[] = [];
  let isRunning = false;
  const go = async () => {
    isRunning = true;
    // One turn of the loop, so that calls made together start together.
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
