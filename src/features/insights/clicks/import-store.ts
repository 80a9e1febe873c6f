import { sql } from "drizzle-orm";
import type { Db } from "#src/platform/db/database.ts";
import {
  EVENT_NAMES,
  EVENT_TYPES,
  eventColumns,
  type RecordedEvent,
  ROW_NAMES,
  textColumns,
} from "./record-store.ts";
import type { VisitText } from "./visit-texts.ts";

export type PastEvent = RecordedEvent & {
  /** The event's time, in milliseconds. */
  at: number;
};

const TEXT_TYPES = ["uuid", "bigint", "text"];

/** Stores past events and adds the clicks to their links. Existing ids are skipped. */
export async function insertEvents(
  db: Db,
  batch: readonly PastEvent[],
  texts: readonly VisitText[],
): Promise<void> {
  const times = `{${batch.map(({ at }) => new Date(at).toISOString()).join(",")}}`;
  const lists = (columns: readonly string[], types: readonly string[]) =>
    sql.join(
      columns.map((column, index) => sql`${column}::${sql.raw(types[index] ?? "")}[]`),
      sql`, `,
    );
  const names = sql.raw(EVENT_NAMES);
  const columns = sql.raw(ROW_NAMES);
  await db.execute(sql`
    with events as materialized (
      select * from unnest(${lists([...eventColumns(batch), times], [...EVENT_TYPES, "timestamptz"])})
      as e (${names}, happened_at)
    ), texts as (
      insert into visit_texts (profile_id, id, text)
      select * from unnest(${lists(textColumns(texts), TEXT_TYPES)}) as t (profile_id, id, text)
      on conflict do nothing
    ), views as (
      insert into page_views (${columns}, visitor, viewed_at)
      select ${columns}, visitor, happened_at from events where link_id is null
      on conflict (profile_id, id) do nothing
    ), clicks as (
      insert into link_analytics (${columns}, link_id, variant, clicked_at)
      select ${columns}, link_id, variant, happened_at from events where link_id is not null
      on conflict (profile_id, id) do nothing
      returning link_id, is_bot, is_suspected
    )
    update links set click_count = click_count + c.clicks
    from (select link_id, count(*) as clicks from clicks where not is_bot and not is_suspected group by link_id) as c
    where links.id = c.link_id`);
}
