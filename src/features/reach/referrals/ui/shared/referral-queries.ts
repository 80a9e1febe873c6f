import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { referralsContract } from "#src/features/reach/referrals/contract.ts";
import { clientFor } from "#src/kit/api.ts";
import { STANDING_KEY } from "./standing-key.ts";

export const referralsApi = clientFor("referrals", referralsContract);

const STANDING_FRESH_MS = 10 * 60_000;

/** The person's referral, and whether the popup is due. Nothing to show if it can't be loaded. */
export function standingQuery() {
  return queryOptions({
    queryKey: STANDING_KEY,
    queryFn: () => referralsApi.standing.call(),
    staleTime: STANDING_FRESH_MS,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: false,
  });
}

/** The account's link and figures, with as many pages of its referrals as were requested. */
export function programQuery() {
  return referralsApi.get.infiniteOptions({
    input: (cursor: string | undefined) => ({ cursor }),
    initialPageParam: undefined,
    getNextPageParam: ({ next }) => next,
  });
}

export function useProgramRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: referralsApi.get.key() });
}
