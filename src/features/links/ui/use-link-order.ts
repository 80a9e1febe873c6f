import { useMutation } from "@tanstack/react-query";
import type { Link } from "#src/features/links/contract.ts";
import { toastError } from "#src/kit/toasts.tsx";
import { linksApi } from "./shared/link-queries.ts";
import { useLinkCache } from "./use-link-cache.ts";

/** Reorders the links right away, and puts them back if the server refuses. */
export function useLinkOrder(profileId: string) {
  const cache = useLinkCache(profileId);
  const order = useMutation(
    linksApi.order.mutationOptions({
      // One at a time, so that the last order sent wins.
      scope: { id: `order-${profileId}` },
      onError: (error) => {
        toastError(error, "The order couldn’t be saved. Try again.");
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
