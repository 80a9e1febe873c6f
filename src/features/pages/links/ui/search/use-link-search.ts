import { useNavigate, useSearch } from "@tanstack/react-router";
import type { LinkFilterInput } from "#src/features/pages/links/search/search-contract.ts";
import { PATHS } from "#src/lib/paths.ts";

export interface Finding {
  q: string | undefined;
  /** True for only the selected page. */
  isOnPage: boolean;
  isPicking: boolean;
}

/** What the URL says to find, and changes of that. */
export function useLinkSearch(profileId: string) {
  const { q, on, pick, create, edit } = useSearch({ from: `/shell${PATHS.links}` });
  const navigate = useNavigate({ from: PATHS.links });
  // A form that's open comes first: a search that's typed now would throw away what's in it.
  const isEditing = (create ?? edit) !== undefined;
  const isFinding = !isEditing && (q ?? pick) !== undefined;
  const finding: Finding = { q, isOnPage: on === "page", isPicking: pick === "yes" };
  const filter: LinkFilterInput = { q, profile_id: on === "page" ? profileId : undefined };
  const find = (changed: Partial<Finding>) => {
    const { q, isOnPage, isPicking } = { ...finding, ...changed };
    return navigate({
      search: (search) => ({
        ...search,
        q: q || undefined,
        on: isOnPage ? "page" : undefined,
        pick: isPicking ? "yes" : undefined,
      }),
      // Each letter isn't a step to go back to, and the first one is.
      replace: finding.q !== undefined && changed.isPicking === undefined,
      resetScroll: false,
    });
  };
  return { finding, filter, find, isFinding, isEditing };
}
