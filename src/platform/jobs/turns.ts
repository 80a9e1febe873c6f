/** What an account queues at once before its further jobs let others' go first, and how much more in each second. */
const BURST = 50;
const PER_SECOND = 20;
/** Accounts that are remembered. Those that have been quiet are dropped first. */
const ACCOUNTS_MAX = 10_000;
/** Each is for ten times as many jobs, so that who queues a lot goes before who queues far more. */
const LOWEST = -4;

/**
 * Whose turn it is, in queues without a limit for each account: a job of one that has queued a lot lately comes after
 * others', however old it is. Where nobody else waits, it makes no difference.
 */
export class Turns {
  readonly #queued = new Map<string, { jobs: number; at: number }>();

  /** Counts a job, and returns its priority: 0, or less for more. `now` is in milliseconds. */
  next(group: string, now: number): number {
    const before = this.#queued.get(group);
    const jobs = before === undefined ? 1 : 1 + left(before, now);
    this.#queued.set(group, { jobs, at: now });
    if (this.#queued.size > ACCOUNTS_MAX) this.#forgetQuiet(now);
    return jobs <= BURST ? 0 : Math.max(LOWEST, -1 - Math.floor(Math.log10(jobs / BURST)));
  }

  #forgetQuiet(now: number): void {
    for (const [group, known] of this.#queued) if (left(known, now) === 0) this.#queued.delete(group);
    if (this.#queued.size > ACCOUNTS_MAX) this.#queued.clear();
  }
}

function left({ jobs, at }: { jobs: number; at: number }, now: number): number {
  return Math.max(0, jobs - ((now - at) / 1000) * PER_SECOND);
}
