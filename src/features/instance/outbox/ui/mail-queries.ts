import { keepPreviousData } from "@tanstack/react-query";
import { clientFor } from "#src/kit/api.ts";
import { outboxContract } from "../contract.ts";

export const mailApi = clientFor("outbox", outboxContract);

/** An e-mail's state changes while the founder watches, and new ones arrive, too. */
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
