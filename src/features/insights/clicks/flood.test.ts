// @project server-postgres
import { randomBytes, randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { rowsOf } from "#src/platform/db/database.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { SAFARI } from "#test/harness/sse.ts";
import { BOT_RATES, CLICK_BATCH_EVENTS_MAX, PEOPLE_RATES, type Rate } from "./rules.ts";

const MINUTE_S = 60;
const MEGABYTE = 1024 * 1024;

let app: TestApp;
let owner: Client;
beforeAll(async () => {
  app = await startApp({ ROLES: "web" });
  owner = await app.signUp();
  app.clock.set("2026-05-11T12:00:00Z");
});
afterAll(() => app?.close());

async function makePage(): Promise<{ profileId: string; linkId: string }> {
  const profileId = (await owner.api("POST", "/profiles", { name: "Ada" })).body.id;
  const link = { title: "Shop", url: "https://example.com" };
  const linkId = (await owner.api("POST", `/profiles/${profileId}/links`, link)).body.id;
  return { profileId, linkId };
}

/** What the database holds, in rows of events and in bytes with indexes. */
async function stored(): Promise<{ rows: number; texts: number; rollups: number; bytes: number }> {
  const names = ["link_analytics", "page_views", "visit_texts", "analytics_rollups", "daily_visitors"];
  const [found] = await rowsOf<{ rows: number; texts: number; rollups: number; bytes: number }>(
    app.platform.db,
    sql`select (select count(*)::int from link_analytics) + (select count(*)::int from page_views) as rows,
        (select count(*)::int from visit_texts) as texts, (select count(*)::int from analytics_rollups) as rollups,
        (select sum(pg_total_relation_size(name::regclass))::int from unnest(${`{${names.join(",")}}`}::text[]) as name) as bytes`,
  );
  return found ?? { rows: 0, texts: 0, rollups: 0, bytes: 0 };
}

/** What a flood of a simulated minute costs. */
async function costOf(flood: (second: number) => Promise<void>) {
  const before = await stored();
  for (let second = 0; second < MINUTE_S; second++) {
    await flood(second);
    app.clock.advance(1000);
  }
  const after = await stored();
  return {
    rows: after.rows - before.rows,
    texts: after.texts - before.texts,
    rollups: after.rollups - before.rollups,
    bytes: after.bytes - before.bytes,
  };
}

const within = ({ atOnce, perSecond }: Rate) => atOnce + 2 * MINUTE_S * perSecond;
/** Made-up text, long enough to be cut, in digits, because letters may name a bot. */
const noise = () => BigInt(`0x${randomBytes(150).toString("hex")}`).toString();

async function post(
  path: string,
  body: object,
  { address = "203.0.178.9", agent = SAFARI } = {},
): Promise<void> {
  const headers = { "x-forwarded-for": address, "user-agent": agent };
  expect((await app.visitor().call("POST", path, body, headers)).status).toBe(202);
}

const clicksOn = (linkId: string, referrer: () => string) =>
  Array.from({ length: CLICK_BATCH_EVENTS_MAX }, () => ({
    id: randomUUID(),
    link_id: linkId,
    session_id: "s",
    referrer: referrer(),
  }));

it("a minute of clicks with long made-up texts costs what one network may, and every click is counted", async () => {
  const { profileId, linkId } = await makePage();
  const cost = await costOf(async () => {
    const events = clicksOn(linkId, () => `https://${randomUUID()}.example/${noise()}`);
    await post("/api/v1/clicks", { events }, { agent: `${SAFARI} ${noise()}` });
  });
  expect(cost.rows).toBeLessThanOrEqual(within(PEOPLE_RATES.networkOnPage));
  expect(cost.bytes).toBeLessThan(8 * MEGABYTE);
  const figures = (await owner.api("GET", `/profiles/${profileId}/analytics?from=2026-05-11&to=2026-05-11`))
    .body;
  expect(figures.totals.clicks + figures.suspected.clicks).toBe(MINUTE_S * CLICK_BATCH_EVENTS_MAX);
});

it("beyond its rows, a flood costs no bytes however long it is", async () => {
  const { profileId, linkId } = await makePage();
  const flood = async () =>
    post("/api/v1/clicks", { events: clicksOn(linkId, () => `https://${randomUUID()}.example/`) });
  for (let batch = 0; batch < PEOPLE_RATES.networkOnPage.atOnce / CLICK_BATCH_EVENTS_MAX; batch++)
    await flood();
  const before = await stored();
  for (let batch = 0; batch < 50; batch++) await flood();
  const after = await stored();
  expect(after.rows - before.rows).toBeLessThan(60);
  expect(after.rollups - before.rollups).toBeLessThan(100);
  const figures = async (query = "") =>
    (await owner.api("GET", `/profiles/${profileId}/analytics?from=2026-05-11&to=2026-05-11${query}`)).body;
  const all = await figures("&suspected=true");
  expect(all.totals.clicks).toBe(PEOPLE_RATES.networkOnPage.atOnce + 50 * CLICK_BATCH_EVENTS_MAX);
  const sum = (rows: { clicks: number }[]) => rows.reduce((total, { clicks }) => total + clicks, 0);
  for (const name of ["link", "country", "device_type", "browser"])
    expect([name, sum(all.breakdowns[name])]).toEqual([name, all.totals.clicks]);
  const unrecorded = all.breakdowns.referrer.find(({ key }: { key: string }) => key === "?");
  expect(unrecorded).toMatchObject({ label: "Not recorded", clicks: all.suspected.clicks });
});

it("a minute of views and of redirects from the /64s of one /48 leaves no more rows than that network may have", async () => {
  const { profileId, linkId } = await makePage();
  let sent = 0;
  const cost = await costOf(async (second) => {
    const address = `2a02:1:2:${second.toString(16)}::1`;
    const view = () => ({ id: randomUUID(), profile_id: profileId, session_id: "s", referrer: noise() });
    await Promise.all(
      Array.from({ length: 10 }, async (_, n) => {
        await post("/api/v1/views", view(), { address, agent: `${SAFARI} ${n} ${noise()}` });
        const headers = { "x-forwarded-for": address, "user-agent": SAFARI };
        await app.visitor().call("GET", `/go/${linkId}`, undefined, headers);
        sent += 2;
      }),
    );
  });
  expect(cost.rows).toBe(sent);
  expect(cost.bytes).toBeLessThan(sent * 3000);
});

it("a program that says it's a bot leaves few rows, and stays a bot in the figures", async () => {
  const { profileId, linkId } = await makePage();
  const cost = await costOf(() =>
    post("/api/v1/clicks", { events: clicksOn(linkId, noise) }, { agent: `curl/8.0 ${noise()}` }),
  );
  expect(cost.rows).toBeLessThanOrEqual(within(BOT_RATES.networkOnPage));
  expect(cost.bytes).toBeLessThan(2 * MEGABYTE);
  const figures = async (query: string) =>
    (await owner.api("GET", `/profiles/${profileId}/analytics?from=2026-05-11&to=2026-05-11${query}`)).body;
  expect((await figures("")).totals.clicks).toBe(0);
  expect((await figures("&bots=true")).totals.clicks).toBe(MINUTE_S * CLICK_BATCH_EVENTS_MAX);
});

it("a text that many visits share is stored once per page, and read with each of them", async () => {
  const { profileId, linkId } = await makePage();
  const agent = `${SAFARI} shared`;
  const referrer = "https://news.example/story";
  const before = await stored();
  for (let n = 0; n < 3; n++) {
    await post(
      "/api/v1/clicks",
      { events: clicksOn(linkId, () => referrer) },
      { agent, address: `81.2.69.${n}` },
    );
    const view = { id: randomUUID(), profile_id: profileId, session_id: "s", referrer };
    await post("/api/v1/views", view, { agent, address: `81.2.69.${n}` });
  }
  const after = await stored();
  expect([after.rows - before.rows, after.texts - before.texts]).toEqual([303, 2]);
  const kept = await rowsOf<{ plain: number }>(
    app.platform.db,
    sql`select count(*)::int as plain from link_analytics where profile_id = ${profileId} and user_agent || referrer <> ''`,
  );
  expect(kept).toEqual([{ plain: 0 }]);
});
