import { type SQL, sql } from "drizzle-orm";
import { DAY_MS } from "#src/lib/time.ts";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import type { PackedWords } from "./tables.ts";

/** `minutes` has two bytes per event, counted from the start; `kinds` one (`packed-events.ts`). */
export interface PackedRow {
  events: number;
  words: PackedWords;
  minutes: Uint8Array;
  kinds: Uint8Array;
  places: Uint8Array | null;
  clients: Uint8Array | null;
  sources: Uint8Array | null;
  utms: Uint8Array | null;
  links: Uint8Array | null;
  visitors: Uint8Array | null;
}

export interface PackedVisits {
  /** A code of one to three bytes per event. Null if the day was packed before visits were. */
  visits: Uint8Array | null;
  visit_names: Uint8Array | null;
  /** Eight bytes each: the event's position, and the milliseconds since its visit's first view. */
  first_clicks: Uint8Array | null;
}

interface Range {
  profileId: string;
  from: Date;
  to: Date;
}

/** The columns with codes, and what of an event each has. */
const CODED = [
  ["places", "place"],
  ["clients", "client"],
  ["sources", "source"],
  ["utms", "utm"],
  ["links", "link"],
  ["visitors", "visitor"],
] as const;
const VISITS = ["visits", "visit"] as const;
const VISIT_COLUMNS = "visits, visit_names, first_clicks";
const POSITIONS = ", (row_number() over (order by at, events.id) - 1)::int as position, delay";
const COLUMNS = ["events", "words", "minutes", "kinds", ...CODED.map(([column]) => column)].join(", ");

const KIND = (variant: string) =>
  `(case when is_bot then 2 else 0 end) + (case when is_suspected then 4 else 0 end) + ${variant}`;
/** The same as `visitName` (`visit-name.ts`): a visit is a tab on a UTC day. */
const visitOf = (at: string) =>
  `('x' || left(md5(to_char(${at} at time zone 'UTC', 'YYYY-MM-DD') || ' ' || session_id), 16))::bit(64)::bigint as visit`;
const FACTS = `country || '|' || region || '|' || city as place,
  device_type || '|' || browser || '|' || os || '|' || app as client, referrer_host as source, coalesce(utm_id, 0) as utm`;

/** One dictionary: each word once, with its code. */
const dictionary = (column: string, fact: string) => `${column} as materialized (
    select word, (row_number() over (order by word${fact === "utm" || fact === "visit" ? "" : ' collate "C"'}) - 1)::int as code
    from (select distinct ${fact} as word from events) as d
  )`;

/** As many of a code's four bytes as the dictionary needs. A single word needs none. */
const codes = (column: string) => `case when (select count(*) from ${column}) > 1 then
    string_agg(substring(int4send(e.${column}) from (
      select case when count(*) <= 256 then 4 when count(*) <= 65536 then 3 else 2 end from ${column})),
      ''::bytea order by e.at, e.id) end as ${column}`;

const wordsOf = (column: string) => `'${column}', (select jsonb_agg(word order by code) from ${column})`;

/** As many bytes as the number of visits needs, but at least one. */
const VISIT_CODES = `string_agg(substring(int4send(e.visits) from (
    select case when count(*) <= 256 then 4 when count(*) <= 65536 then 3 else 2 end from visits)),
    ''::bytea order by e.at, e.id) as visits,
  (select string_agg(int8send(word), ''::bytea order by word) from visits) as visit_names,
  coalesce(string_agg(int4send(e.position) || int4send(e.delay), ''::bytea order by e.position)
    filter (where e.delay is not null), ''::bytea) as first_clicks`;

/**
 * The events with the time since their visit's first view, for the first click after it. A click of a visit that came
 * right from elsewhere, such as a short link, follows no view. Joins would compare each event with each other one,
 * because the planner expects next to none of a day that's new to its statistics.
 */
const TIMED = `, timed as materialized (
    select *, case when kind & 1 = 1 and at >= seen
        and row_number() over (partition by visit, kind & 1 = 1 and at >= seen order by at, id) = 1
      then round(extract(epoch from at - seen) * 1000)::int end as delay
    from (select *, min(at) filter (where kind & 1 = 0) over (partition by visit) as seen from events) e
  )`;

/** Packs the rows of a range. No row if there's nothing. Visits take longer, and few questions are about them. */
function packing({ profileId, from, to }: Range, { visits = false } = {}): SQL {
  const [start, end] = [from.toISOString(), to.toISOString()];
  const coded = visits ? [...CODED, VISITS] : CODED;
  const visit = (at: string) => sql.raw(visits ? `, ${visitOf(at)}` : "");
  return sql`
  with events as materialized (
    select id, clicked_at as at, ${sql.raw(`1 + ${KIND("(case variant when 'a' then 8 when 'b' then 16 else 0 end)")}`)} as kind,
      ${sql.raw(FACTS)}, link_id::text as link, '' as visitor${visit("clicked_at")}
    from link_analytics
    where profile_id = ${profileId} and clicked_at >= ${start}::timestamptz and clicked_at < ${end}::timestamptz
    union all
    select id, viewed_at, ${sql.raw(KIND("0"))}, ${sql.raw(FACTS)}, '', visitor${visit("viewed_at")}
    from page_views
    where profile_id = ${profileId} and viewed_at >= ${start}::timestamptz and viewed_at < ${end}::timestamptz
  ), ${sql.raw(coded.map(([column, fact]) => dictionary(column, fact)).join(", "))}${sql.raw(visits ? TIMED : "")},
  coded as (
    select events.id, at, kind, floor(extract(epoch from at - ${start}::timestamptz) / 60)::int as minute,
      ${sql.raw(coded.map(([column]) => `${column}.code as ${column}`).join(", "))}${sql.raw(visits ? POSITIONS : "")}
    from ${sql.raw(visits ? "timed as events" : "events")}
      ${sql.raw(coded.map(([column, fact]) => `join ${column} on ${column}.word = events.${fact}`).join(" "))}
  )
  select count(*)::int as events,
    jsonb_build_object(${sql.raw(
      CODED.filter(([column]) => column !== "utms" && column !== "visitors")
        .map(([column]) => wordsOf(column))
        .join(", "),
    )}, 'visitors', (select count(*) from visitors),
      'utms', (select jsonb_agg(coalesce(t.text, '') order by code) from utms
        left join visit_texts t on t.profile_id = ${profileId} and t.id = utms.word)) as words,
    string_agg(substring(int4send(e.minute) from 3), ''::bytea order by e.at, e.id) as minutes,
    string_agg(substring(int4send(e.kind) from 4), ''::bytea order by e.at, e.id) as kinds,
    ${sql.raw([...CODED.map(([column]) => codes(column)), ...(visits ? [VISIT_CODES] : [])].join(", "))}
  from coded as e
  having count(*) > 0`;
}

/** Returns a range's events as packed as a day's, straight from the rows. */
export async function findPackedRange(db: Db, range: Range): Promise<PackedRow | undefined> {
  const [row] = await rowsOf<PackedRow>(db, packing(range));
  return row;
}

/** Returns the same with the events' visits. */
export async function findPackedVisitRange(
  db: Db,
  range: Range,
): Promise<(PackedRow & PackedVisits) | undefined> {
  const [row] = await rowsOf<PackedRow & PackedVisits>(db, packing(range, { visits: true }));
  return row;
}

/** Packs a page's day again, over what there was. */
export async function upsertPackedDay(db: Db, profileId: string, day: Date): Promise<void> {
  const text = dayText(day);
  await db.execute(sql`delete from packed_days where profile_id = ${profileId} and day = ${text}::date`);
  await db.execute(sql`
    insert into packed_days (profile_id, day, version, ${sql.raw(COLUMNS)}, ${sql.raw(VISIT_COLUMNS)})
    select ${profileId}::uuid, ${text}::date, gen_random_uuid(), ${sql.raw(COLUMNS)}, ${sql.raw(VISIT_COLUMNS)}
    from (${packing({ profileId, from: day, to: new Date(day.getTime() + DAY_MS) }, { visits: true })}) as packed`);
}

/** Lists the profiles with figures on a day that's added up. */
export async function listProfilesOn(db: Db, day: Date): Promise<string[]> {
  const rows = await rowsOf<{ profile_id: string }>(
    db,
    sql`select distinct profile_id from analytics_rollups
        where grain = 'day' and dimension = 'total' and at = ${day.toISOString()}::timestamptz`,
  );
  return rows.map(({ profile_id }) => profile_id);
}

/** Returns the first day that isn't packed yet; undefined before the first run. */
export async function findPackedUntil(db: Db): Promise<Date | undefined> {
  const [row] = await rowsOf<{ done_until: string | Date }>(
    db,
    sql`select done_until from rollup_progress where name = 'packed'`,
  );
  return row && new Date(row.done_until);
}

export async function upsertPackedUntil(db: Db, day: Date): Promise<void> {
  await db.execute(
    sql`insert into rollup_progress (name, done_until) values ('packed', ${day.toISOString()}::timestamptz)
        on conflict (name) do update set done_until = excluded.done_until`,
  );
}

export interface PackedDay {
  /** `2026-12-31` */
  day: string;
  version: string;
  events: number;
}

/** Lists a page's packed days, without their contents. */
export function listPackedDays(db: Db, { profileId, from, to }: Range): Promise<PackedDay[]> {
  return rowsOf(
    db,
    sql`select day::text as day, version::text as version, events from packed_days
        where profile_id = ${profileId} and day >= ${dayText(from)}::date and day < ${dayText(to)}::date
        order by day`,
  );
}

/** Returns the contents of packed days. One that was packed again meanwhile comes with its new version. */
export function listPackedContents(
  db: Db,
  profileId: string,
  days: readonly string[],
): Promise<(PackedDay & PackedRow)[]> {
  return rowsOf(
    db,
    sql`select day::text as day, version::text as version, ${sql.raw(COLUMNS)} from packed_days
        where profile_id = ${profileId} and day = any(${`{${days.join(",")}}`}::date[])`,
  );
}

/** Returns the visits of packed days, with the version that they belong to. */
export function listPackedVisits(
  db: Db,
  profileId: string,
  days: readonly string[],
): Promise<(PackedDay & PackedVisits)[]> {
  return rowsOf(
    db,
    sql`select day::text as day, version::text as version, events, ${sql.raw(VISIT_COLUMNS)} from packed_days
        where profile_id = ${profileId} and day = any(${`{${days.join(",")}}`}::date[])`,
  );
}

/** Lists days that were packed before visits were, the latest first. */
export async function listDaysWithoutVisits(
  db: Db,
  limit: number,
): Promise<{ profileId: string; day: Date }[]> {
  const rows = await rowsOf<{ profile_id: string; day: string }>(
    db,
    sql`select profile_id, day::text as day from packed_days where visits is null order by day desc limit ${limit}`,
  );
  return rows.map(({ profile_id, day }) => ({ profileId: profile_id, day: new Date(day) }));
}

function dayText(day: Date): string {
  return day.toISOString().slice(0, 10);
}
