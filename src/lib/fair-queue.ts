export class QueueFull extends Error {}

interface Room {
  workers: number;
  waitingMax: number;
  /** Defaults to `waitingMax`. */
  waitingPerAccountMax?: number;
}

/** Thrown when one account has too much work waiting, while others still have room. */
export class TenantQueueFull extends QueueFull {}

/**
 * Runs work for many accounts, a few pieces at a time. Accounts take turns, so an account with a lot of work
 * delays only itself. Work that finds the queue full is rejected right away.
 */
export class FairQueue {
  readonly #room: Room;
  /** The first account is served next and then moves to the end. */
  readonly #waiting = new Map<string, (() => void)[]>();
  #waitingCount = 0;
  #working = 0;

  constructor(room: Room) {
    this.#room = room;
  }

  /** Runs `work` when it's `account`'s turn and returns its result. */
  async run<T>(account: string, work: () => Promise<T>): Promise<T> {
    if (this.#working < this.#room.workers) this.#working++;
    else await this.#wait(account);
    try {
      return await work();
    } finally {
      this.#passOn();
    }
  }

  #wait(account: string): Promise<void> {
    const own = this.#waiting.get(account) ?? [];
    if (own.length >= (this.#room.waitingPerAccountMax ?? Infinity)) throw new TenantQueueFull();
    if (this.#waitingCount >= this.#room.waitingMax) throw new QueueFull();
    this.#waitingCount++;
    this.#waiting.set(account, own);
    return new Promise((start) => void own.push(start));
  }

  #passOn(): void {
    const [next] = this.#waiting;
    if (!next) {
      this.#working--;
      return;
    }
    const [account, own] = next;
    const start = own.shift();
    this.#waitingCount--;
    this.#waiting.delete(account);
    if (own.length > 0) this.#waiting.set(account, own);
    start?.();
  }
}
