import type { Platform } from "#src/platform/context.ts";
import { stableUntil } from "#src/platform/db/visibility-horizon.ts";
import { type EventKind, type FeedCursor, type FeedRange, listVisitorEventRows } from "./event-feed-store.ts";

interface Reading extends Omit<FeedRange, "before"> {
  /** The clock difference to allow between nodes. A few seconds by default. */
  lagMs?: number;
}

/**
 * Lists a profile's clicks or views after `after`, in order of time. Events that a batch in progress could
 * still precede are left for the next call, so that readers who continue from `next` get each one exactly
 * once.
 */
export async function listVisitorEvents<Kind extends EventKind>(
  platform: Platform,
  kind: Kind,
  { lagMs, ...range }: Reading,
) {
  const before = (await stableUntil(platform, lagMs)).toISOString();
  const items = await listVisitorEventRows(platform.db, kind, { ...range, before });
  const last = items.at(-1);
  if (!last) return { items, next: range.after };
  const next: FeedCursor = { at: "clicked_at" in last ? last.clicked_at : last.viewed_at, id: last.id };
  return { items, next };
}
