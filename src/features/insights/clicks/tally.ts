import { siteOf, UNRECORDED } from "#src/lib/referrers.ts";
import type { RecordedEvent, TallyRow } from "./record-store.ts";
import { GEO_UNKNOWN } from "./rules.ts";
import { sourceHost } from "./user-agent.ts";

const UNKNOWN_CLIENT = "unknown|unknown|unknown|";

/**
 * Adds up events that leave no row (`token-bucket.ts`). Their keys are few, whatever programs invent: the
 * link, the country, and, unless they're suspected, the kind of device and well-known sites.
 */
export function tally(events: readonly RecordedEvent[]): TallyRow[] {
  const rows = new Map<string, TallyRow>();
  for (const event of events) {
    const { profile_id, client, is_suspected = false } = event;
    const { is_bot } = client;
    const counts = "link_id" in event ? { views: 0, clicks: 1 } : { views: 1, clicks: 0 };
    for (const [dimension, key] of keysOf(event)) {
      const name = `${profile_id} ${is_bot} ${is_suspected} ${dimension} ${key}`;
      const row = rows.get(name);
      if (row) {
        row.views += counts.views;
        row.clicks += counts.clicks;
      } else rows.set(name, { profile_id, is_bot, is_suspected, dimension, key, ...counts });
    }
  }
  return [...rows.values()];
}

function keysOf(event: RecordedEvent): [dimension: string, key: string][] {
  const { client, place, is_suspected } = event;
  const isOrdinary = !is_suspected && !client.is_bot;
  const keys: [string, string][] = [
    ["total", ""],
    ["place", `${place.country || GEO_UNKNOWN}||`],
    ["client", isOrdinary ? `${client.device_type}|unknown|unknown|` : UNKNOWN_CLIENT],
    ["referrer", isOrdinary ? siteOrElse(sourceHost(event)) : UNRECORDED],
  ];
  if (isOrdinary) keys.push(["unlisted", ""]);
  if (!("link_id" in event)) return keys;
  keys.push(["link", event.link_id]);
  if (isOrdinary && event.variant !== undefined) keys.push(["variant", `${event.variant}|${event.link_id}`]);
  return keys;
}

function siteOrElse(host: string): string {
  const { key, label } = siteOf(host);
  return label === host ? UNRECORDED : key;
}
