/*
 * Past events, from another service or made up for the demo. The recorder takes in new events and counts as
 * it stores; here everything is stored first and counted once.
 */
import { type SQL, sql } from "drizzle-orm";
import type { Platform } from "#src/platform/context.ts";
import { eventColumns, type RecordedEvent } from "./record-statement.ts";
import { rebuildRollups } from "./rollups.ts";
import { clicksRecorded } from "./signals.ts";

export type PastEvent = RecordedEvent & {
  /** When it happened, in milliseconds. */
  at: number;
};

const BATCH_ROWS = 2000;
/** The types of an event's columns, and of its time. */
const TYPES = [
  "uuid",
  "uuid",
  "uuid",
  ...Array<string>(12).fill("text"),
  "bool",
  "bool",
  "text",
  "text",
  "timestamptz",
];
const COLUMNS = sql.raw(`id, profile_id, user_id, session_id, user_agent, referrer, referrer_host,
  country, region, city, device_type, browser, os, app, is_bot, is_suspected`);

/** Stores and counts a profile's past events in the caller's transaction; IDs that are already there count once. */
export async function importEvents(
  ctx: Platform,
  profileId: string,
  events: readonly PastEvent[],
): Promise<void> {
  if (events.length === 0) return;
  let [from, to] = [Number.POSITIVE_INFINITY, 0];
  for (let start = 0; start < events.length; start += BATCH_ROWS) {
    const batch = events.slice(start, start + BATCH_ROWS);
    for (const { at } of batch) [from, to] = [Math.min(from, at), Math.max(to, at + 1)];
    await ctx.db.execute(importStatement(batch));
  }
  await rebuildRollups(ctx.db, profileId, { from: new Date(from), to: new Date(to) });
  await ctx.invalidate(clicksRecorded, { profile_ids: [profileId] });
}

function importStatement(batch: readonly PastEvent[]): SQL {
  const columns = [
    ...eventColumns(batch),
    `{${batch.map(({ at }) => new Date(at).toISOString()).join(",")}}`,
  ];
  const lists = columns.map((column, index) => sql`${column}::${sql.raw(TYPES[index] ?? "text")}[]`);
  return sql`
    with events as materialized (
      select * from unnest(${sql.join(lists, sql`, `)})
      as e (id, link_id, profile_id, user_id, session_id, user_agent, referrer, referrer_host,
        country, region, city, device_type, browser, os, app, is_bot, is_suspected, variant, visitor, happened_at)
    ), views as (
      insert into page_views (${COLUMNS}, visitor, viewed_at)
      select ${COLUMNS}, visitor, happened_at from events where link_id is null
      on conflict (profile_id, id) do nothing
    ), clicks as (
      insert into link_analytics (${COLUMNS}, link_id, variant, clicked_at)
      select ${COLUMNS}, link_id, variant, happened_at from events where link_id is not null
      on conflict (profile_id, id) do nothing
      returning link_id, is_bot, is_suspected
    )
    update links set click_count = click_count + c.clicks
    from (select link_id, count(*) as clicks from clicks where not is_bot and not is_suspected group by link_id) as c
    where links.id = c.link_id`;
}
