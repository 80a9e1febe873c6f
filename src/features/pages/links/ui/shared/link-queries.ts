import { queryOptions } from "@tanstack/react-query";
import { linksContract } from "#src/features/pages/links/contract.ts";
import { clientFor } from "#src/kit/api.ts";

export const linksApi = clientFor("links", linksContract);

export function linkNamesQuery() {
  return queryOptions(linksApi.names.queryOptions());
}

export function linksQuery(profileId: string) {
  return queryOptions(linksApi.list.queryOptions({ input: { profile_id: profileId } }));
}
