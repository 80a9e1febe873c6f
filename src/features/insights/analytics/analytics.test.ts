import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createRecorder, type Recorder } from "#src/features/insights/clicks/recorder.ts";
import { compactRollups, rebuildRollups } from "#src/features/insights/clicks/rollups.ts";
import { parseUserAgent } from "#src/features/insights/clicks/user-agent.ts";
import { purgeVisitors } from "#src/features/insights/clicks/visitor-hash.ts";
import { systemCtx } from "#src/platform/context.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import { exportAnalytics, getAnalytics } from "./analytics.ts";
import { getLinkWeeks, getProfileWeeks } from "./weeks.ts";

const DESKTOP =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36";

const ACCOUNT = "ada";

let app: TestApp;
let recorder: Recorder;
beforeAll(async () => {
  app = await startApp();
  recorder = createRecorder(app.platform);
});
afterAll(() => app.close());

const ctx = () => systemCtx(app.platform, { job: "test", account: ACCOUNT });

async function makeProfile(title = "Shop") {
  const { db } = app.platform;
  const [profile_id, link_id] = [randomUUID(), randomUUID()];
  await db.execute(sql`insert into client_profiles (id, name, username, user_id, created_at, updated_at)
    values (${profile_id}, 'P', ${profile_id}, ${ACCOUNT}, now(), now())`);
  await db.execute(sql`insert into links (id, profile_id, user_id, title, url, position, created_at, updated_at)
    values (${link_id}, ${profile_id}, ${ACCOUNT}, ${title}, 'https://example.com', 0, now(), now())`);
  return { profile_id, link_id };
}

type Owned = Awaited<ReturnType<typeof makeProfile>>;

/** Stores an event at a moment, and leaves the clock there. */
async function at(
  time: string,
  owned: Owned,
  changes: { visitor?: string; place?: string; agent?: string } = {},
) {
  app.clock.set(time);
  const [country = "", region = "", city = ""] = (changes.place ?? "DE|Berlin|Berlin").split("|");
  const event = {
    id: randomUUID(),
    profile_id: owned.profile_id,
    user_id: ACCOUNT,
    session_id: "s",
    user_agent: changes.agent ?? DESKTOP,
    referrer: "",
    place: { country, region, city },
    client: parseUserAgent(changes.agent ?? DESKTOP),
  };
  if (changes.visitor) await recorder.recordView({ ...event, visitor: changes.visitor });
  else await recorder.recordClicks([{ ...event, link_id: owned.link_id }]);
}

const read = (owned: Owned, input: Partial<Parameters<typeof getAnalytics>[1]> = {}) =>
  getAnalytics(ctx(), { id: owned.profile_id, tz: "UTC", ...input });

describe("hours and days in the owner's time zone", () => {
  it.each([
    // The last minute before local midnight, and midnight itself. The table has the length of the day.
    { tz: "Europe/Berlin", date: "2026-03-29", start: "2026-03-28T23:00:00.000Z", hours: 23 },
    { tz: "Europe/Berlin", date: "2026-10-25", start: "2026-10-24T22:00:00.000Z", hours: 25 },
    // Midnight comes twice, and not at all.
    { tz: "America/Havana", date: "2026-11-01", start: "2026-11-01T04:00:00.000Z", hours: 25 },
    { tz: "America/Havana", date: "2026-10-31", start: "2026-10-31T04:00:00.000Z", hours: 24 },
    { tz: "America/Havana", date: "2026-03-08", start: "2026-03-08T05:00:00.000Z", hours: 23 },
    { tz: "Asia/Kolkata", date: "2026-05-01", start: "2026-04-30T18:30:00.000Z", hours: 24 },
    { tz: "Asia/Kathmandu", date: "2026-05-01", start: "2026-04-30T18:15:00.000Z", hours: 24 },
    { tz: "America/St_Johns", date: "2026-03-08", start: "2026-03-08T03:30:00.000Z", hours: 23 },
    { tz: "America/St_Johns", date: "2026-11-01", start: "2026-11-01T02:30:00.000Z", hours: 25 },
    // There's no midnight: this day starts at one.
    { tz: "Africa/Cairo", date: "2026-04-24", start: "2026-04-23T22:00:00.000Z", hours: 23 },
  ])("$date in $tz has $hours hours", async ({ tz, date, start, hours }) => {
    const owned = await makeProfile();
    const end = Date.parse(start) + hours * 3_600_000;
    const moments = [Date.parse(start) - 60_000, Date.parse(start), end - 60_000, end].map((ms) =>
      new Date(ms).toISOString(),
    );
    for (const moment of moments) await at(moment, owned);

    const byHour = await read(owned, { from: date, to: date, tz });
    expect(byHour).toMatchObject({ step: "hour", from: start, to: new Date(end).toISOString() });
    expect(byHour.series).toHaveLength(hours);
    expect(byHour.series[0]).toEqual({ at: start, views: 0, visitors: 0, clicks: 1 });
    expect(byHour.series.at(-1)?.clicks).toBe(1);
    expect(byHour.series.slice(1, -1).every((bucket) => bucket.clicks === 0)).toBe(true);
    expect(byHour.totals.clicks).toBe(2);

    const day = (days: number) => new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);
    const byDay = await read(owned, { from: day(-3), to: day(3), tz });
    expect(byDay.step).toBe("day");
    expect(byDay.series.map((bucket) => bucket.clicks)).toEqual([0, 0, 1, 2, 1, 0, 0]);
    expect(byDay.series[3]?.at).toBe(start);
    expect(byDay.series[4]?.at).toBe(new Date(end).toISOString());
  });

  it("compares whole days with as many days before them, however long they are", async () => {
    const owned = await makeProfile();
    await at("2026-03-26T23:00:00Z", owned);
    await at("2026-03-26T22:59:00Z", owned);
    const { previous, totals } = await read(owned, {
      from: "2026-03-29",
      to: "2026-03-30",
      tz: "Europe/Berlin",
    });
    expect([previous.clicks, totals.clicks]).toEqual([1, 0]);
  });
});

describe("figures", () => {
  it("combines totals, the period before, and breakdowns", async () => {
    const owned = await makeProfile();
    await at("2026-05-10T08:00:00Z", owned, { visitor: "ana" });
    await at("2026-05-11T08:00:00Z", owned, { visitor: "ana", place: "US|Illinois|Springfield" });
    await at("2026-05-11T08:20:00Z", owned, { visitor: "ana", place: "US|Ohio|Springfield" });
    await at("2026-05-11T08:21:00Z", owned, { place: "UNKNOWN||" });
    await at("2026-05-11T09:00:00Z", owned, { agent: "curl/8.0" });
    const answer = await read(owned, { from: "2026-05-11", to: "2026-05-11" });
    expect(answer.totals).toEqual({ views: 2, visitors: 1, clicks: 1, click_rate: 0.5 });
    expect(answer.previous).toEqual({ views: 1, visitors: 1, clicks: 0, click_rate: 0 });
    expect(answer.breakdowns).toMatchObject({
      link: [{ key: owned.link_id, label: "Shop", position: 1, clicks: 1 }],
      country: [
        { key: "US", label: "United States", clicks: 0, views: 2 },
        { key: "UNKNOWN", label: "Unknown", clicks: 1, views: 0 },
      ],
      city: [
        { key: "", label: "Unknown", clicks: 1 },
        { key: "Springfield, Illinois, US", label: "Springfield, Illinois, United States", views: 1 },
        { key: "Springfield, Ohio, US", views: 1 },
      ],
      device_type: [{ key: "desktop", label: "Desktop", clicks: 1, views: 2 }],
      browser: [{ key: "chrome", clicks: 1, views: 2 }],
      os: [{ key: "windows", label: "Windows", clicks: 1, views: 2 }],
      referrer: [{ key: "", label: "Direct or unknown", clicks: 1, views: 2 }],
      app: [],
    });
    const withBots = await read(owned, { from: "2026-05-11", to: "2026-05-11", bots: true });
    expect(withBots.totals.clicks).toBe(2);
  });

  it("keeps the name of a deleted link", async () => {
    const owned = await makeProfile();
    await at("2026-05-11T08:00:00Z", owned);
    await app.platform.db.execute(sql`update links set deleted_at = now() where id = ${owned.link_id}`);
    const { breakdowns } = await read(owned, { from: "2026-05-11", to: "2026-05-11" });
    expect(breakdowns.link).toEqual([{ key: owned.link_id, label: "Shop", clicks: 1 }]);
  });

  it("shows the last 30 days, including the quarter of an hour in progress", async () => {
    const owned = await makeProfile();
    await at("2026-06-15T10:07:00Z", owned);
    const answer = await read(owned);
    expect(answer).toMatchObject({
      from: "2026-05-16T10:15:00.000Z",
      to: "2026-06-15T10:15:00.000Z",
      step: "day",
    });
    expect(answer.series).toHaveLength(31);
    expect(answer.totals.clicks).toBe(1);
  });

  it.each([
    [{ tz: "Mars/Olympus" }, "TIME_ZONE_UNKNOWN"],
    [{ tz: "+05:30" }, "TIME_ZONE_UNKNOWN"],
    [{ tz: "'; drop table links" }, "TIME_ZONE_UNKNOWN"],
    [{ from: "2026-02-30" }, "PERIOD_INVALID"],
    [{ from: "yesterday" }, "PERIOD_INVALID"],
    [{ from: "2026-01-01T25:61" }, "PERIOD_INVALID"],
    [{ from: "2026-13-01" }, "PERIOD_INVALID"],
    [{ from: "2026-05-02", to: "2026-05-01" }, "PERIOD_INVALID"],
    [{ from: "2000-01-01", to: "2026-01-01" }, "PERIOD_INVALID"],
    [{ from: "0001-01-01", step: "hour" as const }, "PERIOD_INVALID"],
    [{ to: "9999-12-31T23:59:59Z" }, "PERIOD_INVALID"],
  ])("%j is refused as %s", async (input, code) => {
    const owned = await makeProfile();
    await expect(read(owned, input)).rejects.toMatchObject({ code });
  });

  it("is a file without formulas", async () => {
    const owned = await makeProfile('=HYPERLINK("x"), Ö');
    await at("2026-05-11T08:00:00Z", owned);
    const period = { id: owned.profile_id, tz: "UTC", from: "2026-05-11", to: "2026-05-12" };
    const file = await exportAnalytics(ctx(), { ...period, part: "link" });
    expect(new TextDecoder("utf-8", { ignoreBOM: true }).decode(await file.arrayBuffer())).toBe(
      `\ufeffkey,label,views,clicks\r\n${owned.link_id},"'=HYPERLINK(""x""), Ö",,1\r\n`,
    );
    const series = await exportAnalytics(ctx(), { ...period, step: "day", part: "series" });
    expect(await series.text()).toContain(
      "date,views,visitors,clicks\r\n2026-05-11,0,0,1\r\n2026-05-12,0,0,0\r\n",
    );
  });

  it("§10 uses the owner's days and hours, even when the clocks go back", async () => {
    const owned = await makeProfile();
    await at("2026-10-24T22:30:00Z", owned);
    await at("2026-10-25T01:30:00Z", owned);
    const berlin = { id: owned.profile_id, tz: "Europe/Berlin", from: "2026-10-25", to: "2026-10-25" };
    const hours = await exportAnalytics(ctx(), { ...berlin, step: "hour", part: "series" });
    expect(hours.name).toBe("analytics-series-2026-10-25-to-2026-10-25.csv");
    expect((await hours.text()).split("\r\n").slice(0, 5)).toEqual([
      "date,time,offset,views,visitors,clicks",
      "2026-10-25,00:00,UTC+02:00,0,0,1",
      "2026-10-25,01:00,UTC+02:00,0,0,0",
      "2026-10-25,02:00,UTC+02:00,0,0,0",
      "2026-10-25,02:00,UTC+01:00,0,0,1",
    ]);
    const days = await exportAnalytics(ctx(), { ...berlin, step: "day", part: "series" });
    expect(await days.text()).toContain("date,views,visitors,clicks\r\n2026-10-25,0,0,2\r\n");
  });

  it("§10 says whether anything was ever counted, which an empty period alone doesn't", async () => {
    const owned = await makeProfile();
    const empty = { from: "2026-05-01", to: "2026-05-02" };
    expect(await read(owned, empty)).toMatchObject({ totals: { views: 0 }, has_history: false });
    await at("2026-05-11T08:00:00Z", owned, { agent: "curl/8.0", visitor: "bot" });
    expect(await read(owned, empty)).toMatchObject({ has_history: false });
    await at("2026-05-11T08:00:00Z", owned, { visitor: "ana" });
    expect(await read(owned, empty)).toMatchObject({ totals: { views: 0 }, has_history: true });
  });
});

describe("compaction", () => {
  const periods = [
    { from: "2026-01-01", to: "2026-04-30" },
    { from: "2026-01-15T10:00:00Z", to: "2026-04-02T11:30:00Z" },
    { from: "2026-02-01", to: "2026-02-28", tz: "Asia/Kathmandu" },
    { from: "2026-04-29", to: "2026-04-30" },
    { from: "2026-04-30T01:00:00Z", to: "2026-04-30T02:00:00Z" },
  ];

  async function fill(owned: Owned) {
    for (let day = 0; day < 120; day += 3) {
      const time = new Date(Date.UTC(2026, 0, 1 + day, (day * 7) % 24, (day * 11) % 60)).toISOString();
      await at(time, owned, day % 2 ? { visitor: "ana" } : { place: `FR|R${day}|C` });
    }
  }

  it("changes no answer, and neither does rebuilding the figures", async () => {
    const owned = await makeProfile();
    await fill(owned);
    const answers = async () =>
      JSON.stringify(await Promise.all(periods.map((period) => read(owned, period))));
    const before = await answers();
    // Two hours after midnight the last day isn't finished yet. A minute later it is.
    app.clock.set("2026-04-30T01:59:00Z");
    await compactRollups(app.platform);
    expect(await progress()).toEqual({ day: "2026-04-29T00:00:00.000Z", month: "2026-04-01T00:00:00.000Z" });
    expect(await answers()).toBe(before);
    app.clock.set("2026-05-01T02:01:00Z");
    await Promise.all([compactRollups(app.platform), compactRollups(app.platform)]);
    expect(await progress()).toEqual({ day: "2026-05-01T00:00:00.000Z", month: "2026-05-01T00:00:00.000Z" });
    expect(await answers()).toBe(before);

    const figures = () =>
      rowsOf(
        app.platform.db,
        sql`select * from analytics_rollups
      where profile_id = ${owned.profile_id} order by grain, dimension, at, is_bot, key`,
      );
    const kept = await figures();
    const period = { from: new Date("2026-02-10T05:00:00Z"), to: new Date("2026-05-01T00:00:00Z") };
    await app.platform.write(({ db }) => rebuildRollups(db, owned.profile_id, period));
    expect(await figures()).toEqual(kept);
    expect(await answers()).toBe(before);
  });

  async function progress() {
    const rows = await rowsOf<{ name: string; done_until: string | Date }>(
      app.platform.db,
      sql`select name, done_until from rollup_progress`,
    );
    return Object.fromEntries(rows.map((row) => [row.name, new Date(row.done_until).toISOString()]));
  }
});

it("the last seven days of several pages and of a page's links are those of the owner's calendar", async () => {
  const [shop, blog, quiet] = [await makeProfile(), await makeProfile(), await makeProfile()];
  const stranger = { ...(await makeProfile()), user_id: "eve" };
  await app.platform.db.execute(
    sql`update client_profiles set user_id = 'eve' where id = ${stranger.profile_id}`,
  );
  // The last minute before the first day in Berlin, and its first one.
  await at("2026-06-01T21:59:00Z", shop);
  await at("2026-06-01T22:00:00Z", shop);
  await at("2026-06-05T12:00:00Z", shop, { visitor: "ana" });
  await at("2026-06-05T12:00:00Z", blog, { visitor: "ben" });
  await at("2026-06-05T12:01:00Z", shop, { agent: "curl/8.0" });
  await at("2026-06-08T21:50:00Z", shop);
  const ids: string[] = [shop, blog, quiet, stranger].map(({ profile_id }) => profile_id);
  const weeks = async () => {
    const tz = "Europe/Berlin";
    const [profiles, links] = await Promise.all([
      getProfileWeeks(ctx(), { ids: [...ids, randomUUID()], tz }),
      getLinkWeeks(ctx(), { id: shop.profile_id, tz }),
    ]);
    return { profiles: profiles.items.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)), links };
  };
  const none = [0, 0, 0, 0, 0, 0, 0];
  const expected = {
    profiles: [
      { id: shop.profile_id, views: [0, 0, 0, 1, 0, 0, 0], clicks: [1, 0, 0, 0, 0, 0, 1] },
      { id: blog.profile_id, views: [0, 0, 0, 1, 0, 0, 0], clicks: none },
      { id: quiet.profile_id, views: none, clicks: none },
    ],
    links: { items: [{ id: shop.link_id, clicks: [1, 0, 0, 0, 0, 0, 1] }] },
  };
  expect(await weeks()).toEqual(expected);
  await compactRollups(app.platform);
  expect(await weeks()).toEqual(expected);
  app.clock.set("2026-06-08T22:00:00Z");
  expect((await weeks()).profiles[0]?.clicks).toEqual([0, 0, 0, 0, 0, 1, 0]);
});

it("forgets a day's visitors when the day is over", async () => {
  const owned = await makeProfile();
  await at("2026-06-20T23:59:00Z", owned, { visitor: "ana" });
  await at("2026-06-21T00:01:00Z", owned, { visitor: "ana" });
  await purgeVisitors(app.platform);
  const days = await rowsOf(
    app.platform.db,
    sql`select day::text from daily_visitors where profile_id = ${owned.profile_id}`,
  );
  expect(days).toEqual([{ day: "2026-06-21" }]);
});
