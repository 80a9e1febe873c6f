import { receiverName } from "#src/features/email/sending-accounts/limits/provider-throttle-rules.ts";

/** The most seed addresses of an account. */
export const SEEDS_MAX = 20;
/** An e-mail that isn't there after that long is missing. */
export const LOOKED_FOR_MINUTES = 15;
/** Tests that are listed, and kept. */
export const TESTS_KEPT = 50;

/**
 * `pending` isn't sent yet, `sent` isn't found yet. The others are ends: `failed` says in words why the test says
 * nothing about this address.
 */
export const SEED_STATES = ["pending", "sent", "inbox", "spam", "missing", "failed"] as const;
export type SeedState = (typeof SEED_STATES)[number];

/** True if a login is the address's own: it's the address, or its first part at the domain's own server. */
export function isMailboxOf({
  address,
  username,
  host,
}: {
  address: string;
  username: string;
  host: string;
}) {
  const name = username.trim().toLowerCase();
  const [local = "", domain = ""] = address.split("@");
  return name === address || (name === local && `.${host.toLowerCase()}`.endsWith(`.${domain}`));
}

export const isOver = (state: SeedState) => state !== "pending" && state !== "sent";

interface Result {
  address: string;
  state: SeedState;
}

/** Where the e-mail of these results was, by who receives for the addresses. */
export interface ProviderShare {
  provider: string;
  inbox: number;
  spam: number;
  missing: number;
}

export function sharesOf(results: readonly Result[]): ProviderShare[] {
  const shares = new Map<string, ProviderShare>();
  for (const { address, state } of results) {
    if (state !== "inbox" && state !== "spam" && state !== "missing") continue;
    const provider = receiverName(address.slice(address.lastIndexOf("@") + 1));
    const share = shares.get(provider) ?? { provider, inbox: 0, spam: 0, missing: 0 };
    shares.set(provider, { ...share, [state]: share[state] + 1 });
  }
  return [...shares.values()].sort((a, b) => (a.provider < b.provider ? -1 : 1));
}
