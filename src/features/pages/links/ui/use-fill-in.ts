import type { DetailFields } from "#src/features/pages/links/address-contract.ts";
import type { Link } from "#src/features/pages/links/contract.ts";
import { plural } from "#src/kit/plural.ts";
import { toastUndo } from "#src/kit/toasts.tsx";
import { addressApi } from "./address-queries.ts";
import { linksApi } from "./shared/link-queries.ts";
import { useLinkCache } from "./use-link-cache.ts";

/** Pages are read this many at a time. */
const AT_ONCE = 4;

interface Filled {
  link: Link;
  before: DetailFields;
}

/** Fills in new links from the pages that they lead to, which one tap undoes. */
export function useFillIn(profileId: string) {
  const cache = useLinkCache(profileId);

  const undo = async (filled: readonly Filled[]) => {
    for (const { link, before } of filled) {
      // A link that was edited since stays as it is.
      const { id, updated_at } = link;
      const saved = await linksApi.update.call({ id, updated_at, ...before }).catch(() => undefined);
      if (saved) cache.keep(saved);
    }
    cache.refresh();
  };

  return async (links: readonly Link[]): Promise<void> => {
    const waiting = links.filter(({ url }) => /^https?:/.test(url));
    const filled: Filled[] = [];
    const work = async () => {
      for (let link = waiting.shift(); link; link = waiting.shift()) {
        // A page that can't be read leaves the link as it is.
        const found = await addressApi.fillIn.call({ id: link.id }).catch(() => undefined);
        if (!found?.before) continue;
        cache.keep(found.link);
        filled.push({ link: found.link, before: found.before });
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    if (filled.length > 0)
      toastUndo(`${plural(filled.length, "link")} filled in from the web`, () => void undo(filled));
  };
}
