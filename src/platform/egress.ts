import type { OperationType } from "#src/lib/operation-types.ts";

export interface EgressAmount {
  transferred?: number;
  saved?: number;
  /** Defaults to 1. */
  count?: number;
}

export type EgressFigures = Record<"transferred" | "saved" | "count", number>;
export type AccountEgress = Partial<Record<OperationType, EgressFigures>>;

/**
 * Counts, in memory, the work of serving accounts. Code that does such work calls `note`; the `bandwidth`
 * slice stores the totals.
 */
export class Egress {
  readonly #collectors: (() => void)[] = [];
  #accounts = new Map<string, AccountEgress>();
  #unknown = 0;

  /** Adds to an account's figures. Work that belongs to no known account is only counted (spec §7). */
  note(
    account: string | undefined,
    type: OperationType,
    { transferred = 0, saved = 0, count = 1 }: EgressAmount,
  ): void {
    if (!account) {
      this.#unknown += count;
      return;
    }
    const figures: AccountEgress = this.#accounts.get(account) ?? {};
    this.#accounts.set(account, figures);
    figures[type] ??= { transferred: 0, saved: 0, count: 0 };
    figures[type].transferred += transferred;
    figures[type].saved += saved;
    figures[type].count += count;
  }

  /** Calls `collect` before each `take`, for figures gathered elsewhere. */
  onCollect(collect: () => void): void {
    this.#collectors.push(collect);
  }

  /** Returns all figures since the last call, and how much work belonged to no account. */
  take(): { accounts: Map<string, AccountEgress>; unknown: number } {
    for (const collect of this.#collectors) collect();
    const taken = { accounts: this.#accounts, unknown: this.#unknown };
    this.#accounts = new Map();
    this.#unknown = 0;
    return taken;
  }
}
