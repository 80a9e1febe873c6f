import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { BREAKDOWNS, type BreakdownName } from "#src/features/insights/analytics/contract.ts";
import { type Filter, isAboutClicks } from "#src/features/insights/analytics/filter-rules.ts";
import { createRecorder } from "#src/features/insights/clicks/recorder.ts";
import { utmKey } from "#src/features/insights/clicks/rules.ts";
import { parseUserAgent } from "#src/features/insights/clicks/user-agent.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import type { TestApp } from "./app.ts";

/** A thousand visits and clicks are sent, and everything that's shown has to be exactly what was sent. */
const EVENTS = 1000;
export const ACCOUNT = "ada";
export const FIRST_DAY = Date.parse("2026-02-20T00:00:00Z");
export const DAYS = 60;
const SLOTS = 90;
export const DAY_MS = 86_400_000;

const AGENTS = [
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 355.0.0.0",
  "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36",
  "Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0",
  "curl/8.0",
];
const PLACES = [
  "DE|Berlin|Berlin",
  "DE|Bavaria|Munich",
  "US|Illinois|Chicago",
  "FR|Normandy|Rouen",
  "UNKNOWN||",
];
const REFERRERS = [
  "",
  "https://l.instagram.com/",
  "https://www.instagram.com/p/1",
  "https://google.de/",
  "https://blog.example/",
];
const QUERIES = [
  "",
  "utm_source=Newsletter&utm_medium=email",
  "utm_source=newsletter&utm_campaign=spring",
  "utm_term=a%20b&utm_content=x",
];
const SITES: Readonly<Record<string, string>> = {
  "": "",
  "https://l.instagram.com/": "instagram.com",
  "https://www.instagram.com/p/1": "instagram.com",
  "https://google.de/": "google.com",
  "https://blog.example/": "blog.example",
};

export interface Sent {
  id: string;
  at: number;
  place: string;
  agent: string;
  referrer: string;
  query: string;
  visitor: string;
  link: string | undefined;
  variant: "a" | "b" | undefined;
}

/** The same numbers every time (mulberry32). */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * sides);
  };
}

export const profile_id = randomUUID();
const links = [randomUUID(), randomUUID(), randomUUID()];
export const roll = dice(30);
export const of = <T>(list: readonly T[]): T => list[roll(list.length)] as T;
const moments = Array.from({ length: SLOTS }, () => FIRST_DAY + roll(DAYS * 24 * 60) * 60_000);
export const slots = [...new Set(moments)].sort((a, b) => a - b);
export const sent: Sent[] = Array.from({ length: EVENTS }, (): Sent => {
  // Minutes are as fine as most figures. How long a first click takes is in milliseconds.
  const at = of(slots) + roll(4) * 7_321;
  const person = roll(12);
  const link = roll(5) < 2 ? of(links) : undefined;
  return {
    id: randomUUID(),
    at,
    // A visitor is somewhere, with one device, all day long.
    place: PLACES[person % PLACES.length] as string,
    agent: AGENTS[(person * 7) % AGENTS.length] as string,
    referrer: of(REFERRERS),
    query: of(QUERIES),
    visitor: `${Math.floor(at / DAY_MS)}-${person}`,
    link,
    variant: link === links[0] ? of(["a", "b"] as const) : undefined,
  };
});

export const isBot = ({ agent }: Sent) => agent.startsWith("curl");
const utm = (name: string) => (event: Sent) =>
  new URLSearchParams(event.query).get(`utm_${name}`)?.toLowerCase() ?? "";
const client = (read: (parsed: ReturnType<typeof parseUserAgent>) => string) => (event: Sent) =>
  read(parseUserAgent(event.agent));
const placed = (read: (country: string, region: string, city: string) => string) => (event: Sent) => {
  const [country = "", region = "", city = ""] = event.place.split("|");
  return read(country, region, city);
};
/** The test's own idea of which row an event belongs to. */
const KEYS: Readonly<Record<BreakdownName, (event: Sent) => string>> = {
  link: ({ link }) => link ?? "",
  country: placed((country) => country),
  region: placed((country, region) => (region === "" ? "" : `${region}, ${country}`)),
  city: placed((country, _, city) => (city === "" ? "" : `${city}, ${country}`)),
  device_type: client((parsed) => parsed.device_type),
  browser: client((parsed) => parsed.browser),
  os: client((parsed) => parsed.os),
  app: client((parsed) => parsed.app ?? ""),
  // An app that sends no referrer is its own.
  referrer: (event) => SITES[event.referrer] || (parseUserAgent(event.agent).app ? "instagram.com" : ""),
  utm_source: utm("source"),
  utm_medium: utm("medium"),
  utm_campaign: utm("campaign"),
  utm_term: utm("term"),
  utm_content: utm("content"),
};
export const keyOf = (dimension: Filter["dimension"], event: Sent) =>
  dimension === "variant" ? (event.variant ?? "") : KEYS[dimension](event);

export interface Asked {
  filters?: Filter[];
  from?: number;
  to?: number;
  bots?: boolean;
}

export function matching({
  filters = [],
  from = FIRST_DAY,
  to = FIRST_DAY + DAYS * DAY_MS,
  bots = false,
}: Asked): Sent[] {
  return sent.filter(
    (event) =>
      event.at >= from &&
      event.at < to &&
      (bots || !isBot(event)) &&
      filters.every((filter) => {
        if (isAboutClicks(filter) && event.link === undefined) return true;
        const wanted = filter.values.map((value) =>
          filter.dimension.startsWith("utm_") ? value.toLowerCase() : value,
        );
        return wanted.includes(keyOf(filter.dimension, event)) !== filter.isNot;
      }),
  );
}

export function expected(asked: Asked) {
  const events = matching(asked);
  const views = events.filter(({ link }) => link === undefined);
  const clicks = events.length - views.length;
  const visitors = new Set(views.map(({ visitor }) => visitor)).size;
  const totals = {
    views: views.length,
    visitors,
    clicks,
    click_rate: views.length === 0 ? 0 : clicks / views.length,
  };
  const rows = Object.fromEntries(
    BREAKDOWNS.map((name) => {
      const counts: Record<string, [views: number, clicks: number]> = {};
      for (const event of events) {
        const key = KEYS[name](event);
        // Nothing is a row only of places, devices, and referrers.
        if (key === "" && /^(?:link|app|utm_)/.test(name)) continue;
        const count = counts[key] ?? [0, 0];
        counts[key] = count;
        count[event.link === undefined ? 0 : 1]++;
      }
      return [name, counts];
    }),
  );
  return { totals, rows };
}

/** Who signed up: without scripts, nothing is known of their visit. */
export const signedUp = sent
  .filter((event) => event.link === undefined && !isBot(event))
  .filter((_, index) => index % 12 === 0)
  .map((event, index) => ({
    id: randomUUID(),
    contact: randomUUID(),
    event,
    at: event.at + 1000,
    hasSession: index % 5 !== 0,
    isConfirmed: index % 2 === 0,
    // One was bought before they signed up, and one was refunded.
    order: index % 3 > 0 ? undefined : { amount: index === 3 ? 0 : 500, days: index === 6 ? -1 : 1 },
  }));

/** The funnel as the test counts it: visits by their tab and day, then people. */
export function expectedFunnel({ filters = [], ...period }: Asked) {
  const events = matching({ filters, ...period });
  const [views, clicks] = [true, false].map((isView) =>
    events.filter(({ link }) => (link === undefined) === isView),
  );
  const viewed = new Set(views?.map(({ visitor }) => visitor));
  const opened = new Set(clicks?.map(({ visitor }) => visitor));
  const passes = (event: Sent) => matching({ filters }).includes(event);
  const ofVisit = (event: Sent) => sent.filter(({ visitor }) => visitor === event.visitor);
  const isKnown = filters.every(({ dimension }) => dimension === "country" || dimension === "referrer");
  const { from = FIRST_DAY, to = FIRST_DAY + DAYS * DAY_MS } = period;
  const those = signedUp.filter(({ at }) => at >= from && at < to);
  const reached = those.filter(({ hasSession }) => hasSession || isKnown);
  const people = reached.filter(({ event, hasSession }) => {
    if (!hasSession) {
      const own = { ...event, agent: AGENTS[0] as string };
      return filters.every((one) => one.values.includes(keyOf(one.dimension, own)) !== one.isNot);
    }
    const own = ofVisit(event).filter((one) => one.at < to && passes(one));
    return own.some(({ link }) => link !== undefined || !filters.some(isAboutClicks));
  });
  const bought = people.filter(({ order }) => order && order.amount > 0 && order.days > 0);
  const delays = [...new Set(sent.map(({ visitor }) => visitor))].flatMap((visitor) => {
    const own = sent
      .filter((event) => event.visitor === visitor)
      .map((event) => ({ ...event, sent: event, at: storedAt.get(event.id) ?? 0 }))
      .sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
    const view = own.find(({ link }) => link === undefined);
    const click = view && own.find(({ link, at }) => link !== undefined && at >= view.at);
    const isCounted = click && events.includes(click.sent) && viewed.has(visitor);
    return isCounted ? [{ delay: click.at - view.at, app: KEYS.app(click) }] : [];
  });
  return {
    people: [
      viewed.size,
      [...opened].filter((visit) => viewed.has(visit)).length,
      people.length,
      people.filter(({ isConfirmed }) => isConfirmed).length,
      bought.length,
    ],
    straight: [...opened].filter((visit) => !viewed.has(visit)).length,
    unreached: those.length - reached.length,
    revenue: bought.length * 500,
    delays,
  };
}

/** The clock goes on while events are stored. */
const storedAt = new Map<string, number>();

/** Half are at or below it, or nine in ten, as PostgreSQL has it. */
export async function quantilesOf(app: TestApp, delays: readonly number[]): Promise<unknown> {
  const [row] = await rowsOf(
    app.platform.db,
    sql`select percentile_disc(0.5) within group (order by d) as median_ms,
    percentile_disc(0.9) within group (order by d) as p90_ms, count(*)::int as visits
    from unnest(${`{${delays.join(",")}}`}::int[]) as d`,
  );
  return row;
}

/** Sends the events at their moments, and stores who signed up and bought. */
export async function recordKnownEvents(app: TestApp): Promise<void> {
  const { db } = app.platform;
  await db.execute(sql`insert into client_profiles (id, name, username, user_id, created_at, updated_at)
    values (${profile_id}, 'P', 'ada', ${ACCOUNT}, now(), now())`);
  for (const [position, id] of links.entries()) {
    await db.execute(sql`insert into links (id, profile_id, user_id, title, url, position, created_at, updated_at)
      values (${id}, ${profile_id}, ${ACCOUNT}, ${`Link ${position}`}, 'https://example.com', ${position}, now(), now())`);
  }
  const recorder = createRecorder(app.platform);
  for (const moment of [...new Set(sent.map(({ at }) => at))].sort((a, b) => a - b)) {
    app.clock.set(new Date(moment).toISOString());
    await Promise.all(
      sent
        .filter(({ at }) => at === moment)
        .map((event) => {
          const [country = "", region = "", city = ""] = event.place.split("|");
          const facts = {
            id: event.id,
            profile_id,
            user_id: ACCOUNT,
            session_id: event.visitor,
            user_agent: event.agent,
            referrer: event.referrer,
            utm: utmKey(event.query),
            place: { country, region, city },
            client: parseUserAgent(event.agent),
          };
          return event.link === undefined
            ? recorder.recordView({ ...facts, visitor: event.visitor })
            : recorder.recordClicks([{ ...facts, link_id: event.link, variant: event.variant }]);
        }),
    );
  }
  const stored = await rowsOf<{ id: string; at: number }>(
    db,
    sql`select id, (extract(epoch from viewed_at) * 1000)::float8 as at from page_views
      union all select id, (extract(epoch from clicked_at) * 1000)::float8 from link_analytics`,
  );
  for (const { id, at } of stored) storedAt.set(id, at);
  await db.execute(sql`insert into users (id, name, email) values (${ACCOUNT}, 'Ada', 'ada@example.com')`);
  for (const { id, contact, event, at, hasSession, isConfirmed, order } of signedUp) {
    const time = new Date(at).toISOString();
    const email = `${id}@fans.example`;
    const host = event.referrer && new URL(event.referrer).host;
    await db.execute(sql`insert into contacts (user_id, id, email, status, created_at, updated_at)
      values (${ACCOUNT}, ${contact}, ${email}, 'new', ${time}, ${time})`);
    await db.execute(sql`insert into fan_leads (id, profile_id, user_id, name, email, lead_source, country, referrer_host,
        consent_text, consent_version, consented_at, created_at, contact_id, session_id)
      values (${id}, ${profile_id}, ${ACCOUNT}, 'Mia', ${email}, 'form', ${event.place.split("|")[0]}, ${host}, '', '', ${time}, ${time},
        ${contact}, ${hasSession ? event.visitor : null})`);
    await db.execute(sql`insert into contact_consents (user_id, contact_id, id, topic, state, text, version, method, given_at)
      values (${ACCOUNT}, ${contact}, ${randomUUID()}, 'news', ${isConfirmed ? "confirmed" : "unconfirmed"}, '', '', 'form', ${time})`);
    if (order)
      await db.execute(sql`insert into orders (user_id, id, contact_id, amount, currency, ordered_at)
        values (${ACCOUNT}, ${id}, ${contact}, ${order.amount}, 'USD', ${new Date(at + order.days * DAY_MS).toISOString()})`);
  }
}
