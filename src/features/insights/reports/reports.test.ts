// @project server-postgres
import { randomUUID } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { rowsOf } from "#src/platform/db/database.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { eventsOf } from "#test/harness/events.ts";
import { countEvents, startShop } from "#test/harness/insights.ts";
import { watchPages } from "./alerts/alerts.ts";
import { NOTES_MAX } from "./notes/note-rules.ts";
import { forgetProfile, sendDueReports } from "./reports.ts";

let app: TestApp;
let stranger: Client;
let owner: Client;
let shop: string;

beforeAll(async () => {
  app = await startApp();
  stranger = await app.signUp();
});
afterAll(() => app?.close());
beforeEach(async () => {
  ({ owner, shop } = await startShop(app));
});

const run = (query: SQL) => app.platform.db.execute(query);
const rows = <Row>(query: SQL) => rowsOf<Row>(app.platform.db, query);

const counted = (
  profile: string,
  at: string,
  counts: { views?: number; clicks?: number; dimension?: string; key?: string },
) => countEvents(app, profile, { at, ...counts });

/** As many views in every hour of five weeks before a moment. */
const everyHour = (profile: string, until: string, views: number) =>
  run(sql`insert into analytics_rollups (profile_id, grain, at, is_bot, dimension, key, views)
    select ${profile}, 'quarter', at, false, d.dimension, d.key, ${views}
    from generate_series(${until}::timestamptz - interval '35 days', ${until}::timestamptz - interval '1 hour', '1 hour') at,
      (values ('total', ''), ('referrer', 'google.com'), ('place', 'DE|Berlin|Berlin')) as d (dimension, key)`);

async function addMember(profileIds: string[] | null, role = "analyst"): Promise<Client> {
  const member = await app.signUp();
  await run(sql`insert into team_members (account, user_id, role, profile_ids, created_at)
    values (${owner.id}, ${member.id}, ${role}, ${profileIds && `{${profileIds.join(",")}}`}::uuid[], now())`);
  return member;
}
const inOwners = (member: Client, method: string, path: string, body?: object) =>
  member.call(method, `/api/v1${path}`, body, { "x-account": owner.id });

const reportsTo = (email: string) =>
  rows<{ state: string }>(
    sql`select state from mails where template = 'analytics.report' and recipient = ${email}`,
  );
const turnOn = (cadence: string, zone = "UTC") => owner.api("PUT", "/me/reports", { cadence, zone });

describe("reports by e-mail", () => {
  it("go out on Mondays at eight of the reader’s clock, once, though two nodes run and one was killed", async () => {
    app.clock.set("2026-10-21T12:00:00Z");
    await owner.api("PATCH", "/me", { time_zone: "Europe/Berlin" });
    expect((await owner.api("GET", "/me/reports?zone=America/New_York")).body).toEqual({
      cadence: "off",
      zone: "Europe/Berlin",
      email: owner.email,
      next_at: null,
    });
    // Clocks go back in between.
    expect((await turnOn("weekly", "America/New_York")).body.next_at).toBe("2026-10-26T07:00:00.000Z");
    await turnOn("weekly");
    const music = (
      await owner.api("POST", `/profiles/${shop}/links`, { title: "Music", url: "https://m.example" })
    ).body;
    await counted(shop, "2026-10-13T10:00:00Z", { views: 100, clicks: 50 });
    await counted(shop, "2026-10-20T10:00:00Z", { views: 400, clicks: 56 });
    await counted(shop, "2026-10-20T10:00:00Z", {
      dimension: "referrer",
      key: "l.instagram.com",
      views: 350,
    });
    await counted(shop, "2026-10-20T10:00:00Z", { dimension: "place", key: "DE|Berlin|Berlin", views: 390 });
    await counted(shop, "2026-10-20T10:00:00Z", { dimension: "link", key: music.id, clicks: 40 });
    // An hour of Monday already, in Berlin.
    await counted(shop, "2026-10-25T23:00:00Z", { views: 9 });
    app.clock.set("2026-10-26T06:59:00Z");
    await sendDueReports(app.platform);
    expect(await reportsTo(owner.email)).toEqual([]);
    app.clock.set("2026-10-26T07:00:00Z");
    const killed = () => {
      throw new Error("killed");
    };
    await expect(sendDueReports({ ...app.platform, newId: killed })).rejects.toThrow("killed");
    await Promise.all([sendDueReports(app.platform), sendDueReports(app.platform)]);
    await sendDueReports(app.platform);
    const { text } = await app.mailTo(owner.email, /Your week in figures/);
    expect(await reportsTo(owner.email)).toHaveLength(1);
    expect(text).toContain("October 19, 2026 to October 25, 2026, compared with the week before.");
    expect(text).toContain("Views: 400, up 300% from 100");
    expect(text).toContain("Clicks: 56, up 12% from 50: may be chance");
    expect(text).toMatch(/Top links: \P{L}*Music\P{L}* \(40\)/u);
    expect(text).toMatch(/Where people came from: \P{L}*Instagram\P{L}* \(350\)/u);
    expect(text).toContain("Countries: Germany (390)");
    expect(text).toMatch(/Instagram\P{L}*: up from 0 to 350/u);
    const url = /Stop these reports: (\S+)/.exec(text)?.[1] ?? "";
    expect(await (await fetch(url)).text()).toContain("Stop e-mails about this account’s figures?");
    expect((await owner.api("GET", "/me/reports")).body.cadence).toBe("weekly");
    const done = await fetch(url, {
      method: "POST",
      body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }),
    });
    expect([done.status, done.headers.get("referrer-policy")]).toEqual([200, "no-referrer"]);
    expect((await owner.api("GET", "/me/reports")).body.cadence).toBe("off");
    expect(
      (await eventsOf(app, owner.id)).filter(({ name }) => name === "report.settings_changed"),
    ).toHaveLength(2);
    expect((await fetch(url.slice(0, -4))).status).toBe(404);
  });

  it("aren’t sent about nothing, or to people who can’t see the figures anymore", async () => {
    app.clock.set("2026-11-30T12:00:00Z");
    const member = await addMember(null);
    expect((await inOwners(member, "PUT", "/me/reports", { cadence: "monthly" })).body.next_at).toBe(
      "2026-12-01T08:00:00.000Z",
    );
    await turnOn("monthly");
    await run(sql`delete from team_members where user_id = ${member.id}`);
    app.clock.set("2026-12-01T08:00:00Z");
    await sendDueReports(app.platform);
    for (const { email } of [owner, member])
      await expect.poll(async () => (await reportsTo(email)).map(({ state }) => state)).toEqual(["skipped"]);
  });

  it("come right away on request, in the reader’s language, about the pages that they may see", async () => {
    app.clock.set("2026-11-25T12:00:00Z");
    const other = (await owner.api("POST", "/profiles", { name: "Other" })).body.id;
    await counted(shop, "2026-11-20T10:00:00Z", { views: 70 });
    await counted(other, "2026-11-20T10:00:00Z", { views: 30 });
    const member = await addMember([other]);
    await member.api("PATCH", "/me", { language: "es" });
    const views = async (answer: Promise<{ body: { details: { value: string }[] } }>) =>
      (await answer).body.details[0]?.value;
    expect(await views(owner.api("POST", "/me/reports/send", { cadence: "weekly" }))).toBe(
      "100, none before",
    );
    expect(await views(inOwners(member, "POST", "/me/reports/send", { cadence: "weekly" }))).toBe(
      "30, none before",
    );
    expect((await app.mailTo(member.email, /Tu semana en cifras/)).text).toContain("Vistas: 30");
  });

  it("come first where the day begins first", async () => {
    app.clock.set("2026-11-01T17:59:00Z");
    await turnOn("monthly", "Pacific/Kiritimati");
    app.clock.set("2026-11-30T17:59:00Z");
    await sendDueReports(app.platform);
    expect(await reportsTo(owner.email)).toHaveLength(0);
    app.clock.set("2026-11-30T18:00:00Z");
    await sendDueReports(app.platform);
    expect(await reportsTo(owner.email)).toHaveLength(1);
  });

  it.each([
    ["PUT", "/me/reports", { cadence: "weekly", zone: "Mars/Olympus" }, 400, "TIME_ZONE_UNKNOWN"],
    ["POST", "/me/reports/send", { cadence: "weekly", zone: "Mars/Olympus" }, 400, "TIME_ZONE_UNKNOWN"],
    ["POST", "/me/reports/send", { cadence: "monthly" }, 409, "NOTHING_TO_REPORT"],
  ])("%s %s with %o is refused", async (method, path, body, status, code) => {
    expect(await owner.api(method, path, body)).toMatchObject({ status, body: { code } });
  });
});

describe("marks beside the figures", () => {
  const marks = async (who = owner, query = "from=2026-11-20&to=2026-11-25&tz=America/New_York") =>
    (await who.api("GET", `/profiles/${shop}/analytics/marks?${query}`)).body.items;
  const write = (fields: object) =>
    owner.api("POST", "/analytics/notes", { profile_id: shop, text: "Posted", day: "2026-11-22", ...fields });

  it("are notes and what was done, one mark a day however often", async () => {
    app.clock.set("2026-11-24T04:30:00Z");
    for (const title of ["A", "B", "C"])
      await owner.api("POST", `/profiles/${shop}/links`, { title, url: "https://a.example" });
    const [first, ...others] = (await owner.api("GET", `/profiles/${shop}/links`)).body.items;
    await owner.api("PATCH", `/links/${first.id}`, { is_visible: false });
    const ids = others.slice(-2).map(({ id }: { id: string }) => id);
    const many = { selection: { ids }, change: { action: "hide" }, undo_id: randomUUID() };
    expect((await owner.api("POST", "/links/changes", many)).body.count).toBe(2);
    await owner.api("PATCH", `/profiles/${shop}`, { theme_settings: { theme_color: "#112233" } });
    const { id } = (await write({})).body;
    await write({ profile_id: null, text: " At\u202e night ", day: undefined, at: "2026-11-23T02:00:00Z" });
    await write({ day: "2026-11-19" });
    const found = await marks();
    // It was still the day before in New York.
    expect(found).toEqual([
      { id, kind: "note", day: "2026-11-22", at: null, text: "Posted", count: 1, is_everywhere: false },
      {
        id: expect.any(String),
        kind: "note",
        day: "2026-11-22",
        at: "2026-11-23T02:00:00.000Z",
        text: "At night",
        count: 1,
        is_everywhere: true,
      },
      ...["links_added", "links_shown_or_hidden", "look_changed"].map((kind, index) => ({
        id: null,
        kind,
        day: "2026-11-23",
        at: null,
        text: "",
        count: index === 2 ? 1 : 3,
        is_everywhere: false,
      })),
    ]);
    expect((await owner.api("DELETE", `/analytics/notes/${id}`)).status).toBe(200);
    expect(await marks()).toHaveLength(4);
    expect((await eventsOf(app, id)).map(({ name }) => name)).toEqual([
      "analytics_note.created",
      "analytics_note.deleted",
    ]);
  });

  it("are nobody else’s, and people limited to some pages leave those of others alone", async () => {
    const { id } = (await write({ profile_id: null })).body;
    expect(await stranger.api("DELETE", `/analytics/notes/${id}`)).toMatchObject({
      status: 404,
      body: { code: "NOTE_NOT_FOUND" },
    });
    expect(
      await stranger.api("GET", `/profiles/${shop}/analytics/marks?from=2026-11-20&to=2026-11-25`),
    ).toMatchObject({
      body: { code: "PROFILE_NOT_FOUND" },
    });
    const limited = await addMember([shop]);
    expect((await inOwners(limited, "DELETE", `/analytics/notes/${id}`)).status).toBe(403);
    const everywhere = { profile_id: null, text: "x", day: "2026-11-22" };
    expect((await inOwners(limited, "POST", "/analytics/notes", everywhere)).status).toBe(403);
    expect(
      (await inOwners(limited, "POST", "/analytics/notes", { ...everywhere, profile_id: shop })).status,
    ).toBe(201);
  });

  it("go for good with their page, and so do goals, alerts, and shared links", async () => {
    await write({});
    await write({ profile_id: null });
    const about = { profile_id: shop, zone: "UTC" };
    await owner.api("POST", "/analytics/goals", {
      ...about,
      metric: "views",
      target: 1,
      first_day: "2026-11-01",
      last_day: "2026-11-02",
    });
    await owner.api("POST", "/analytics/shares", { ...about, parts: ["views"], period: "30d" });
    await forgetProfile(app.platform, { subject: shop });
    const left = await Promise.all(
      ["analytics_notes", "analytics_goals", "stat_shares"].map((table) =>
        rows(sql`select 1 from ${sql.identifier(table)} where user_id = ${owner.id}`),
      ),
    );
    expect(left.map(({ length }) => length)).toEqual([1, 0, 0]);
  });

  it("are refused in words", async () => {
    const code = async (answer: Promise<{ body: { code: string } }>) => (await answer).body.code;
    expect(await code(write({ text: " \n " }))).toBe("NOTE_TEXT_REQUIRED");
    expect(await code(write({ day: undefined }))).toBe("NOTE_TIME_REQUIRED");
    expect(await code(write({ at: "2026-11-23T02:00:00Z" }))).toBe("NOTE_TIME_REQUIRED");
    expect(await code(write({ profile_id: randomUUID() }))).toBe("PROFILE_NOT_FOUND");
    expect((await write({ text: "x".repeat(201) })).status).toBe(400);
    const path = `/profiles/${shop}/analytics/marks`;
    expect(await code(owner.api("GET", `${path}?from=2026-11-20&to=2026-11-25&tz=Mars`))).toBe(
      "TIME_ZONE_UNKNOWN",
    );
    expect(await code(owner.api("GET", `${path}?from=2026-11-25&to=2026-11-20`))).toBe("PERIOD_INVALID");
    await run(sql`insert into analytics_notes (user_id, id, text, created_at)
      select ${owner.id}, gen_random_uuid(), 'x', now() from generate_series(1, ${NOTES_MAX - 1})`);
    expect((await Promise.all([code(write({})), code(write({}))])).filter(Boolean)).toEqual(["NOTE_LIMIT"]);
  });
});

describe("alerts", () => {
  const alerts = async () => (await owner.api("GET", "/analytics/alerts")).body.items;
  const told = (name: string) =>
    rows(sql`select 1 from events where account = ${owner.id} and name = ${name}`);

  it("tell once of a spike and where it came from, and leave the day after alone", async () => {
    await everyHour(shop, "2026-11-25T12:00:00Z", 40);
    await counted(shop, "2026-11-25T12:15:00Z", { views: 320 });
    await counted(shop, "2026-11-25T12:15:00Z", {
      dimension: "referrer",
      key: "news.ycombinator.com",
      views: 290,
    });
    app.clock.set("2026-11-25T13:10:00Z");
    await Promise.all([watchPages(app.platform), watchPages(app.platform)]);
    await watchPages(app.platform);
    expect(await alerts()).toMatchObject([
      {
        profile: { id: shop, name: "Shop" },
        kind: "spike",
        until: "2026-11-25T13:00:00.000Z",
        views: 320,
        usual: 40,
        cause: { kind: "source", name: "Hacker News" },
      },
    ]);
    expect(await told("traffic.alerted")).toHaveLength(1);
    const { text } = await app.mailTo(owner.email, /far more visits than usual/);
    expect(text).toContain("320 views in an hour, where about 40 are usual at that time.");
    expect(text).toMatch(/Most of the difference: \P{L}*Hacker News/u);
    const member = await addMember(null, "viewer");
    await counted(shop, "2026-11-25T13:15:00Z", { views: 900 });
    app.clock.set("2026-11-25T14:10:00Z");
    await watchPages(app.platform);
    expect(await alerts()).toHaveLength(1);
    // The cool-down is over, and so is the interest of the account.
    await counted(shop, "2026-11-26T14:15:00Z", { views: 900 });
    app.clock.set("2026-11-26T15:10:00Z");
    expect((await inOwners(member, "PUT", "/analytics/alerts", { is_on: false })).status).toBe(403);
    expect((await owner.api("PUT", "/analytics/alerts", { is_on: false })).body.is_on).toBe(false);
    await watchPages(app.platform);
    expect(await alerts()).toHaveLength(1);
    await owner.api("PUT", "/analytics/alerts", { is_on: true });
    await watchPages(app.platform);
    expect(await alerts()).toHaveLength(2);
    const notices = async () => (await owner.api("GET", "/notifications")).body.items;
    await expect
      .poll(async () => (await notices()).map(({ text: words }: { text: string }) => words))
      .toContainEqual(
        expect.stringMatching(
          /Shop\P{L}*: 320 views in an hour, where 40 are usual, mostly from \P{L}*Hacker News/u,
        ),
      );
  });

  it("are listed by page, however many others there are, without those of pages in the trash", async () => {
    const [busy, old] = await Promise.all(
      ["Busy", "Old"].map(async (name) => (await owner.api("POST", "/profiles", { name })).body.id),
    );
    const add = (profile: string, time: string, n: number) =>
      run(sql`insert into traffic_alerts (user_id, id, profile_id, kind, until, hours, views, usual, cause, created_at)
        select ${owner.id}, gen_random_uuid(), ${profile}, 'spike', ${time}, 1, 100, 10,
          '{"kind": "unknown", "name": "", "share": 0}', ${time} from generate_series(1, ${n})`);
    await add(shop, "2026-09-01T00:00:00Z", 1);
    await add(busy, "2026-09-02T00:00:00Z", 60);
    await add(old, "2026-09-03T00:00:00Z", 1);
    await owner.api("DELETE", `/profiles/${old}`);
    const pages = (items: { profile: { name: string } }[]) => [
      ...new Set(items.map(({ profile }) => profile.name)),
    ];
    expect(pages(await alerts())).toEqual(["Busy"]);
    const of = async (who: Promise<{ body: { items: [] } }>) => pages((await who).body.items);
    expect(await of(owner.api("GET", `/analytics/alerts?profile_id=${shop}`))).toEqual(["Shop"]);
    expect(await of(owner.api("GET", `/analytics/alerts?profile_id=${old}`))).toEqual([]);
    const limited = await addMember([shop]);
    expect(await of(inOwners(limited, "GET", "/analytics/alerts"))).toEqual(["Shop"]);
    expect(await of(inOwners(limited, "GET", `/analytics/alerts?profile_id=${busy}`))).toEqual([]);
  });

  it("tell of a drop and why, and of nothing on small or new pages", async () => {
    const [small, fresh] = await Promise.all(
      ["Small", "Fresh"].map(
        async (name) => (await owner.api("POST", "/profiles", { name })).body.id as string,
      ),
    );
    await everyHour(shop, "2026-12-02T06:00:00Z", 20);
    await everyHour(small as string, "2026-12-02T06:00:00Z", 2);
    await counted(fresh as string, "2026-12-02T11:30:00Z", { views: 500 });
    await owner.api("POST", `/profiles/${shop}/status`, { status: "inactive" });
    await run(sql`update client_profiles set status = 'inactive' where id = ${shop}`);
    app.clock.set("2026-12-02T12:10:00Z");
    await watchPages(app.platform);
    expect(await alerts()).toMatchObject([
      {
        profile: { name: "Shop" },
        kind: "drop",
        hours: 6,
        views: 0,
        usual: 120,
        cause: { kind: "page_off" },
      },
    ]);
    expect((await app.mailTo(owner.email, /far fewer visits/)).text).toContain("The page was turned off.");
  });
});
