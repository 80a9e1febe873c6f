import { sql } from "drizzle-orm";
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

interface Scope {
  profileId: string;
  bots: boolean;
  suspected: boolean;
}

/**
 * Returns a period's series: the figures of the spans that make up each bucket, which counts from 1. Read span by
 * span, so that each is a range of the key and the planner never scans the whole table instead.
 */
export function listBuckets(
  db: Db,
  { profileId, bots, suspected }: Scope,
  spans: readonly (GrainSpan & { bucket: number })[],
): Promise<BucketRow[]> {
  return rowsOf(
    db,
    sql`select s.bucket, sum(s.sign * r.views)::float8 as views, sum(s.sign * r.visitors)::float8 as visitors,
          sum(s.sign * r.clicks)::float8 as clicks
        from unnest(${columnOf(spans, (span) => span.bucket)}::int[], ${columnOf(spans, (span) => span.grain)}::text[],
          ${columnOf(spans, (span) => iso(span.from))}::timestamptz[],
          ${columnOf(spans, (span) => iso(span.to))}::timestamptz[],
          ${columnOf(spans, (span) => span.sign)}::int[]) as s (bucket, grain, start, stop, sign)
        cross join lateral (
          select sum(views)::float8 as views, sum(visitors)::float8 as visitors, sum(clicks)::float8 as clicks
          from analytics_rollups
          where profile_id = ${profileId} and grain = s.grain and dimension = 'total'
            and (${bots} or not is_bot) and (${suspected} or not is_suspected) and at >= s.start and at < s.stop
        ) as r
        where r.views is not null
        group by s.bucket`,
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

/** Returns the moment of the first figures; undefined if there are none. */
export async function findFirstMoment(db: Db, profileId: string): Promise<string | undefined> {
  const [row] = await rowsOf<{ at: string | Date | null }>(
    db,
    sql`select min(at) as at from analytics_rollups
        where profile_id = ${profileId} and grain = 'quarter' and dimension = 'total'`,
  );
  return row?.at ? new Date(row.at).toISOString() : undefined;
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
 * Returns the sums of the spans by dimension and key. Each span is a range of the key, whatever the planner
 * estimates.
 */
export function listKeys(db: Db, { profileId, bots, suspected }: Scope, spans: Span[]): Promise<KeyRow[]> {
  const list = (read: (span: Span) => string | number) => columnOf(spans, read);
  return rowsOf(
    db,
    sql`select k.dimension, k.key, k.views, k.visitors, k.clicks, l.title
        from (
          select s.dimension, r.key, sum(s.sign * r.views)::float8 as views,
            sum(s.sign * r.visitors)::float8 as visitors, sum(s.sign * r.clicks)::float8 as clicks
          from unnest(${list((span) => span.dimension)}::text[], ${list((span) => span.grain)}::text[],
            ${list((span) => iso(span.from))}::timestamptz[], ${list((span) => iso(span.to))}::timestamptz[],
            ${list((span) => span.sign)}::int[]) as s (dimension, grain, start, stop, sign)
          cross join lateral (
            select key, sum(views) as views, sum(visitors) as visitors, sum(clicks) as clicks
            from analytics_rollups
            where profile_id = ${profileId} and grain = s.grain and dimension = s.dimension
              and at >= s.start and at < s.stop
              and (${bots} or not is_bot) and (${suspected} or not is_suspected)
            group by key
          ) as r
          group by s.dimension, r.key
          having sum(s.sign * (r.views + r.clicks + r.visitors)) > 0
        ) as k
        left join links l on l.id = case when k.dimension = 'link' then k.key::uuid end`,
  );
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
        from unnest(${columnOf(spans, (span) => span.grain)}::text[],
          ${columnOf(spans, (span) => iso(span.from))}::timestamptz[],
          ${columnOf(spans, (span) => iso(span.to))}::timestamptz[],
          ${columnOf(spans, (span) => span.sign)}::int[]) as s (grain, start, stop, sign)
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
