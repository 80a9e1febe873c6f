import { useDocumentVisibility, useNetwork } from "@mantine/hooks";
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { UNREAD_MAX } from "#src/features/reach/notifications/rules.ts";
import { followStream, throttled } from "#src/kit/event-stream.ts";
import { notificationsApi, notificationsQuery } from "./notification-queries.ts";
import classes from "./UnreadBadge.module.css";

/** The minimum time between two reads of the notifications. */
const READ_EVERY_MS = 500;

interface UnreadBadgeProps {
  /** The text on the bell: "3", "99+", or nothing. */
  onCount: (count: string) => void;
}

/** Keeps the number of unread notifications up to date while it's visible. */
export function UnreadBadge({ onCount }: UnreadBadgeProps) {
  // Waits for the stream to open, so that nothing is missed in between.
  const isFollowing = useNotificationUpdates();
  const { data } = useInfiniteQuery({ ...notificationsQuery(), enabled: isFollowing });
  const unread = data?.pages[0]?.unread ?? 0;
  const count = unread > UNREAD_MAX ? `${UNREAD_MAX}+` : unread > 0 ? String(unread) : "";
  useEffect(() => onCount(count), [onCount, count]);
  return count !== "" && <span className={classes.count}>{count}</span>;
}

/** Reloads the notifications when there's news. True once the stream was open, or couldn't be opened. */
function useNotificationUpdates(): boolean {
  const queries = useQueryClient();
  const visible = useDocumentVisibility() === "visible";
  const { online } = useNetwork();
  const [wasTried, setTried] = useState(false);
  useEffect(() => {
    if (!visible || !online) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    const leave = () => leaving.abort();
    const read = () => queries.refetchQueries({ queryKey: notificationsQuery().queryKey, type: "active" });
    void followStream({
      open: async (stopped) =>
        untilClosed(await notificationsApi.stream.call(undefined, { signal: stopped }), leave),
      onState: () => setTried(true),
      onNews: throttled(read, { gapMs: READ_EVERY_MS, signal }),
      signal,
    });
    return leave;
  }, [queries, visible, online]);
  return wasTried;
}

type News = Awaited<ReturnType<typeof notificationsApi.stream.call>>;

/** Once the server reports that the session is over, reconnecting is no use. */
async function* untilClosed(news: News, close: () => void) {
  for await (const { type } of news) {
    if (type === "closed") return close();
    yield type;
  }
}
