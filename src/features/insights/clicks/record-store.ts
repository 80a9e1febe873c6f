import type { Statement } from "#src/platform/db/database.ts";
import type { GeoLocation } from "#src/platform/geo/geo.ts";
import { type Client, sourceHost } from "./user-agent.ts";
import { textId, type VisitText } from "./visit-texts.ts";

/**
 * The visitor and the target of an event. Texts are already truncated; the id comes from the browser or from
 * us.
 */
interface EventFacts {
  id: string;
  profile_id: string;
  user_id: string;
  session_id: string;
  user_agent: string;
  referrer: string;
  place: GeoLocation;
  client: Client;
  /** The `utm_` parameters of the page's URL (`utmKey`); empty if it had none. */
  utm?: string;
  /** Set beyond its network's limits (`token-bucket.ts`). */
  is_suspected?: boolean;
  /** Set if it leaves no row, only counts (`token-bucket.ts`). */
  is_unlisted?: boolean;
}

export interface ClickEvent extends EventFacts {
  link_id: string;
  /** The opened URL of an A/B test. */
  variant?: string | undefined;
}

export interface ViewEvent extends EventFacts {
  /** The day's hash of the visitor (`visitor-hash.ts`). */
  visitor: string;
}

export type RecordedEvent = ClickEvent | ViewEvent;

export interface RecordAnswer {
  stored: number;
  /** The stored events (`eventKey`), unless all of them were. */
  stored_events: string[] | null;
}

/** Identifies an event like the tables' keys do: two pages may have picked the same id. */
export function eventKey(event: RecordedEvent): string {
  return `${"link_id" in event ? "click" : "view"}${event.profile_id}${event.id.toLowerCase()}`;
}

const QUARTER_MS = 15 * 60 * 1000;

/** The columns of a batch and their types, from `$8` on. */
const EVENT_COLUMNS = [
  ["id", "uuid"],
  ["link_id", "uuid"],
  ["profile_id", "uuid"],
  ["user_id", "text"],
  ["session_id", "text"],
  ["agent_id", "bigint"],
  ["referrer_id", "bigint"],
  ["utm_id", "bigint"],
  ["referrer_host", "text"],
  ["country", "text"],
  ["region", "text"],
  ["city", "text"],
  ["device_type", "text"],
  ["browser", "text"],
  ["os", "text"],
  ["app", "text"],
  ["is_bot", "bool"],
  ["is_suspected", "bool"],
  ["variant", "text"],
  ["visitor", "text"],
  ["utm", "text"],
] as const;
export const EVENT_TYPES = EVENT_COLUMNS.map(([, type]) => type);
export const EVENT_NAMES = EVENT_COLUMNS.map(([name]) => name).join(", ");
/** The common columns of clicks and views. */
export const ROW_NAMES = EVENT_COLUMNS.map(([name]) => name)
  .filter((name) => !["link_id", "variant", "visitor", "utm"].includes(name))
  .join(", ");

const FACT_NAMES =
  "id, profile_id, is_bot, is_suspected, country, region, city, device_type, browser, os, app, referrer_host";
const PLACE = "country || '|' || region || '|' || city";
const CLIENT = "device_type || '|' || browser || '|' || os || '|' || app";
const OF = "profile_id, is_bot, is_suspected";

/**
 * Stores a batch in one round trip, which makes it its own transaction. Events that were stored before are
 * skipped by the keys, and all counts come from the rows that really went in. Rollups are locked in the order
 * of their key and links after them, so that two nodes wait for each other instead of deadlocking.
 */
export const RECORD_STATEMENT: Statement = {
  name: "record_events",
  text: `
with events as materialized (
  select * from unnest(${EVENT_TYPES.map((type, index) => `$${index + 8}::${type}[]`).join(", ")}) as e (${EVENT_NAMES})
), texts as (
  insert into visit_texts (profile_id, id, text)
  select * from unnest($5::uuid[], $6::bigint[], $7::text[]) as t (profile_id, id, text) order by profile_id, id
  on conflict do nothing
), clicks as (
  insert into link_analytics (${ROW_NAMES}, link_id, variant, clicked_at)
  select ${ROW_NAMES}, link_id, variant, $1::timestamptz from events where link_id is not null
  on conflict (profile_id, id) do nothing
  returning ${FACT_NAMES}, utm_id, link_id
), views as (
  insert into page_views (${ROW_NAMES}, visitor, viewed_at)
  select ${ROW_NAMES}, visitor, $1::timestamptz from events where link_id is null
  on conflict (profile_id, id) do nothing
  returning ${FACT_NAMES}, utm_id, visitor
), visitors as (
  insert into daily_visitors (profile_id, day, visitor, is_bot, is_suspected)
  select distinct profile_id, $3::date, visitor, is_bot, is_suspected from views order by profile_id, visitor, is_suspected
  on conflict do nothing
  returning profile_id, is_bot, is_suspected
), facts as (
  select ${OF}, link_id::text as link, ${PLACE} as place, ${CLIENT} as client, referrer_host, utm_id, 0 as views, 1 as clicks
  from clicks
  union all
  select ${OF}, null, ${PLACE}, ${CLIENT}, referrer_host, utm_id, 1, 0 from views
), counts as (
  select ${OF}, 'total' as dimension, '' as key, sum(views) as views, sum(visitors) as visitors, sum(clicks) as clicks
  from (
    select ${OF}, views, 0 as visitors, clicks from facts
    union all
    select ${OF}, 0, 1, 0 from visitors
  ) as e group by ${OF}
  union all
  select ${OF}, 'link', link, sum(views), 0, sum(clicks) from facts where link is not null group by ${OF}, link
  union all
  select ${OF}, 'place', place, sum(views), 0, sum(clicks) from facts group by ${OF}, place
  union all
  select ${OF}, 'client', client, sum(views), 0, sum(clicks) from facts group by ${OF}, client
  union all
  select ${OF}, 'referrer', referrer_host, sum(views), 0, sum(clicks) from facts group by ${OF}, referrer_host
  union all
  select ${OF}, 'utm', utm, sum(views), 0, sum(clicks) from facts
  join (select distinct utm_id, utm from events where utm_id is not null) as u using (utm_id) group by ${OF}, utm
), rollups as (
  insert into analytics_rollups as r
    (profile_id, grain, dimension, at, is_bot, is_suspected, key, views, visitors, clicks)
  select profile_id, 'quarter', dimension, $2::timestamptz, is_bot, is_suspected, key, views, visitors, clicks
  from counts order by profile_id, dimension collate "C" desc, is_bot, is_suspected, key collate "C"
  on conflict (profile_id, grain, dimension, at, is_bot, is_suspected, key) do update
  set views = r.views + excluded.views, visitors = r.visitors + excluded.visitors, clicks = r.clicks + excluded.clicks
  returning 1
), counted as (
  update links set click_count = click_count + c.clicks
  from (select key::uuid as id, clicks from counts where dimension = 'link' and not is_bot and not is_suspected) as c
  where links.id = c.id and (select count(*) from rollups) > 0
), stored as (
  select 'click' || profile_id || id as event from clicks union all select 'view' || profile_id || id from views
)
select count(*)::int as stored,
  case when count(*) < $4::int then coalesce(array_agg(event), '{}') end as stored_events
from stored`,
};

export function quarterOf(time: Date): string {
  return new Date(Math.floor(time.getTime() / QUARTER_MS) * QUARTER_MS).toISOString();
}

/**
 * Returns the statement's parameters. `now` is the time of the commit: every event counts where it's stored.
 * `texts` are those of the events that may be new to the database.
 */
export function recordValues(
  events: readonly RecordedEvent[],
  now: Date,
  added: readonly VisitText[],
): unknown[] {
  return [
    now.toISOString(),
    quarterOf(now),
    now.toISOString().slice(0, 10),
    events.length,
    ...textColumns(added),
    ...eventColumns(events),
  ];
}

export function textColumns(added: readonly VisitText[]): string[] {
  return [
    words(added.map(({ profile_id }) => profile_id)),
    words(added.map(({ id }) => id)),
    texts(added.map(({ text }) => text)),
  ];
}

/** Returns the events column by column, as array literals, in the order of `EVENT_COLUMNS`. */
export function eventColumns(events: readonly RecordedEvent[]): string[] {
  const list = <T>(read: (event: RecordedEvent) => T) => events.map(read);
  return [
    words(list((event) => event.id)),
    words(list((event) => ("link_id" in event ? event.link_id : null))),
    words(list((event) => event.profile_id)),
    texts(list((event) => event.user_id)),
    texts(list((event) => event.session_id)),
    words(list((event) => textId(event.user_agent))),
    words(list((event) => textId(event.referrer))),
    words(list((event) => textId(event.utm ?? ""))),
    texts(list((event) => sourceHost(event))),
    texts(list((event) => event.place.country)),
    texts(list((event) => event.place.region)),
    texts(list((event) => event.place.city)),
    words(list((event) => event.client.device_type)),
    words(list((event) => event.client.browser)),
    words(list((event) => event.client.os)),
    texts(list((event) => event.client.app ?? "")),
    words(list((event) => event.client.is_bot)),
    words(list((event) => event.is_suspected ?? false)),
    texts(list((event) => ("link_id" in event ? event.variant : undefined))),
    texts(list((event) => ("visitor" in event ? event.visitor : undefined))),
    texts(list((event) => event.utm || undefined)),
  ];
}

export interface TallyRow {
  profile_id: string;
  is_bot: boolean;
  is_suspected: boolean;
  dimension: string;
  key: string;
  views: number;
  clicks: number;
}

/** Adds counts of events without rows to the rollups, and clicks of people to their links. */
export const TALLY_STATEMENT: Statement = {
  name: "tally_events",
  text: `
with counts as materialized (
  select * from unnest($2::uuid[], $3::bool[], $4::bool[], $5::text[], $6::text[], $7::int[], $8::int[])
  as c (profile_id, is_bot, is_suspected, dimension, key, views, clicks)
), rollups as (
  insert into analytics_rollups as r (profile_id, grain, dimension, at, is_bot, is_suspected, key, views, clicks)
  select profile_id, 'quarter', dimension, $1::timestamptz, is_bot, is_suspected, key, views, clicks
  from counts order by profile_id, dimension collate "C" desc, is_bot, is_suspected, key collate "C"
  on conflict (profile_id, grain, dimension, at, is_bot, is_suspected, key) do update
  set views = r.views + excluded.views, clicks = r.clicks + excluded.clicks
  returning 1
)
update links set click_count = click_count + c.clicks
from (select key::uuid as id, clicks from counts where dimension = 'link' and not is_bot and not is_suspected) as c
where links.id = c.id and (select count(*) from rollups) > 0`,
};

export function tallyValues(rows: readonly TallyRow[], now: Date): unknown[] {
  return [
    quarterOf(now),
    words(rows.map((row) => row.profile_id)),
    words(rows.map((row) => row.is_bot)),
    words(rows.map((row) => row.is_suspected)),
    texts(rows.map((row) => row.dimension)),
    texts(rows.map((row) => row.key)),
    words(rows.map((row) => String(row.views))),
    words(rows.map((row) => String(row.clicks))),
  ];
}

/**
 * Formats plain words (ids, booleans) as an array literal, which is several times cheaper than the driver's
 * own way.
 */
function words(values: (string | boolean | null)[]): string {
  return `{${values.map((value) => value ?? "null").join(",")}}`;
}

function texts(values: (string | undefined)[]): string {
  return `{${values.map((value) => (value === undefined ? "null" : `"${escaped(value)}"`)).join(",")}}`;
}

function escaped(text: string): string {
  return /["\\]/.test(text) ? text.replace(/["\\]/g, "\\$&") : text;
}
