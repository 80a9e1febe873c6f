import { useSyncExternalStore } from "react";
import { inAccount } from "#src/lib/paths.ts";

/*
 * The account that this tab works in. All tabs share a session, which remembers one account for new tabs. An
 * open tab's requests name their account, so that a switch in another tab sends nothing to the wrong one.
 */

/** An account: its owner's user id and name. */
export interface NamedAccount {
  id: string;
  name: string;
}

interface ActiveAccount {
  /**
   * Undefined until it's known who is signed in. Until then, requests go to the account that the session
   * remembers.
   */
  account: string | undefined;
  /** The account that another tab has switched to. */
  elsewhere: NamedAccount | undefined;
  /** Set once the server reports that this person has lost access. */
  isOver: boolean;
}

const NOWHERE: ActiveAccount = { account: undefined, elsewhere: undefined, isOver: false };
let place = NOWHERE;
const listeners = new Set<() => void>();

function change(changes: Partial<ActiveAccount>): void {
  place = { ...place, ...changes };
  for (const listener of listeners) listener();
}

const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel("fanfare.account") : undefined;
channel?.addEventListener("message", ({ data }: MessageEvent<NamedAccount>) => {
  if (place.account) change({ elsewhere: data.id === place.account ? undefined : data });
});

/** Makes this tab work in an account. Undefined means the one that the session remembers. */
export function setActiveAccount(account: string | undefined): void {
  if (account !== place.account) change({ ...NOWHERE, account });
}

/** Informs the other tabs of the account that this one has switched to. */
export function broadcastActiveAccount(account: NamedAccount): void {
  channel?.postMessage(account);
}

/** Called when the server has removed this person from the account. */
export function closeActiveAccount(): void {
  change({ isOver: true });
}

/** Returns the header that names a request's account: this tab's, or another one. */
export function accountHeaders(account = place.account): Record<string, string> {
  return account === undefined ? {} : { "x-account": account };
}

/** Returns a download's URL including its account, because a link sends no header. */
export function forAccount(href: string): string {
  if (place.account === undefined) return href;
  return inAccount(href, place.account);
}

export function useActiveAccount(): ActiveAccount {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => place,
  );
}
