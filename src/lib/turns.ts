/** Thrown by `take` when too many are waiting already. */
export class TooManyWaiting extends Error {}

/**
 * One piece of work after the other, so that a burst of heavy ones leaves the process free for everything else. At most
 * `waitingMax` wait; whoever comes then is refused at once.
 */
export class Turns {
  readonly #waitingMax: number;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  constructor(waitingMax: number) {
    this.#waitingMax = waitingMax;
  }

  /** Does `work` when it is its turn, and answers what it answers. */
  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#waiting >= this.#waitingMax) throw new TooManyWaiting();
    this.#waiting++;
    const result = this.#last.then(work);
    this.#last = result.catch(() => undefined);
    return result.finally(() => void this.#waiting--);
  }
}
