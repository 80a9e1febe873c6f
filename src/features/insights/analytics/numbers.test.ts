import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { packDays } from "#src/features/insights/clicks/packed-days.ts";
import { createRecorder } from "#src/features/insights/clicks/recorder.ts";
import { compactRollups } from "#src/features/insights/clicks/rollups.ts";
import { utmKey } from "#src/features/insights/clicks/rules.ts";
import { parseUserAgent } from "#src/features/insights/clicks/user-agent.ts";
import { getFunnel } from "#src/features/insights/funnel/funnel.ts";
import { systemCtx } from "#src/platform/context.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import { exportAnalytics, getAnalytics } from "./analytics.ts";
import { BREAKDOWNS, type BreakdownName } from "./contract.ts";
import { exportEvents } from "./events-file.ts";
import { type Filter, formatFilters, isAboutClicks } from "./filter-rules.ts";
import { getHours } from "./hours.ts";

/** A thousand visits and clicks are sent, and everything that's shown has to be exactly what was sent. */
const EVENTS = 1000;
const ACCOUNT = "ada";
const FIRST_DAY = Date.parse("2026-02-20T00:00:00Z");
const DAYS = 60;
const SLOTS = 90;
const DAY_MS = 86_400_000;

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

interface Sent {
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

const profile_id = randomUUID();
const links = [randomUUID(), randomUUID(), randomUUID()];
const roll = dice(30);
const of = <T>(list: readonly T[]): T => list[roll(list.length)] as T;
const moments = Array.from({ length: SLOTS }, () => FIRST_DAY + roll(DAYS * 24 * 60) * 60_000);
const slots = [...new Set(moments)].sort((a, b) => a - b);
const sent: Sent[] = Array.from({ length: EVENTS }, (): Sent => {
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

const isBot = ({ agent }: Sent) => agent.startsWith("curl");
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
const keyOf = (dimension: Filter["dimension"], event: Sent) =>
  dimension === "variant" ? (event.variant ?? "") : KEYS[dimension](event);

interface Asked {
  filters?: Filter[];
  from?: number;
  to?: number;
  bots?: boolean;
}

function matching({
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

function expected(asked: Asked) {
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
const signedUp = sent
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
function expectedFunnel({ filters = [], ...period }: Asked) {
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
async function quantilesOf(delays: readonly number[]): Promise<unknown> {
  const [row] = await rowsOf(
    app.platform.db,
    sql`select percentile_disc(0.5) within group (order by d) as median_ms,
    percentile_disc(0.9) within group (order by d) as p90_ms, count(*)::int as visits
    from unnest(${`{${delays.join(",")}}`}::int[]) as d`,
  );
  return row;
}

let app: TestApp;
const read = async ({ filters = [], from = FIRST_DAY, to = FIRST_DAY + DAYS * DAY_MS, bots }: Asked) => {
  const answer = await getAnalytics(systemCtx(app.platform, { job: "test", account: ACCOUNT }), {
    id: profile_id,
    tz: "UTC",
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    filter: formatFilters(filters),
    bots,
  });
  const rows = Object.fromEntries(
    BREAKDOWNS.map((name) => [
      name,
      Object.fromEntries(
        answer.breakdowns[name].map(({ key, views = 0, clicks }) => [
          name.startsWith("utm_") ? key.toLowerCase() : key,
          [views, clicks],
        ]),
      ),
    ]),
  );
  return { answer, shown: { totals: answer.totals, rows } };
};

const is = (dimension: Filter["dimension"], event: Sent, isNot = false): Filter => ({
  dimension,
  isNot,
  values: [keyOf(dimension, event)],
});
const PAIRS = BREAKDOWNS.flatMap((one, index) =>
  BREAKDOWNS.slice(index + 1).map((other) => [one, other] as const),
);

beforeAll(async () => {
  // Filters that combine come with premium, or where nothing is sold.
  app = await startApp({ PLANS: "off" });
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
  // The file of events leaves out what's still coming in.
  app.clock.advance(60_000);
});
afterAll(() => app.close());

describe.each(["as they come in", "once their days are added up and packed"])(
  "%s, a thousand events",
  (when) => {
    beforeAll(async () => {
      if (when === "as they come in") return;
      // Most days are finished, and the last ones aren't.
      app.clock.set(new Date(FIRST_DAY + (DAYS - 3) * DAY_MS + 8 * 3_600_000).toISOString());
      await compactRollups(app.platform);
      await packDays(app.platform);
      app.clock.set(new Date(FIRST_DAY + DAYS * DAY_MS).toISOString());
    });

    it("are in totals and every breakdown, with and without bots, of any period", async () => {
      const periods = [
        {},
        { bots: true },
        { from: FIRST_DAY + 9 * DAY_MS, to: FIRST_DAY + 10 * DAY_MS },
        { from: FIRST_DAY + 3 * DAY_MS, to: FIRST_DAY + 40 * DAY_MS },
        { from: FIRST_DAY + 50 * DAY_MS },
      ];
      for (const period of periods)
        expect((await read(period)).shown, JSON.stringify(period)).toEqual(expected(period));
    });

    it("are found by every single filter, and by what each leaves", async () => {
      for (const dimension of [...BREAKDOWNS, "variant"] as const) {
        // Reading rows is the same code for every filter, and takes longer.
        for (const isNot of when === "as they come in" ? [false] : [false, true]) {
          const filters = [is(dimension, of(sent.filter(({ variant }) => variant)), isNot)];
          expect((await read({ filters })).shown, formatFilters(filters)).toEqual(expected({ filters }));
        }
      }
    });

    it("are found by every pair of filters", async () => {
      const clicks = sent.filter((event) => event.link && !isBot(event) && event.query !== "");
      const pairs = when === "as they come in" ? PAIRS.filter((_, index) => index % 7 === 0) : PAIRS;
      for (const [one, other] of pairs) {
        const event = of(clicks);
        const filters = [is(one, event), is(other, roll(3) === 0 ? of(clicks) : event, roll(4) === 0)];
        expect((await read({ filters })).shown, formatFilters(filters)).toEqual(expected({ filters }));
      }
    });

    it("are in the right hour, day, week and month of their owner’s, and compared with the right ones before", async () => {
      const filters = [is("country", sent[0] as Sent)];
      const ctx = systemCtx(app.platform, { job: "test", account: ACCOUNT });
      const input = { id: profile_id, tz: "Asia/Kathmandu", from: "2026-03-01", to: "2026-03-31" };
      for (const step of ["hour", "day", "week", "month"] as const) {
        for (const asked of [filters, []]) {
          const answer = await getAnalytics(ctx, { ...input, step, filter: formatFilters(asked) });
          const ends = [...answer.series.slice(1).map(({ at }) => at), answer.to].map((at) => Date.parse(at));
          const counted = answer.series.map(({ views, clicks }) => [views, clicks]);
          const from = (index: number) =>
            index === 0 ? Date.parse(answer.from) : (ends[index - 1] as number);
          expect(counted, step).toEqual(
            ends.map((to, index) => {
              const { totals } = expected({ filters: asked, from: from(index), to });
              return [totals.views, totals.clicks];
            }),
          );
          const before = {
            from: Date.parse(answer.previous_from),
            to: Date.parse(answer.previous_to),
            filters: asked,
          };
          expect(answer.previous).toMatchObject({
            views: expected(before).totals.views,
            clicks: expected(before).totals.clicks,
          });
        }
      }
      const slot = slots[40] as number;
      const near = {
        from: new Date(slot - 3_600_000).toISOString(),
        to: new Date(slot + 3_600_000).toISOString(),
      };
      const minutes = await getAnalytics(ctx, { id: profile_id, tz: "UTC", ...near, step: "minute" });
      const at = minutes.series.find((point) => point.at === new Date(slot).toISOString());
      const { totals } = expected({ from: slot, to: slot + 60_000 });
      expect([minutes.step, at?.views, at?.clicks]).toEqual(["minute", totals.views, totals.clicks]);
    });

    it("are steps of a funnel, with who signed up and bought, and times to the first click", async () => {
      const ctx = systemCtx(app.platform, { job: "test", account: ACCOUNT });
      const [one, other] = [signedUp[1]?.event as Sent, signedUp[2]?.event as Sent];
      const clicked =
        sent.find(({ variant, visitor }) => variant && visitor === one.visitor) ??
        (sent.find(({ variant }) => variant) as Sent);
      const asked: Filter[][] = [
        [],
        [is("country", one)],
        [is("referrer", one), is("country", other, true)],
        [is("app", other)],
        [is("utm_source", one, true), is("device_type", one)],
        [is("link", clicked)],
        [is("variant", clicked, true), is("os", one)],
      ];
      for (const filters of asked) {
        for (const [from, to] of [
          [0, DAYS],
          [3, 40],
        ] as const) {
          const period = { from: FIRST_DAY + from * DAY_MS, to: FIRST_DAY + to * DAY_MS };
          const answer = await getFunnel(ctx, {
            id: profile_id,
            tz: "Asia/Kathmandu",
            from: new Date(period.from).toISOString(),
            to: new Date(period.to).toISOString(),
            filter: formatFilters(filters),
          });
          const { delays, ...wanted } = expectedFunnel({ filters, ...period });
          expect(
            {
              people: answer.steps.map(({ people }) => people),
              straight: answer.short_link_visits,
              unreached: answer.unreached_leads,
              revenue: answer.revenue?.[0]?.amount ?? 0,
            },
            formatFilters(filters),
          ).toEqual(wanted);
          const { apps, devices: _, ...all } = answer.first_click;
          expect(all).toEqual(await quantilesOf(delays.map(({ delay }) => delay)));
          for (const { key, label: __, ...times } of apps)
            expect(times).toEqual(
              await quantilesOf(delays.filter(({ app }) => app === key).map(({ delay }) => delay)),
            );
        }
      }
    });

    it("are in the hours of the week, and in the file of events, that they came in", async () => {
      const ctx = systemCtx(app.platform, { job: "test", account: ACCOUNT });
      const period = {
        from: new Date(FIRST_DAY).toISOString(),
        to: new Date(FIRST_DAY + DAYS * DAY_MS).toISOString(),
      };
      for (const filters of [[], [is("browser", of(sent)), is("referrer", of(sent), true)]]) {
        const input = { id: profile_id, tz: "Asia/Kathmandu", ...period, filter: formatFilters(filters) };
        const events = matching({ filters });
        const counts: Record<string, number> = {};
        for (const { at } of events) {
          const local = new Date(at + 345 * 60_000);
          const name = `${local.getUTCDay() || 7} ${local.getUTCHours()}`;
          counts[name] = (counts[name] ?? 0) + 1;
        }
        const { hours } = await getHours(ctx, input);
        const shown = hours.map(({ weekday, hour, views, clicks }) => [`${weekday} ${hour}`, views + clicks]);
        expect(Object.fromEntries(shown)).toEqual(counts);

        const json = JSON.parse(await (await exportEvents(ctx, { ...input, format: "json" })).text());
        const brief = events.map((event) =>
          [new Date(event.at).toISOString().slice(0, 16), event.link ?? "", event.place].join(" "),
        );
        const kept = (row: Record<string, string>) =>
          [row.at?.slice(0, 16), row.link_id, [row.country, row.region, row.city].join("|")].join(" ");
        expect(json.map(kept).sort()).toEqual(brief.sort());
        expect(json.map(({ at }: { at: string }) => at)).toEqual(
          json.map(({ at }: { at: string }) => at).sort(),
        );
        const csv = await (await exportEvents(ctx, { ...input, format: "csv" })).text();
        expect(csv.trim().split("\r\n")).toHaveLength(events.length + 1);
      }
    });

    it("are in the file of a filtered breakdown", async () => {
      const filters = [is("country", of(sent)), is("device_type", of(sent), true)];
      const ctx = systemCtx(app.platform, { job: "test", account: ACCOUNT });
      const period = {
        from: new Date(FIRST_DAY).toISOString(),
        to: new Date(FIRST_DAY + DAYS * DAY_MS).toISOString(),
      };
      const input = {
        id: profile_id,
        tz: "UTC",
        ...period,
        filter: formatFilters(filters),
        part: "os" as const,
      };
      const lines = (await (await exportAnalytics(ctx, input)).text()).trim().split("\r\n").slice(1);
      const rows = lines
        .map((line) => line.split(","))
        .map(([key, , views, clicks]) => [key, [Number(views), Number(clicks)]]);
      expect(Object.fromEntries(rows)).toEqual(expected({ filters }).rows.os);
    });
  },
);

it("days that were packed before visits were are read from the rows, until they’re packed again", async () => {
  const { db } = app.platform;
  const ctx = systemCtx(app.platform, { job: "test", account: ACCOUNT });
  const input = { id: profile_id, tz: "UTC", from: "2026-02-20", to: "2026-04-20" };
  const before = await getFunnel(ctx, input);
  await db.execute(
    sql`update packed_days set visits = null, version = gen_random_uuid() where day < '2026-03-20'`,
  );
  expect(await getFunnel(ctx, input)).toEqual(before);
  await packDays(app.platform);
  expect(await rowsOf(db, sql`select 1 from packed_days where visits is null`)).toEqual([]);
  expect(await getFunnel(ctx, input)).toEqual(before);
});

it("a year before is the same days of that year, and a change is real or noise", async () => {
  const ctx = systemCtx(app.platform, { job: "test", account: ACCOUNT });
  const input = {
    id: profile_id,
    tz: "Europe/Berlin",
    from: "2027-03-01",
    to: "2027-03-31",
    compare: "year" as const,
  };
  const answer = await getAnalytics(ctx, input);
  expect(answer).toMatchObject({
    previous_from: "2026-02-28T23:00:00.000Z",
    previous_to: "2026-03-31T22:00:00.000Z",
    totals: { views: 0 },
    verdicts: { views: "real", click_rate: "unknown" },
  });
  const { totals } = expected({ from: Date.parse(answer.previous_from), to: Date.parse(answer.previous_to) });
  expect(answer.previous.views).toBe(totals.views);
  const all = await getAnalytics(ctx, { id: profile_id, tz: "UTC", from: "start" });
  expect(all.from).toBe(`${new Date(slots[0] as number).toISOString().slice(0, 10)}T00:00:00.000Z`);
});
