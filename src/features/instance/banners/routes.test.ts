import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { eventsOf } from "#test/harness/events.ts";

let app: TestApp;
let founder: Client;

beforeAll(async () => {
  app = await startApp();
  founder = await app.signUp({ name: "Fay Founder" });
});
afterAll(() => app?.close());
afterEach(() => app.platform.db.execute(sql`delete from banners`));

const parts = (more: object = {}) => ({
  texts: { en: "Maintenance tonight.", es: "Mantenimiento esta noche." },
  tone: "info",
  url: "",
  labels: { en: "", es: "" },
  audience: "everyone",
  from_at: null,
  until_at: null,
  ...more,
});
const save = (more: object = {}, id: string = randomUUID()) =>
  founder.api("PUT", `/admin/banners/${id}`, parts(more));
const shownTo = async (who: Client): Promise<string[]> =>
  (await who.api("GET", "/me/banners")).body.items.map(({ texts }: { texts: { en: string } }) => texts.en);

describe("banners", () => {
  it("are there for everyone until they dismiss them, and again once the text changes", async () => {
    const [ann, bob] = [await app.signUp(), await app.signUp()];
    const { id } = (await save()).body;
    expect(await shownTo(ann)).toEqual(["Maintenance tonight."]);
    const dismiss = () => ann.api("POST", `/me/banners/${id}/dismiss`);
    expect((await Promise.all([dismiss(), dismiss()])).map(({ status }) => status)).toEqual([200, 200]);
    expect(await shownTo(ann)).toEqual([]);
    expect(await shownTo(bob)).toHaveLength(1);
    expect((await founder.api("GET", "/admin/banners")).body.items).toMatchObject([
      { id, dismissed: 1, state: "shown", by: "Fay Founder" },
    ]);
    await save({ tone: "warning" }, id);
    expect(await shownTo(ann)).toEqual([]);
    await save({ texts: { en: "It’s over.", es: "" } }, id);
    expect(await shownTo(ann)).toEqual(["It’s over."]);
    expect((await founder.api("DELETE", `/admin/banners/${id}`)).body).toEqual({ id });
    expect(await shownTo(ann)).toEqual([]);
    const names = (await eventsOf(app, id)).map(({ name }) => name);
    expect(names).toEqual(["banner.saved", "banner.saved", "banner.saved", "banner.removed"]);
  });

  it("come and go at their times", async () => {
    const person = await app.signUp();
    const inHours = (hours: number) => new Date(app.clock.now().getTime() + hours * 3_600_000).toISOString();
    await save({ from_at: inHours(1), until_at: inHours(2) });
    expect(await shownTo(person)).toEqual([]);
    app.clock.advance(1.5 * 3_600_000);
    expect(await shownTo(person)).toHaveLength(1);
    app.clock.advance(3_600_000);
    expect(await shownTo(person)).toEqual([]);
    expect((await founder.api("GET", "/admin/banners")).body.items[0].state).toBe("over");
  });

  it("reach only those they're for", async () => {
    const person = await app.signUp();
    for (const audience of ["everyone", "free", "premium", "staff"])
      await save({ audience, texts: { en: audience, es: "" } });
    expect((await shownTo(person)).sort()).toEqual(["everyone", "free"]);
    expect((await shownTo(founder)).sort()).toEqual(["everyone", "free", "staff"]);
    await app.platform.db.execute(sql`insert into staff_grants (id, account, kind, quantity, reason, created_at)
      values (${randomUUID()}, ${person.id}, 'premium_units', 1, 'test', now())`);
    expect((await shownTo(person)).sort()).toEqual(["everyone", "premium"]);
  });

  it("are three at a time at most, the newest", async () => {
    const person = await app.signUp();
    for (const en of ["1", "2", "3", "4"]) {
      await save({ texts: { en, es: "" } });
      app.clock.advance(1000);
    }
    expect(await shownTo(person)).toEqual(["4", "3", "2"]);
  });

  it("lead to web pages and this instance's own only", async () => {
    for (const url of [
      "javascript:alert(1)",
      "//evil.example",
      "/\\evil.example",
      "data:text/html,x",
      "help",
      "/a b",
      "https://example.com@evil.example/",
      "https://admin:secret@example.com/",
      "https:///example.com@evil.example",
    ])
      expect((await save({ url })).body.code, url).toBe("BANNER_URL_WRONG");
    // An instance may be in a network of its own.
    expect((await save({ url: "http://wiki.intranet/status" })).body.url).toBe("http://wiki.intranet/status");
    expect((await save({ url: "/help" })).body.url).toBe("/help");
    expect((await save({ url: "https://example.com/ü" })).body.url).toBe("https://example.com/%C3%BC");
  });

  it("aren't empty, backwards, too many, or somebody's who isn't staff", async () => {
    expect((await save({ texts: { en: " \u0000\u200b ", es: "x" } })).body.code).toBe("BANNER_EMPTY");
    const times = { from_at: "2030-01-02T00:00:00Z", until_at: "2030-01-01T00:00:00Z" };
    expect((await save(times)).body.code).toBe("BANNER_TIMES_WRONG");
    expect((await save({}, "x")).body.code).toBe("BANNER_NOT_FOUND");
    expect((await founder.api("DELETE", `/admin/banners/${randomUUID()}`)).body.code).toBe(
      "BANNER_NOT_FOUND",
    );
    const person = await app.signUp();
    // What's gone is dismissed.
    for (const id of [randomUUID(), "x", "%00"])
      expect((await person.api("POST", `/me/banners/${id}/dismiss`)).status).toBe(200);
    expect((await person.api("GET", "/admin/banners")).status).toBe(404);
    await app.platform.db.execute(sql`insert into banners (id, texts, tone, url, labels, audience, updated_at)
      select gen_random_uuid(), '{"en":"x","es":""}', 'info', '', '{"en":"","es":""}', 'staff', now() from generate_series(1, 100)`);
    expect((await save()).body.code).toBe("BANNERS_TOO_MANY");
  });
});
