import { type SQL, sql } from "drizzle-orm";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import type { GrainSpan } from "./grain-plan.ts";

export interface Figures {
  views: number;
  visitors: number;
  clicks: number;
}

/** `bucket` counts from 1, the first of `starts`. */
export interface BucketRow extends Figures {
  bucket: number;
}

export interface KeyRow extends Figures {
  dimension: string;
  key: string;
  /** The title of a link, deleted or not. */
  title: string | null;
}

export interface Span extends GrainSpan {
  dimension: string;
}

interface Counted {
  bots?: boolean;
  suspected?: boolean;
}

interface Scope extends Required<Counted> {
  profileId: string;
}

/** Figures without bots and suspected events, unless these are asked for. */
export interface PagesScope extends Counted {
  profileIds: readonly string[];
}

/** What a span adds up to. `bucket` is the caller's. */
export type BucketSpan = GrainSpan & { bucket: number };

/**
 * Sums the spans of each bucket by page. Read span by span and page by page, so that each is a range of the key and
 * the planner never scans the whole table instead.
 */
export function listBuckets(
  db: Db,
  { profileIds, bots = false, suspected = false }: PagesScope,
  spans: readonly BucketSpan[],
): Promise<(BucketRow & { profile_id: string })[]> {
  return rowsOf(
    db,
    sql`select p.id::text as profile_id, s.part as bucket, sum(s.sign * r.views)::float8 as views,
          sum(s.sign * r.visitors)::float8 as visitors, sum(s.sign * r.clicks)::float8 as clicks
        from ${pagesTable(profileIds)} cross join ${spansTable(spans, "int", ({ bucket }) => bucket)}
        cross join lateral (
          select sum(views) as views, sum(visitors) as visitors, sum(clicks) as clicks
          from analytics_rollups
          where profile_id = p.id and grain = s.grain and dimension = 'total'
            and (${bots} or not is_bot) and (${suspected} or not is_suspected) and at >= s.start and at < s.stop
        ) as r
        where r.views is not null
        group by p.id, s.part`,
  );
}

/** Sums people's clicks on each of a page's links by bucket. Links without any are left out. */
export function listLinkBuckets(
  db: Db,
  profileId: string,
  spans: readonly BucketSpan[],
): Promise<{ id: string; bucket: number; clicks: number }[]> {
  return rowsOf(
    db,
    sql`select r.key as id, s.part as bucket, sum(s.sign * r.clicks)::float8 as clicks
        from ${spansTable(spans, "int", ({ bucket }) => bucket)}
        cross join lateral (
          select key, sum(clicks) as clicks from analytics_rollups
          where profile_id = ${profileId} and grain = s.grain and dimension = 'link'
            and not is_bot and not is_suspected and at >= s.start and at < s.stop
          group by key
        ) as r
        group by r.key, s.part
        having sum(s.sign * r.clicks) > 0`,
  );
}

/** Adds up a period by weekday and hour of a time zone's clock. */
export function listHours(
  db: Db,
  { profileId, bots, suspected }: Scope,
  { from, to, tz }: { from: number; to: number; tz: string },
): Promise<{ weekday: number; hour: number; views: number; clicks: number }[]> {
  return rowsOf(
    db,
    sql`select extract(isodow from l.at)::int as weekday, extract(hour from l.at)::int as hour,
          sum(l.views)::float8 as views, sum(l.clicks)::float8 as clicks
        from (
          select at at time zone ${tz}::text as at, views, clicks from analytics_rollups
          where profile_id = ${profileId} and grain = 'quarter' and dimension = 'total'
            and at >= ${iso(from)}::timestamptz and at < ${iso(to)}::timestamptz
            and (${bots} or not is_bot) and (${suspected} or not is_suspected) and views + clicks > 0
        ) as l
        group by 1, 2 order by 1, 2`,
  );
}

/** Returns the moment of each page's first figures. Pages without any are left out. */
export async function listFirstMoments(db: Db, profileIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await rowsOf<{ id: string; at: string | Date }>(
    db,
    sql`select p.id::text as id, r.at from ${pagesTable(profileIds)}
        cross join lateral (
          select min(at) as at from analytics_rollups
          where profile_id = p.id and grain = 'quarter' and dimension = 'total'
        ) as r
        where r.at is not null`,
  );
  return new Map(rows.map(({ id, at }) => [id, new Date(at).toISOString()]));
}

/** Returns the titles of links of the page's account, deleted or not. */
export async function listTitles(
  db: Db,
  profileId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await rowsOf<{ id: string; title: string }>(
    db,
    sql`select id::text as id, title from links
        where user_id = (select user_id from client_profiles where id = ${profileId})
          and id::text = any(${sql.param([...ids])}::text[])`,
  );
  return new Map(rows.map(({ id, title }) => [id, title]));
}

/** Returns the place of each link on its page, from 1. */
export async function listPositions(db: Db, profileId: string): Promise<Map<string, number>> {
  const rows = await rowsOf<{ id: string }>(
    db,
    sql`select id::text as id from links where profile_id = ${profileId} and deleted_at is null order by position, id`,
  );
  return new Map(rows.map(({ id }, index) => [id, index + 1]));
}

/**
 * Returns the sums of the spans by dimension and key, over all of the pages. Each span is a range of the key,
 * whatever the planner estimates.
 */
export function listKeys(
  db: Db,
  { profileIds, bots = false, suspected = false }: PagesScope,
  spans: readonly Span[],
): Promise<KeyRow[]> {
  return rowsOf(
    db,
    sql`select k.dimension, k.key, k.views, k.visitors, k.clicks, l.title
        from (
          select s.part as dimension, r.key, sum(s.sign * r.views)::float8 as views,
            sum(s.sign * r.visitors)::float8 as visitors, sum(s.sign * r.clicks)::float8 as clicks
          from ${pagesTable(profileIds)} cross join ${spansTable(spans, "text", ({ dimension }) => dimension)}
          cross join lateral (
            select key, sum(views) as views, sum(visitors) as visitors, sum(clicks) as clicks
            from analytics_rollups
            where profile_id = p.id and grain = s.grain and dimension = s.part
              and at >= s.start and at < s.stop
              and (${bots} or not is_bot) and (${suspected} or not is_suspected)
            group by key
          ) as r
          group by s.part, r.key
          having sum(s.sign * (r.views + r.clicks + r.visitors)) > 0
        ) as k
        left join links l on l.id = case when k.dimension = 'link' then k.key::uuid end`,
  );
}

function pagesTable(profileIds: readonly string[]): SQL {
  return sql`unnest(${columnOf(profileIds, (id) => id)}::uuid[]) as p (id)`;
}

/** Spans as a table, each with the part of the answer that it's for. */
function spansTable<S extends GrainSpan>(
  spans: readonly S[],
  type: "int" | "text",
  partOf: (span: S) => string | number,
): SQL {
  const times = (read: (span: S) => number) => columnOf(spans, (span) => iso(read(span)));
  return sql`unnest(${columnOf(spans, partOf)}::${sql.raw(type)}[], ${columnOf(spans, ({ grain }) => grain)}::text[],
    ${times(({ from }) => from)}::timestamptz[], ${times(({ to }) => to)}::timestamptz[],
    ${columnOf(spans, ({ sign }) => sign)}::int[]) as s (part, grain, start, stop, sign)`;
}

function iso(time: number): string {
  return new Date(time).toISOString();
}

export interface SideTotals {
  /** Suspected events within the spans. */
  suspected: { views: number; clicks: number };
  /** Ordinary events within the spans that left no row. */
  unlisted: { views: number; clicks: number };
  has_history: boolean;
}

/** Returns the totals that aren't part of the figures. */
export async function getSideTotals(
  db: Db,
  { profileId, bots, suspected }: Scope,
  spans: GrainSpan[],
): Promise<SideTotals> {
  const [row] = await rowsOf<{ views: number; clicks: number; unlisted: number[]; has_history: boolean }>(
    db,
    sql`select coalesce(sum(s.sign * r.views), 0)::float8 as views, coalesce(sum(s.sign * r.clicks), 0)::float8 as clicks,
          json_build_array(coalesce(sum(s.sign * u.views), 0)::float8, coalesce(sum(s.sign * u.clicks), 0)::float8) as unlisted,
          exists (
            select 1 from analytics_rollups where profile_id = ${profileId} and grain = 'quarter' and dimension = 'total'
              and (${bots} or not is_bot) and (${suspected} or not is_suspected)
          ) as has_history
        from ${spansTable(spans, "int", () => 0)}
        cross join lateral (
          select sum(views) as views, sum(clicks) as clicks
          from analytics_rollups
          where profile_id = ${profileId} and grain = s.grain and dimension = 'total' and is_suspected
            and at >= s.start and at < s.stop
        ) as r
        cross join lateral (
          select sum(views) as views, sum(clicks) as clicks
          from analytics_rollups
          where profile_id = ${profileId} and grain = s.grain and dimension = 'unlisted'
            and at >= s.start and at < s.stop
        ) as u`,
  );
  const { views = 0, clicks = 0, unlisted = [], has_history = false } = row ?? {};
  const [unlistedViews = 0, unlistedClicks = 0] = unlisted;
  return {
    suspected: { views, clicks },
    unlisted: { views: unlistedViews, clicks: unlistedClicks },
    has_history,
  };
}

function columnOf<Row>(rows: readonly Row[], read: (row: Row) => string | number): string {
  return `{${rows.map(read).join(",")}}`;
}

/** Counts people's clicks on each variant of an A/B test. Variants without clicks are left out. */
export function listVariantClicks(
  db: Db,
  { profileId, linkId }: { profileId: string; linkId: string },
): Promise<{ variant: string; clicks: number }[]> {
  return rowsOf(
    db,
    sql`select variant, sum(clicks)::int as clicks from (
          select variant, count(*) as clicks from link_analytics
          where profile_id = ${profileId} and link_id = ${linkId} and variant is not null and not is_bot
            and not is_suspected
          group by variant
          union all
          select split_part(key, '|', 1), clicks from analytics_rollups
          where profile_id = ${profileId} and grain = 'quarter' and dimension = 'variant'
            and key in (${`a|${linkId}`}, ${`b|${linkId}`})
        ) as c group by variant`,
  );
}
