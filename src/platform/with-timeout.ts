/**
 * Returns the result of `work`, or `late` if it takes longer than `ms`. The work itself continues, and its
 * result is ignored.
 */
export async function withTimeout<T>(ms: number, work: Promise<T>, late: T): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const deadline = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(late), ms);
  });
  work.catch(() => undefined);
  try {
    return await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
