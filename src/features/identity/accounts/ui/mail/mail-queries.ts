import { keepPreviousData } from "@tanstack/react-query";
import { mailContract } from "#src/features/identity/accounts/mail-contract.ts";
import { clientFor } from "#src/kit/api.ts";

export const mailApi = clientFor("accounts", mailContract);

/**
 * An e-mail's state changes while the founder watches, and new ones arrive while they wait in another tab.
 */
export const MAIL_POLL_MS = 5_000;

/** Sent e-mail to addresses that contain `q`. While new results load, the old ones stay. */
export function mailQuery(q: string) {
  return mailApi.listMail.infiniteOptions({
    input: (cursor: string | undefined) => ({ q: q || undefined, cursor }),
    initialPageParam: undefined,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
    refetchInterval: MAIL_POLL_MS,
  });
}
