import { infiniteQueryOptions } from "@tanstack/react-query";
import { notificationsContract } from "#src/features/notifications/contract.ts";
import { clientFor } from "#src/kit/api.ts";

export const inboxApi = clientFor("notifications", notificationsContract);

/** The newest notifications, and how many are unread. */
export function inboxQuery() {
  return infiniteQueryOptions(
    inboxApi.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ cursor }),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.next,
    }),
  );
}
