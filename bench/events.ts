import type pg from "pg";
import type { PublishedProfile } from "#test/nodes/creator.ts";

interface Filling {
  profile: PublishedProfile;
  userId: string;
  days: { from: Date; to: Date };
  events: number;
}

/** The share of events that are clicks; the rest are views. */
const CLICKS_SHARE = 0.4;
const BOTS_SHARE = 0.03;

/** Likelier entries come first: places, browsers, and sources of a creator with fans in several countries. */
const PLACES = [
  "US|California|Los Angeles",
  "US|New York|New York",
  "US|Texas|Austin",
  "US|Illinois|Chicago",
  "US|Florida|Miami",
  "GB|England|London",
  "GB|England|Manchester",
  "DE|Berlin|Berlin",
  "DE|Bavaria|Munich",
  "DE|Hamburg|Hamburg",
  "FR|Île-de-France|Paris",
  "FR|Auvergne-Rhône-Alpes|Lyon",
  "BR|São Paulo|São Paulo",
  "BR|Rio de Janeiro|Rio de Janeiro",
  "IN|Maharashtra|Mumbai",
  "IN|Karnataka|Bengaluru",
  "IN|Delhi|Delhi",
  "PT|Lisbon|Lisbon",
  "PT|Porto|Porto",
  "ES|Madrid|Madrid",
  "ES|Catalonia|Barcelona",
  "IT|Lombardy|Milan",
  "IT|Lazio|Rome",
  "NL|North Holland|Amsterdam",
  "CA|Ontario|Toronto",
  "CA|Quebec|Montreal",
  "AU|New South Wales|Sydney",
  "AU|Victoria|Melbourne",
  "JP|Tokyo|Tokyo",
  "JP|Osaka|Osaka",
  "MX|Mexico City|Mexico City",
  "AR|Buenos Aires|Buenos Aires",
  "SE|Stockholm|Stockholm",
  "PL|Mazovia|Warsaw",
  "NG|Lagos|Lagos",
  "ZA|Gauteng|Johannesburg",
  "KR|Seoul|Seoul",
  "ID|Jakarta|Jakarta",
  "TR|Istanbul|Istanbul",
  "AT|Vienna|Vienna",
  "CH|Zurich|Zurich",
  "UNKNOWN||",
];
const CLIENTS = [
  "mobile|safari|ios|instagram",
  "mobile|safari|ios|",
  "mobile|chrome|android|",
  "desktop|chrome|windows|",
  "mobile|chrome|android|instagram",
  "mobile|safari|ios|tiktok",
  "desktop|safari|macos|",
  "desktop|chrome|macos|",
  "mobile|chrome|android|tiktok",
  "desktop|edge|windows|",
  "desktop|firefox|windows|",
  "tablet|safari|ios|",
  "mobile|chrome|android|facebook",
  "desktop|firefox|linux|",
  "mobile|opera|android|",
  "tablet|chrome|android|",
];
const SOURCES = [
  "instagram.com",
  "",
  "tiktok.com",
  "l.facebook.com",
  "t.co",
  "youtube.com",
  "google.com",
  "reddit.com",
  "bing.com",
  "substack.com",
];
const USER_AGENT =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148";

/**
 * Rows `1…$2` between `$3` and `$4` in time order, denser in the evening. Squaring the random number favors
 * early entries.
 */
const EVENTS = `
  select n, at, uuidv7(at - now()) as id, random() < ${BOTS_SHARE} as is_bot,
    string_to_array(($5::text[])[1 + floor(array_length($5::text[], 1) * random() ^ 2)], '|') as place,
    string_to_array(($6::text[])[1 + floor(array_length($6::text[], 1) * random() ^ 2)], '|') as client,
    ($7::text[])[1 + floor(array_length($7::text[], 1) * random() ^ 2)] as source
  from generate_series(1, $2::int) as n, lateral (
    select $3::timestamptz + ($4::timestamptz - $3::timestamptz) * ((n - 0.5) / $2::float8) as even
  ) as e, lateral (
    select date_trunc('day', even, 'UTC') as day, extract(epoch from even - date_trunc('day', even, 'UTC')) / 86400 as u
  ) as d, lateral (
    select day + interval '1 day' * (u - 0.12 * sin(2 * pi() * u)) as at
  ) as t`;

const SHARED = `id, profile_id, user_id, session_id, user_agent, referrer, country, region, city, device_type, browser, os, app,
  referrer_host, is_bot`;
const VALUES = `id, $1::uuid, $8::text, 'session-' || n % 100000, '${USER_AGENT}',
  case source when '' then '' else 'https://' || source || '/' end, place[1], place[2], place[3], client[1], client[2], client[3],
  client[4], source, is_bot`;

/** Writes three months of events straight into the tables, one connection per share. */
export async function fillEvents(
  [first, second]: [pg.Client, pg.Client],
  { profile, userId, days, events }: Filling,
): Promise<void> {
  const clicks = Math.round(events * CLICKS_SHARE);
  const values = (count: number) => [profile.id, count, days.from, days.to, PLACES, CLIENTS, SOURCES, userId];
  await Promise.all([
    first.query(
      `insert into link_analytics (${SHARED}, clicked_at, link_id)
       select ${VALUES}, at, ($9::uuid[])[1 + floor(array_length($9::uuid[], 1) * random() ^ 2)] from (${EVENTS}) as e`,
      [...values(clicks), profile.linkIds],
    ),
    second.query(
      `insert into page_views (${SHARED}, viewed_at, visitor)
       select ${VALUES}, at, 'visitor-' || lpad((random() * 25000)::int::text, 14, '0') from (${EVENTS}) as e`,
      values(events - clicks),
    ),
  ]);
}
