import type { Statement } from "#src/platform/db/database.ts";
import type { Place } from "#src/platform/geo/geo.ts";
import type { Client } from "./clients.ts";
import { referrerHost } from "./rules.ts";

/** Who did something where. Texts are already cut; the id comes from the browser or from us. */
interface EventFacts {
  id: string;
  profile_id: string;
  user_id: string;
  session_id: string;
  user_agent: string;
  referrer: string;
  place: Place;
  client: Client;
  /** Beyond what its network may do on the page (`budget.ts`). */
  is_suspected?: boolean;
}

export interface ClickEvent extends EventFacts {
  link_id: string;
  /** Which address of an A/B test was opened. */
  variant?: string | undefined;
}

export interface ViewEvent extends EventFacts {
  /** The day's hash of the visitor (`visitors.ts`). */
  visitor: string;
}

export type RecordedEvent = ClickEvent | ViewEvent;

export interface RecordAnswer {
  stored: number;
  /** What was stored (`eventKey`), unless it was everything. */
  stored_events: string[] | null;
}

/** Identifies an event like the tables' keys do: two pages may have picked the same id. */
export function eventKey(event: RecordedEvent): string {
  return `${"link_id" in event ? "click" : "view"}${event.profile_id}${event.id.toLowerCase()}`;
}

const QUARTER_MS = 15 * 60 * 1000;

/**
 * Everything about a batch in one round trip, which makes it its own transaction. What was stored before is left out
 * by the keys, and everything counted comes from the rows that really went in. Rollups are taken in the order of their
 * key and links after them, so that two nodes wait for each other instead of blocking each other.
 */
export const RECORD_STATEMENT: Statement = {
  name: "record_events",
  text: `
with events as materialized (
  select * from unnest($4::uuid[], $5::uuid[], $6::uuid[], $7::text[], $8::text[], $9::text[], $10::text[], $11::text[],
    $12::text[], $13::text[], $14::text[], $15::text[], $16::text[], $17::text[], $18::text[], $19::bool[], $20::bool[],
    $21::text[], $22::text[])
  as e (id, link_id, profile_id, user_id, session_id, user_agent, referrer, referrer_host,
    country, region, city, device_type, browser, os, app, is_bot, is_suspected, variant, visitor)
), clicks as (
  insert into link_analytics (id, link_id, profile_id, user_id, session_id, user_agent, referrer, referrer_host,
    country, region, city, device_type, browser, os, app, is_bot, is_suspected, variant, clicked_at)
  select id, link_id, profile_id, user_id, session_id, user_agent, referrer, referrer_host,
    country, region, city, device_type, browser, os, app, is_bot, is_suspected, variant, $1::timestamptz
  from events where link_id is not null
  on conflict (profile_id, id) do nothing
  returning id, profile_id, is_bot, is_suspected, link_id, country, region, city, device_type, browser, os, app, referrer_host
), views as (
  insert into page_views (id, profile_id, user_id, session_id, user_agent, referrer, referrer_host,
    country, region, city, device_type, browser, os, app, is_bot, is_suspected, visitor, viewed_at)
  select id, profile_id, user_id, session_id, user_agent, referrer, referrer_host,
    country, region, city, device_type, browser, os, app, is_bot, is_suspected, visitor, $1::timestamptz
  from events where link_id is null
  on conflict (profile_id, id) do nothing
  returning id, profile_id, is_bot, is_suspected, visitor, country, region, city, device_type, browser, os, app, referrer_host
), visitors as (
  insert into daily_visitors (profile_id, day, visitor, is_bot, is_suspected)
  select distinct profile_id, $3::date, visitor, is_bot, is_suspected from views order by profile_id, visitor, is_suspected
  on conflict do nothing
  returning profile_id, is_bot, is_suspected
), facts as (
  select profile_id, is_bot, is_suspected, link_id::text as link, country || '|' || region || '|' || city as place,
    device_type || '|' || browser || '|' || os || '|' || app as client, referrer_host, 0 as views, 1 as clicks from clicks
  union all
  select profile_id, is_bot, is_suspected, null, country || '|' || region || '|' || city,
    device_type || '|' || browser || '|' || os || '|' || app, referrer_host, 1, 0 from views
), counts as (
  select profile_id, is_bot, is_suspected, 'total' as dimension, '' as key,
    sum(views) as views, sum(visitors) as visitors, sum(clicks) as clicks
  from (
    select profile_id, is_bot, is_suspected, views, 0 as visitors, clicks from facts
    union all
    select profile_id, is_bot, is_suspected, 0, 1, 0 from visitors
  ) as e group by profile_id, is_bot, is_suspected
  union all
  select profile_id, is_bot, is_suspected, 'link', link, sum(views), 0, sum(clicks) from facts
  where link is not null group by profile_id, is_bot, is_suspected, link
  union all
  select profile_id, is_bot, is_suspected, 'place', place, sum(views), 0, sum(clicks) from facts
  group by profile_id, is_bot, is_suspected, place
  union all
  select profile_id, is_bot, is_suspected, 'client', client, sum(views), 0, sum(clicks) from facts
  group by profile_id, is_bot, is_suspected, client
  union all
  select profile_id, is_bot, is_suspected, 'referrer', referrer_host, sum(views), 0, sum(clicks) from facts
  group by profile_id, is_bot, is_suspected, referrer_host
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
  case when count(*) < $23::int then coalesce(array_agg(event), '{}') end as stored_events
from stored`,
};

/** The statement's parameters. `now` is the moment of the commit: whatever is stored counts where it is stored. */
export function recordValues(events: readonly RecordedEvent[], now: Date): unknown[] {
  return [
    now.toISOString(),
    new Date(Math.floor(now.getTime() / QUARTER_MS) * QUARTER_MS).toISOString(),
    now.toISOString().slice(0, 10),
    ...eventColumns(events),
    events.length,
  ];
}

/** The events column by column, as array literals: from `id` to `visitor` in the order of `events` above. */
export function eventColumns(events: readonly RecordedEvent[]): string[] {
  const list = <T>(read: (event: RecordedEvent) => T) => events.map(read);
  return [
    words(list((event) => event.id)),
    words(list((event) => ("link_id" in event ? event.link_id : null))),
    words(list((event) => event.profile_id)),
    texts(list((event) => event.user_id)),
    texts(list((event) => event.session_id)),
    texts(list((event) => event.user_agent)),
    texts(list((event) => event.referrer)),
    texts(list((event) => referrerHost(event.referrer))),
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
  ];
}

/** An array literal of plain words (ids, booleans): several times cheaper than the driver's own. */
function words(values: (string | boolean | null)[]): string {
  return `{${values.map((value) => value ?? "null").join(",")}}`;
}

function texts(values: (string | undefined)[]): string {
  return `{${values.map((value) => (value === undefined ? "null" : `"${escaped(value)}"`)).join(",")}}`;
}

function escaped(text: string): string {
  return /["\\]/.test(text) ? text.replace(/["\\]/g, "\\$&") : text;
}
