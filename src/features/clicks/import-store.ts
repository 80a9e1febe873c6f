import { sql } from "drizzle-orm";
import type { Db } from "#src/platform/db/database.ts";
import { eventColumns, type RecordedEvent } from "./record-store.ts";

export type PastEvent = RecordedEvent & {
  /** When it happened, in milliseconds. */
  at: number;
};

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

/** Stores past events and adds the clicks to their links. IDs that are already there are left out. */
export async function insertEvents(db: Db, batch: readonly PastEvent[]): Promise<void> {
  const columns = [
    ...eventColumns(batch),
    `{${batch.map(({ at }) => new Date(at).toISOString()).join(",")}}`,
  ];
  const lists = columns.map((column, index) => sql`${column}::${sql.raw(TYPES[index] ?? "text")}[]`);
  await db.execute(sql`
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
    where links.id = c.link_id`);
}
