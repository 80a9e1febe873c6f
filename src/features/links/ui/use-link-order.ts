import { useMutation } from "@tanstack/react-query";
import type { Link } from "#src/features/links/contract.ts";
import { tellError } from "#src/kit/notices.tsx";
import { linksApi } from "./shared/link-queries.ts";
import { useLinkCache } from "./use-link-cache.ts";

/** Puts the links in a new order at once, and back when the server refuses it. */
export function useLinkOrder(profileId: string) {
  const cache = useLinkCache(profileId);
  const order = useMutation(
    linksApi.order.mutationOptions({
      // One after the other, so that the last order sent is the one that stays.
      scope: { id: `order-${profileId}` },
      onError: (error) => {
        tellError(error, "The order could not be saved. Please try again.");
        cache.refresh();
      },
    }),
  );
  return async (links: Link[]) => {
    await cache.hold();
    const before = cache.read();
    cache.change(() => links);
    order.mutate(
      { profile_id: profileId, ids: links.map((link) => link.id) },
      { onError: () => cache.change(() => before) },
    );
  };
}
