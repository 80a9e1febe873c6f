import { queryOptions } from "@tanstack/react-query";
import { linkBulkContract } from "#src/features/pages/links/bulk/bulk-contract.ts";
import { linksContract } from "#src/features/pages/links/contract.ts";
import { linkSearchContract } from "#src/features/pages/links/search/search-contract.ts";
import { clientFor } from "#src/kit/api.ts";

export const linksApi = clientFor("links", { ...linksContract, ...linkSearchContract, ...linkBulkContract });

export function linkNamesQuery() {
  return queryOptions(linksApi.names.queryOptions());
}

/** The tags and folders there are, for fields that suggest them. */
export function linkLabelsQuery() {
  return queryOptions(linksApi.labels.queryOptions());
}

export function linksQuery(profileId: string) {
  return queryOptions(linksApi.list.queryOptions({ input: { profile_id: profileId } }));
}
