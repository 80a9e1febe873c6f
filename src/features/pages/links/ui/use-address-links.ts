import type { NotAdded } from "#src/features/pages/links/address-contract.ts";
import { readAddress } from "#src/features/pages/links/address-rules.ts";
import type { Link } from "#src/features/pages/links/contract.ts";
import { apiErrorOf, errorMessage } from "#src/kit/api-error.ts";
import { newId } from "#src/kit/new-id.ts";
import { addressApi } from "./address-queries.ts";
import { newLink } from "./new-link.ts";
import { useFillIn } from "./use-fill-in.ts";
import { useLinkCache } from "./use-link-cache.ts";

export type NotAddedLine = Pick<NotAdded, "address" | "message">;

/** One request takes this many addresses. */
const BATCH = 100;

/**
 * Adds links by their addresses. They're in the list and in the preview before the server has them, and their pages'
 * titles and pictures follow.
 */
export function useAddressLinks(profileId: string) {
  const cache = useLinkCache(profileId);
  const fillIn = useFillIn(profileId);
  return async (lines: readonly string[], onAdded: (left: NotAddedLine[]) => void): Promise<void> => {
    const addresses = lines.map((address) => ({ id: newId(), address }));
    await cache.hold();
    for (const { id, address } of addresses) {
      const reading = readAddress(address);
      if (!reading.ok) continue;
      const { url, title, icon } = reading.read;
      cache.keep({ ...newLink(profileId, id), url, title, icon });
    }
    const { items, left } = await create(profileId, addresses);
    const kept = new Set(items.map(({ id }) => id));
    for (const { id } of addresses) if (!kept.has(id)) cache.drop(id);
    for (const link of items) cache.keep(link);
    cache.refresh();
    onAdded(left);
    await fillIn(items);
  };
}

async function create(profile_id: string, addresses: readonly { id: string; address: string }[]) {
  const items: Link[] = [];
  const left: NotAddedLine[] = [];
  for (let at = 0; at < addresses.length; at += BATCH) {
    const part = addresses.slice(at, at + BATCH);
    try {
      const added = await addressApi.createFromAddresses.call({ profile_id, addresses: part });
      items.push(...added.items);
      left.push(...added.not_added);
    } catch (error) {
      if (apiErrorOf(error)?.status === 401) throw error;
      const message = errorMessage(error, "This couldn’t be saved. Try again.");
      left.push(...part.map(({ address }) => ({ address, message })));
    }
  }
  return { items, left };
}
