import { infiniteQueryOptions } from "@tanstack/react-query";
import { notificationsContract } from "#src/features/reach/notifications/contract.ts";
import { clientFor } from "#src/kit/api.ts";

export const notificationsApi = clientFor("notifications", notificationsContract);

/** The newest notifications, and the number of unread ones. */
export function notificationsQuery() {
  return infiniteQueryOptions(
    notificationsApi.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ cursor }),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.next,
    }),
  );
}
