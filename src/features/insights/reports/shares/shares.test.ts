import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { eventsOf } from "#test/harness/events.ts";
import { countEvents } from "#test/harness/insights.ts";

let app: TestApp;
let owner: Client;
let page: { id: string; username: string };

beforeAll(async () => {
  app = await startApp();
  app.clock.set("2026-11-25T12:00:00Z");
  owner = await app.signUp();
  page = (await owner.api("POST", "/profiles", { name: "Mia <b>" })).body;
  const counted = (dimension: string, key: string, views: number) =>
    countEvents(app, page.id, { at: "2026-11-20T10:00:00Z", dimension, key, views, clicks: views / 2 });
  await counted("total", "", 1234);
  await counted("place", "DE|Berlin|Berlin", 1000);
  await counted("place", "FR|Normandy|Rouen", 2);
});
afterAll(() => app?.close());

const share = (fields: object = {}) =>
  owner.api("POST", "/analytics/shares", {
    profile_id: page.id,
    parts: ["views", "countries", "trend"],
    period: "30d",
    zone: "Europe/Berlin",
    ...fields,
  });

it("a link shows exactly the chosen figures, without a script, a session, or a trace in search engines", async () => {
  const { status, body } = await share({ kind: "media_kit", about: "Book: \u202emia@example.com\0" });
  expect(status).toBe(201);
  const answer = await fetch(body.url);
  const html = await answer.text();
  expect([answer.status, answer.headers.get("x-robots-tag"), answer.headers.get("referrer-policy")]).toEqual([
    200,
    "noindex",
    "no-referrer",
  ]);
  for (const shown of [
    "Mia &lt;b&gt;: media kit",
    "1,234",
    "Germany",
    "<polyline",
    "As of November 24, 2026",
    "Book: mia",
  ])
    expect(html).toContain(shown);
  for (const hidden of ["France", "Rouen", "Berlin", "617", "Unique visitors", "Top links"])
    expect(html).not.toContain(hidden);
  expect((await owner.api("GET", "/analytics/shares")).body.items).toEqual([body]);
  // A copy of the database doesn't open it.
  const rows = await app.platform.db.execute(sql`select t::text from stat_shares t`);
  expect(JSON.stringify(rows)).not.toContain(body.url.slice(-43));
});

it("the figures are signed, so that nobody can make up others", async () => {
  const { url } = (await share()).body;
  const check = new URL(
    /href="([^"]*\/check\?[^"]*)"/.exec(await (await fetch(url)).text())?.[1]?.replaceAll("&amp;", "&") ?? "",
    url,
  );
  expect(await (await fetch(check)).text()).toContain("These figures are right");
  check.searchParams.set("views", "9999");
  const changed = await fetch(check);
  expect([changed.status, await changed.text()]).toEqual([
    404,
    expect.stringContaining("We haven’t signed these figures"),
  ]);
});

it("a link is worth nothing once it’s revoked or over, or if somebody changed it", async () => {
  const [kept, short] = [(await share()).body, (await share({ ends_on: "2026-11-26" })).body];
  const status = async (url: string) => (await fetch(url)).status;
  expect(await status(kept.url)).toBe(200);
  const other = randomUUID().replaceAll("-", "");
  expect(await status(kept.url.replace(/[0-9a-f]{32}/, other))).toBe(404);
  expect(await status(kept.url.replace(/.{43}$/, short.url.slice(-43)))).toBe(404);
  app.clock.set("2026-11-26T22:59:00Z");
  expect(await status(short.url)).toBe(200);
  app.clock.set("2026-11-26T23:00:00Z");
  expect(await status(short.url)).toBe(404);
  const stranger = await app.signUp();
  expect((await stranger.api("DELETE", `/analytics/shares/${kept.id}`)).body.code).toBe("SHARE_NOT_FOUND");
  expect((await owner.api("DELETE", `/analytics/shares/${kept.id}`)).status).toBe(200);
  expect(await status(kept.url)).toBe(404);
  expect((await eventsOf(app, kept.id)).map(({ name }) => name)).toEqual([
    "figures.shared",
    "figures.share_revoked",
  ]);
});

it("links to the page’s own host by its shown name, and works while visitors can see the page", async () => {
  const { url } = (await share()).body;
  const status = async () => (await fetch(url)).status;
  await app.platform.db.execute(
    sql`update client_profiles set domain = 'mia.example', display_name = '  ' where id = ${page.id}`,
  );
  const html = await (await fetch(url)).text();
  expect(html).toContain('<a href="https://mia.example/">mia.example/</a>');
  expect(html).toContain("Mia &lt;b&gt; in figures");
  await owner.api("PUT", `/profiles/${page.id}/status`, { status: "inactive" });
  expect(await status()).toBe(404);
  await owner.api("PUT", `/profiles/${page.id}/status`, { status: "active" });
  expect(await status()).toBe(200);
  await owner.api("DELETE", `/profiles/${page.id}`);
  expect(await status()).toBe(404);
  await owner.api("POST", `/profiles/${page.id}/restore`);
  expect(await status()).toBe(200);
});

it.each([
  [{ profile_id: randomUUID() }, "PROFILE_NOT_FOUND"],
  [{ zone: "Mars/Olympus" }, "TIME_ZONE_UNKNOWN"],
  [{ ends_on: "2026-11-20" }, "SHARE_END_PAST"],
])("sharing with %o is refused", async (fields, code) => {
  expect((await share(fields)).body).toMatchObject({ code });
});

it("has a limit", async () => {
  await app.platform.db.execute(sql`insert into stat_shares (user_id, id, profile_id, kind, parts, period, intro, zone, created_at)
    select ${owner.id}, gen_random_uuid(), ${page.id}, 'figures', '{views}', '30d', '', 'UTC', now() from generate_series(1, 50)`);
  expect(await share()).toMatchObject({ status: 409, body: { code: "SHARE_LIMIT" } });
});
