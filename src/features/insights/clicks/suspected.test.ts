// @project server-postgres
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { rowsOf } from "#src/platform/db/database.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { SAFARI } from "#test/harness/sse.ts";
import { compactRollups, rebuildRollups } from "./rollups.ts";
import { CLICK_BATCH_EVENTS_MAX, SUSPECT_EVENTS_AT_ONCE_MAX } from "./rules.ts";

const ATTACKER = "203.0.178.9";
const VISITOR = "81.2.69.160";
const BATCHES = SUSPECT_EVENTS_AT_ONCE_MAX / CLICK_BATCH_EVENTS_MAX;

let app: TestApp;
let owner: Client;
let profileId = "";
let linkId = "";
beforeAll(async () => {
  app = await startApp({ ROLES: "web" });
  owner = await app.signUp();
  profileId = (await owner.api("POST", "/profiles", { name: "Ada" })).body.id;
  const test = {
    is_ab_test: true,
    ab_split_ratio: 1,
    link_a: "https://a.example",
    link_b: "https://b.example",
  };
  const link = { title: "Shop", url: "https://example.com", ...test };
  linkId = (await owner.api("POST", `/profiles/${profileId}/links`, link)).body.id;
  // Noon, so that no test runs past midnight.
  app.clock.set("2026-05-11T12:00:00Z");
});
afterAll(() => app?.close());

const headers = (address: string) => ({ "x-forwarded-for": address, "user-agent": SAFARI });

async function sendClicks(address: string, count: number): Promise<void> {
  const events = Array.from({ length: count }, () => ({
    id: randomUUID(),
    link_id: linkId,
    session_id: "s",
    variant: "a",
  }));
  const answer = await app.visitor().call("POST", "/api/v1/clicks", { events }, headers(address));
  expect([answer.status, answer.body]).toEqual([202, { received: count, new: count }]);
}

async function sendView(address: string): Promise<void> {
  const view = { id: randomUUID(), profile_id: profileId, session_id: "s" };
  const answer = await app.visitor().call("POST", "/api/v1/views", view, headers(address));
  expect(answer.body).toEqual({ received: 1, new: 1 });
}

const analytics = async (query = "") =>
  (await owner.api("GET", `/profiles/${profileId}/analytics?from=2026-05-11&to=2026-05-11${query}`)).body;

it("one network's flood is stored, counted as suspected, and in the figures only on request", async () => {
  await sendView(VISITOR);
  for (let batch = 0; batch < BATCHES + 3; batch++) await sendClicks(ATTACKER, CLICK_BATCH_EVENTS_MAX);
  await sendView(ATTACKER);
  const gone = await app.visitor().call("GET", `/go/${linkId}`, undefined, headers(ATTACKER));
  expect([gone.status, gone.headers.get("location")]).toEqual([302, "https://a.example"]);
  await sendClicks(VISITOR, 1);
  await sendView(VISITOR);

  const sent = (BATCHES + 3) * CLICK_BATCH_EVENTS_MAX + 2;
  const figures = await analytics();
  const { clicks } = figures.totals;
  expect(clicks).toBeGreaterThan(SUSPECT_EVENTS_AT_ONCE_MAX);
  // The exact number depends on how long the flood takes: one more counts as genuine every second.
  expect(figures.suspected.clicks).toBeGreaterThan(0);
  expect(figures.totals.clicks + figures.suspected.clicks).toBe(sent);
  expect(figures.totals.views + figures.suspected.views).toBe(3);
  expect(figures.breakdowns.link).toEqual([{ key: linkId, label: "Shop", clicks, position: 1 }]);
  const items = (await owner.api("GET", `/profiles/${profileId}/links`)).body.items;
  expect(items[0].click_count).toBe(clicks);
  expect((await owner.api("GET", `/links/${linkId}/variants`)).body.a).toBe(clicks);

  const whole = await analytics("&suspected=true");
  expect(whole.totals).toMatchObject({ views: 3, clicks: sent });
  expect(whole.suspected).toEqual(figures.suspected);
  expect(whole.breakdowns.link).toEqual([{ key: linkId, label: "Shop", clicks: sent, position: 1 }]);
});

it("suspected events stay suspected when figures are compacted or rebuilt", async () => {
  const answers = async () => [await analytics(), await analytics("&suspected=true")];
  const before = await answers();
  const day = { from: new Date("2026-05-11T00:00:00Z"), to: new Date("2026-05-12T00:00:00Z") };
  await app.platform.write(({ db }) => rebuildRollups(db, profileId, day));
  expect(await answers()).toEqual(before);
  app.clock.set("2026-05-12T12:00:00Z");
  await compactRollups(app.platform);
  expect(await answers()).toEqual(before);
});

it("stores no IP address", async () => {
  const rows = await rowsOf<{ row: string }>(
    app.platform.db,
    sql`select c::text as row from link_analytics c union all select v::text from page_views v
        union all select r::text from analytics_rollups r union all select d::text from daily_visitors d`,
  );
  expect(rows.length).toBeGreaterThan(SUSPECT_EVENTS_AT_ONCE_MAX);
  expect(rows.filter(({ row }) => row.includes("203.0.178") || row.includes(VISITOR))).toEqual([]);
});
