import { keepPreviousData, useQueryClient } from "@tanstack/react-query";
import { helpRequestsContract, type RequestQuery } from "#src/features/public/help-requests/contract.ts";
import { clientFor } from "#src/kit/api.ts";

export const requestsApi = clientFor("helpRequests", helpRequestsContract);

export interface RequestSearch {
  request?: string;
  q?: string;
  state?: string;
  assignee?: string;
}

export function requestListOptions({ q, state, assignee }: RequestSearch) {
  const filter = { q, state, assignee } as unknown as Partial<RequestQuery>;
  return requestsApi.list.infiniteOptions({
    input: (cursor: string | undefined) => ({ ...filter, cursor }),
    initialPageParam: undefined,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
}

/** Loads everything about requests again. */
export function useRequestsRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: requestsApi.key() });
}
