import type { NamedAccount } from "#src/kit/active-account.ts";

const KEY = "fanfare.account";

/** Someone else's account that a person has worked in. */
interface LastAccount extends NamedAccount {
  /** The person it belongs to, because browsers are shared. */
  person: string;
}

/** Returns someone else's account that this browser last worked in, or undefined. */
export function lastAccount(): LastAccount | undefined {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

export function saveLastAccount(account: LastAccount | undefined): void {
  try {
    if (account) localStorage.setItem(KEY, JSON.stringify(account));
    else localStorage.removeItem(KEY);
  } catch {
    // Without storage, nobody learns why they're back in their own account.
  }
}
