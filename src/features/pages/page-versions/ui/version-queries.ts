import { queryOptions } from "@tanstack/react-query";
import { pageVersionsContract } from "#src/features/pages/page-versions/contract.ts";
import { clientFor } from "#src/kit/api.ts";

export const pageVersionsApi = clientFor("pageVersions", pageVersionsContract);

export function pageVersionsQuery(profile_id: string) {
  // A change becomes a version by itself, minutes later.
  return queryOptions({ ...pageVersionsApi.list.queryOptions({ input: { profile_id } }), staleTime: 0 });
}

export function pageVersionQuery(profile_id: string, version_id: string) {
  return queryOptions({
    ...pageVersionsApi.get.queryOptions({ input: { profile_id, version_id } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
