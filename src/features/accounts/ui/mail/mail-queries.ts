import { keepPreviousData } from "@tanstack/react-query";
import { accountsApi } from "../shared/account-queries.ts";

/**
 * An e-mail's state changes while the founder watches, and new ones arrive while they wait in another tab.
 */
export const LOOK_AGAIN_MS = 5_000;

/** What was e-mailed to addresses that contain `q`. While new results load, the old ones stay. */
export function mailQuery(q: string) {
  return accountsApi.listMail.infiniteOptions({
    input: (cursor: string | undefined) => ({ q: q || undefined, cursor }),
    initialPageParam: undefined,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_AGAIN_MS,
  });
}
