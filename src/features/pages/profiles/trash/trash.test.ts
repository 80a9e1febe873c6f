import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { addDays } from "#src/lib/time.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { eventsOf } from "#test/harness/events.ts";
import { purgeProfiles } from "./trash.ts";

let app: TestApp;
let owner: Client;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  owner = await app.signUp();
});
afterEach(() => app.clock.set(new Date()));

async function create(name = `T${randomUUID().slice(0, 8)}`) {
  return (await owner.api("POST", "/profiles", { name })).body;
}

const statusOf = async (path: string) => (await app.visitor().call("GET", path)).status;
const inDays = (days: number) => app.clock.set(addDays(new Date(), days));

describe("deleting a profile", () => {
  it("takes it off the list and off the web, and keeps it restorable for 30 days", async () => {
    const profile = await create();
    expect(await statusOf(`/${profile.username}`)).toBe(200);
    const { status, body } = await owner.api("DELETE", `/profiles/${profile.id}`);
    expect(status).toBe(200);
    expect(body.restorable_until).toBe(addDays(body.deleted_at, 30));
    expect(await statusOf(`/${profile.username}`)).toBe(404);
    expect((await owner.api("GET", `/profiles/${profile.id}`)).body.code).toBe("PROFILE_NOT_FOUND");
    expect((await owner.api("PATCH", `/profiles/${profile.id}`, { name: "x" })).status).toBe(404);
    expect((await owner.api("GET", `/profiles/${profile.id}/links`)).status).toBe(404);
    expect((await owner.api("GET", "/profiles")).body.items).toEqual([]);
    expect((await owner.api("GET", "/profiles?deleted=true")).body.items).toEqual([body]);
  });

  it("twice is the same as once", async () => {
    const { id } = await create();
    const first = await owner.api("DELETE", `/profiles/${id}`);
    app.clock.advance(60_000);
    expect((await owner.api("DELETE", `/profiles/${id}`)).body).toEqual(first.body);
  });
});

describe("restoring it", () => {
  it("restores name, links, and status", async () => {
    const profile = await create();
    await owner.api("POST", `/profiles/${profile.id}/links`, { title: "Shop", url: "shop.example" });
    await owner.api("PUT", `/profiles/${profile.id}/status`, { status: "inactive" });
    await owner.api("DELETE", `/profiles/${profile.id}`);
    const { body } = await owner.api("POST", `/profiles/${profile.id}/restore`);
    expect(body).toMatchObject({
      username: profile.username,
      status: "inactive",
      deleted_at: null,
      link_count: 1,
    });
    expect((await owner.api("GET", `/profiles/${profile.id}/links`)).body.items).toHaveLength(1);
    expect((await owner.api("POST", `/profiles/${profile.id}/restore`)).body).toEqual(body);
    expect(await statusOf(`/${profile.username}`)).toBe(410);
  });

  it("§5 restores it as inactive if ten others are active by then", async () => {
    const profile = await create();
    await owner.api("DELETE", `/profiles/${profile.id}`);
    for (let n = 0; n < 10; n++) await create();
    const { body } = await owner.api("POST", `/profiles/${profile.id}/restore`);
    expect(body).toMatchObject({ status: "inactive", is_active: false, deleted_at: null });
    expect((await owner.api("GET", "/slots")).body.used_slots).toBe(10);
  });

  it("works until the last moment of the 30 days and not after", async () => {
    const [early, late] = [await create(), await create()];
    for (const { id } of [early, late]) await owner.api("DELETE", `/profiles/${id}`);
    inDays(29.99);
    expect((await owner.api("POST", `/profiles/${early.id}/restore`)).status).toBe(200);
    inDays(30.01);
    expect((await owner.api("GET", "/profiles?deleted=true")).body.items).toEqual([]);
    expect(await owner.api("POST", `/profiles/${late.id}/restore`)).toMatchObject({
      status: 404,
      body: { code: "PROFILE_NOT_FOUND" },
    });
    expect((await owner.api("DELETE", `/profiles/${late.id}`)).status).toBe(404);
  });
});

describe("the daily purge", () => {
  it("removes what can't be restored, with its links and old names, and leaves the rest", async () => {
    const [gone, kept, alive] = [await create("Gone"), await create(), await create()];
    await owner.api("PATCH", `/profiles/${gone.id}`, { username: "gonenow" });
    for (const { id } of [gone, kept, alive]) {
      await owner.api("POST", `/profiles/${id}/links`, { title: "L", url: "l.example" });
    }
    await owner.api("DELETE", `/profiles/${gone.id}`);
    inDays(20);
    await owner.api("DELETE", `/profiles/${kept.id}`);
    inDays(30.01);
    await purgeProfiles(app.platform);

    const purged = async ({ id }: { id: string }) =>
      (await eventsOf(app, id)).filter(({ name }) => name === "profile.purged");
    expect(await purged(gone)).toMatchObject([{ account: owner.id, actor: { type: "system" } }]);
    expect([await purged(kept), await purged(alive)]).toEqual([[], []]);
    const lost = sql`select id from links where profile_id = ${gone.id}`;
    await vi.waitUntil(async () => (await rowsOf(app.platform.db, lost)).length === 0, { timeout: 20_000 });
    const rows = await rowsOf<{ id: string }>(
      app.platform.db,
      sql`select p.id from client_profiles p join links l on l.profile_id = p.id where p.user_id = ${owner.id} order by p.id`,
    );
    expect(rows.map(({ id }) => id)).toEqual([kept.id, alive.id].sort());
    expect(
      await rowsOf(app.platform.db, sql`select * from old_usernames where profile_id = ${gone.id}`),
    ).toEqual([]);
    expect((await create("gone")).username).toBe("gone");
    expect((await owner.api("POST", `/profiles/${kept.id}/restore`)).status).toBe(200);
  });
});
