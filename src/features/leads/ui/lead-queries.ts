import { keepPreviousData } from "@tanstack/react-query";
import { clientFor } from "#src/kit/api.ts";
import { leadsContract } from "../contract.ts";

export const leadsApi = clientFor("leads", leadsContract);

export interface LeadFilter {
  profile_id?: string | undefined;
  q?: string | undefined;
}

/** The leads that match, page by page. While others load, the last ones stay. */
export function leadsQuery(filter: LeadFilter) {
  return leadsApi.list.infiniteOptions({
    input: (cursor: string | undefined) => ({ ...filter, cursor }),
    initialPageParam: undefined,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  });
}

/** Downloads all that match. */
export function exportHref({ profile_id, q }: LeadFilter): string {
  const query = new URLSearchParams({ ...(profile_id && { profile_id }), ...(q && { q }) }).toString();
  return `/api/v1/leads/export${query === "" ? "" : `?${query}`}`;
}
