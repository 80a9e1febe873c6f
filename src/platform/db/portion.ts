/** How long one transaction should take: others wait for what it locks, and a kill undoes it. */
const TARGET_MS = 500;
const FEWEST = 5;

/**
 * How much one transaction takes on. It begins with little and grows while that's quick, so that on a slow machine, too, a
 * transaction neither blocks others for long nor is so long that none ends between two kills.
 */
export class Portion {
  readonly #most: number;
  #rows: number;

  constructor({ first, most }: { first: number; most: number }) {
    this.#most = most;
    this.#rows = Math.min(first, most);
  }

  get rows(): number {
    return this.#rows;
  }

  /** Says how long a transaction took, and how much it took on. */
  took(milliseconds: number, rows: number): void {
    if (milliseconds > TARGET_MS) this.#rows = Math.max(FEWEST, Math.floor(this.#rows / 2));
    else if (milliseconds < TARGET_MS / 3 && rows >= this.#rows)
      this.#rows = Math.min(this.#most, this.#rows * 2);
  }
}
