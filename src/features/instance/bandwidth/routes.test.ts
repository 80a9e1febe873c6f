// @project server-postgres
import { randomUUID } from "node:crypto";
import { asc, eq, sql } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { purgeEgress, startEgressWriter } from "./bandwidth.ts";
import { egressTracking } from "./tables.ts";

let app: TestApp;
let owner: Client;
let profile: { id: string; username: string };

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app?.close());
beforeEach(async () => {
  owner = await app.signUp();
  profile = (await owner.api("POST", "/profiles", { name: `Mia ${randomUUID()}` })).body;
});

function rowsOfOwner() {
  return app.platform.db
    .select()
    .from(egressTracking)
    .where(eq(egressTracking.user_id, owner.id))
    .orderBy(asc(egressTracking.operation_type));
}

async function sums(query = "") {
  const { body } = await owner.api("GET", `/egress${query}`);
  return Object.fromEntries(
    body.items.map(({ operation_type, ...sum }: { operation_type: string }) => [operation_type, sum]),
  );
}

describe("egress", () => {
  it("§9 counts 100 bytes and 50 saved for each analytics event, in one row for the account", async () => {
    const link = await owner.api("POST", `/profiles/${profile.id}/links`, {
      title: "Shop",
      url: "https://shop.example",
    });
    const event = () => ({ id: randomUUID(), link_id: link.body.id, session_id: randomUUID() });
    expect((await app.visitor().api("POST", "/clicks", { events: [event(), event()] })).status).toBe(202);
    const view = { id: randomUUID(), profile_id: profile.id, session_id: "s" };
    expect((await app.visitor().api("POST", "/views", view)).status).toBe(202);
    expect(await rowsOfOwner()).toEqual([]);
    await app.egress.write();
    expect(await rowsOfOwner()).toMatchObject([
      { operation_type: "analytics_batch", bytes_transferred: 300, bytes_saved: 150, metadata: { count: 3 } },
    ]);
  });

  it("§9 counts 512 bytes saved for each page served from the cache, even if it has changed since", async () => {
    for (let visit = 0; visit < 3; visit++) await app.visitor().call("GET", `/${profile.username}`);
    await owner.api("PATCH", `/profiles/${profile.id}`, { display_name: "Mia" });
    for (let visit = 0; visit < 3; visit++) await app.visitor().call("GET", `/${profile.username}`);
    await app.egress.write();
    await app.egress.write();
    expect(await sums()).toEqual({ cache_hit: { count: 4, bytes_transferred: 0, bytes_saved: 2048 } });
  });

  it("counts pictures by their real size, and what shrinking them saved", async () => {
    const original = await sharp({ create: { width: 900, height: 900, channels: 3, background: "teal" } })
      .png({ compressionLevel: 0 })
      .toBuffer();
    const form = new FormData();
    form.set("file", new File([new Uint8Array(original)], "me.png"));
    const { url } = (await owner.api("POST", "/media", form)).body;
    const { headers } = await app.visitor().call("GET", url);
    const size = Number(headers.get("content-length"));
    await app.egress.write();
    expect(await sums()).toEqual({
      image_optimization: { count: 1, bytes_transferred: size, bytes_saved: original.length - size },
      storage_access: { count: 1, bytes_transferred: size, bytes_saved: 0 },
    });
  });

  it("adds up a period for your own account only", async () => {
    app.platform.egress.note(owner.id, "function_call", { transferred: 1024 });
    await app.egress.write();
    const now = app.clock.now().getTime();
    const at = (ms: number) => new Date(now + ms).toISOString();
    expect(await sums(`?from=${at(-60_000)}&to=${at(60_000)}`)).toMatchObject({
      function_call: { count: 1 },
    });
    expect(await sums(`?from=${at(60_000)}&to=${at(120_000)}`)).toEqual({});
    const other = await app.signUp();
    expect((await other.api("GET", "/egress")).body.items).toEqual([]);
  });

  it.each(["?from=2026-02-01&to=2026-01-01", "?from=yesterday", "?to=%2B099999-01-01T00:00:00Z"])(
    "refuses the period %s",
    async (query) => {
      const answer = await owner.api("GET", `/egress${query}`);
      expect(answer.status).toBe(400);
      expect(answer.body.code).toBe("PERIOD_INVALID");
    },
  );
});

describe("writing egress", () => {
  it("keeps figures that couldn't be written, and counts them once", async () => {
    let isDown = true;
    const db = new Proxy(app.platform.db, {
      get(target, name, receiver) {
        if (name === "insert" && isDown) throw new Error("The database is down.");
        return Reflect.get(target, name, receiver);
      },
    });
    const egress = startEgressWriter({ ...app.platform, db });
    app.platform.egress.note(owner.id, "function_call", { transferred: 1024 });
    await egress.write();
    app.platform.egress.note(owner.id, "function_call", { transferred: 2048 });
    await egress.write();
    expect(await rowsOfOwner()).toEqual([]);
    isDown = false;
    await egress.drain();
    expect(await sums()).toEqual({ function_call: { count: 2, bytes_transferred: 3072, bytes_saved: 0 } });
  });

  it("§7 skips work without an account, with a warning", async () => {
    const warn = vi.fn();
    const log = Object.assign(Object.create(app.platform.log), { warn });
    const egress = startEgressWriter({ ...app.platform, log });
    app.platform.egress.note(undefined, "function_call", { transferred: 2048 });
    await egress.drain();
    expect(warn).toHaveBeenCalledExactlyOnceWith({ count: 1 }, expect.stringContaining("without an account"));
  });

  it("writes by itself every minute, and writes the rest when the process stops", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const egress = startEgressWriter(app.platform);
    app.platform.egress.note(owner.id, "cache_hit", { saved: 512 });
    vi.advanceTimersByTime(59_999);
    app.platform.egress.note(owner.id, "cache_hit", { saved: 512 });
    vi.advanceTimersByTime(1);
    vi.useRealTimers();
    await egress.write();
    app.platform.egress.note(owner.id, "function_call", { transferred: 1 });
    await egress.drain();
    expect(await rowsOfOwner()).toMatchObject([
      { operation_type: "cache_hit", metadata: { count: 2 } },
      { operation_type: "function_call" },
    ]);
  });

  it("deletes the figures of an account that's gone", async () => {
    app.platform.egress.note(owner.id, "cache_hit", { saved: 512 });
    await app.platform.db.execute(sql`delete from users where id = ${owner.id}`);
    await app.egress.write();
    await purgeEgress(app.platform);
    expect(await rowsOfOwner()).toEqual([]);
  });

  it("deletes what's older than 400 days", async () => {
    app.platform.egress.note(owner.id, "cache_hit", { saved: 512 });
    await app.egress.write();
    await purgeEgress({ ...app.platform, now: () => new Date(app.clock.now().getTime() + 399 * 86_400_000) });
    expect(await rowsOfOwner()).toHaveLength(1);
    await purgeEgress({ ...app.platform, now: () => new Date(app.clock.now().getTime() + 401 * 86_400_000) });
    expect(await rowsOfOwner()).toEqual([]);
  });
});
