import { TooManyWaiting } from "./turns.ts";

interface Room {
  /** How many pieces of work are done side by side. */
  workers: number;
  /** How many may wait in all. */
  waitingMax: number;
  /** How many may wait of one account. */
  waitingPerAccountMax: number;
}

/** Thrown by `take` when one account has too many waiting, while others may still come. */
export class TooManyOfYours extends TooManyWaiting {}

/**
 * Work of many accounts, a few pieces at a time. Accounts take turns, so that one that brings a lot waits for itself and
 * nobody else does. Whoever finds no room is refused at once.
 */
export class FairQueue {
  readonly #room: Room;
  /** Accounts with waiting work; the first one is next and then goes to the end. */
  readonly #waiting = new Map<string, (() => void)[]>();
  #waitingCount = 0;
  #working = 0;

  constructor(room: Room) {
    this.#room = room;
  }

  /** Does `work` when it is `account`'s turn, and answers what it answers. */
  async take<T>(account: string, work: () => Promise<T>): Promise<T> {
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
    if (own.length >= this.#room.waitingPerAccountMax) throw new TooManyOfYours();
    if (this.#waitingCount >= this.#room.waitingMax) throw new TooManyWaiting();
    this.#waitingCount++;
    this.#waiting.set(account, own);
    return new Promise((start) => void own.push(start));
  }

  /** Hands the worker's place to whoever is next. */
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
