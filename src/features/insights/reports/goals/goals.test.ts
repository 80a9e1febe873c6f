// @project server-postgres
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { eventsOf } from "#test/harness/events.ts";
import { countEvents, startShop } from "#test/harness/insights.ts";
import { checkGoals } from "./goals.ts";

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

const run = (query: ReturnType<typeof sql>) => app.platform.db.execute(query);

const counted = (profile: string, at: string, counts: { views?: number; clicks?: number }) =>
  countEvents(app, profile, { at, ...counts });

describe("goals", () => {
  const set = (fields: object = {}) =>
    owner.api("POST", "/analytics/goals", {
      profile_id: shop,
      metric: "clicks",
      target: 100,
      first_day: "2026-11-01",
      last_day: "2026-11-30",
      zone: "Europe/Berlin",
      ...fields,
    });
  const goals = async (who = owner) => (await who.api("GET", "/analytics/goals")).body.items;

  it("show how far they are and should be, and are told once when they’re reached", async () => {
    const { id } = (await set()).body;
    // The first quarter of November in Berlin, and the last of October.
    await counted(shop, "2026-10-31T23:00:00Z", { clicks: 40 });
    await counted(shop, "2026-10-31T22:45:00Z", { clicks: 500 });
    app.clock.set("2026-11-15T23:00:00Z");
    expect(await goals()).toMatchObject([
      {
        id,
        profile: { name: "Shop" },
        value: 40,
        target: 100,
        expected: 50,
        state: "behind",
        reached_at: null,
      },
    ]);
    await checkGoals(app.platform);
    await counted(shop, "2026-11-15T22:00:00Z", { clicks: 60 });
    await Promise.all([checkGoals(app.platform), checkGoals(app.platform)]);
    await checkGoals(app.platform);
    expect(await goals()).toMatchObject([{ value: 100, state: "reached", reached_at: expect.any(String) }]);
    expect((await eventsOf(app, id)).map(({ name }) => name)).toEqual([
      "analytics_goal.created",
      "analytics_goal.reached",
    ]);
    const notices = async () => (await owner.api("GET", "/notifications")).body.items;
    await expect
      .poll(async () => (await notices()).map(({ text }: { text: string }) => text))
      .toContainEqual(expect.stringMatching(/Shop\P{L}* reached your goal of 100 clicks/u));
    expect((await stranger.api("DELETE", `/analytics/goals/${id}`)).body.code).toBe("GOAL_NOT_FOUND");
    expect((await owner.api("DELETE", `/analytics/goals/${id}`)).status).toBe(200);
    expect(await goals()).toEqual([]);
  });

  it("of all pages add them up, for people who may see all", async () => {
    const other = (await owner.api("POST", "/profiles", { name: "Other" })).body.id;
    await set({ profile_id: null, metric: "views" });
    for (const profile of [shop, other]) await counted(profile, "2026-11-10T10:00:00Z", { views: 7 });
    app.clock.set("2026-11-20T00:00:00Z");
    expect(await goals()).toMatchObject([{ profile: null, value: 14 }]);
    const limited = await app.signUp();
    await run(sql`insert into team_members (account, user_id, role, profile_ids, created_at)
      values (${owner.id}, ${limited.id}, 'analyst', ${`{${shop}}`}::uuid[], now())`);
    const asked = limited.call("GET", "/api/v1/analytics/goals", undefined, { "x-account": owner.id });
    expect((await asked).body.items).toEqual([]);
  });

  it.each([
    [{ last_day: "2026-10-31" }, 400, "GOAL_DAYS_INVALID"],
    // One day more than two years.
    [{ first_day: "2026-01-01", last_day: "2028-01-02" }, 400, "GOAL_DAYS_INVALID"],
    [{ zone: "Mars/Olympus" }, 400, "TIME_ZONE_UNKNOWN"],
    [{ profile_id: randomUUID() }, 404, "PROFILE_NOT_FOUND"],
  ])("with %o are refused", async (fields, status, code) => {
    expect(await set(fields)).toMatchObject({ status, body: { code } });
  });

  it("have a limit, also for two that come at once, and without those of pages in the trash", async () => {
    await run(sql`insert into analytics_goals (user_id, id, metric, target, first_day, last_day, zone, created_at)
      select ${owner.id}, gen_random_uuid(), 'views', 1, '2026-01-01', '2026-01-02', 'UTC', now() from generate_series(1, 48)`);
    const old = (await owner.api("POST", "/profiles", { name: "Old" })).body.id;
    await set({ profile_id: old });
    const two = await Promise.all([set(), set()]);
    expect(two.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(await set()).toMatchObject({ status: 409, body: { code: "GOAL_LIMIT" } });
    await owner.api("DELETE", `/profiles/${old}`);
    expect((await set({ first_day: "2026-01-01", last_day: "2028-01-01" })).status).toBe(201);
  });

  it("aren’t told while their page is in the trash or their account is closed", async () => {
    const ids = [(await set()).body.id, (await set({ profile_id: null })).body.id];
    await counted(shop, "2026-11-10T10:00:00Z", { clicks: 200 });
    app.clock.set("2026-11-20T00:00:00Z");
    const told = async () => {
      await checkGoals(app.platform);
      const events = await Promise.all(ids.map((id) => eventsOf(app, id)));
      return events.map((all) => all.some(({ name }) => name === "analytics_goal.reached"));
    };
    await run(sql`update users set deletion_due_at = '2026-12-24' where id = ${owner.id}`);
    expect(await told()).toEqual([false, false]);
    await run(sql`update users set deletion_due_at = null where id = ${owner.id}`);
    await owner.api("DELETE", `/profiles/${shop}`);
    expect(await told()).toEqual([false, false]);
    await owner.api("POST", `/profiles/${shop}/restore`);
    expect(await told()).toEqual([true, true]);
  });
});
