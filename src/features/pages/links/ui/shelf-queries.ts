/* Apart from `shared/link-queries.ts`, so that the list of links doesn't load it first. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { linkBulkContract } from "#src/features/pages/links/bulk/bulk-contract.ts";
import {
  type LinkFilterInput,
  linkSearchContract,
} from "#src/features/pages/links/search/search-contract.ts";
import { clientFor } from "#src/kit/api.ts";

export const shelfApi = clientFor("links", { ...linkSearchContract, ...linkBulkContract });

/** As on the page, where there's one. */
const IN_ORDER = { sort: "position", order: "asc" } as const;

/** What's found, page by page. While new links load, the old ones stay. */
export function foundLinksQuery(filter: LinkFilterInput) {
  return shelfApi.search.infiniteOptions({
    input: (cursor: string | undefined) => ({ ...filter, ...(filter.profile_id && IN_ORDER), cursor }),
    initialPageParam: undefined,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  });
}

/** The tags and folders there are, for fields that suggest them. */
export function linkLabelsQuery() {
  return queryOptions(shelfApi.labels.queryOptions());
}

/** What can still be undone. */
export function linkChangesQuery() {
  return queryOptions(shelfApi.changes.queryOptions());
}
