// @project server-postgres
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";

const MAIN = "https://main.example/secret";
const ELSE = "https://else.example";
const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1";
const BOT = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";

let app: TestApp;
let owner: Client;
// biome-ignore lint/suspicious/noExplicitAny: the answer of the API, asserted and not trusted
let profile: any;
beforeAll(async () => {
  app = await startApp({ ROLES: "web" });
});
afterAll(() => app?.close());
beforeEach(async () => {
  owner = await app.signUp();
  profile = (await owner.api("POST", "/profiles", { name: `G${randomUUID().slice(0, 8)}` })).body;
});

async function make(fields: Record<string, unknown>) {
  const body = { title: "Shop", url: MAIN, ...fields };
  const answer = await owner.api("POST", `/profiles/${profile.id}/links`, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}

interface Going {
  method?: string;
  form?: Record<string, string>;
  headers?: Record<string, string>;
  address?: string;
}

async function go(id: string, { method = "GET", form, headers = {}, address = "8.8.8.8" }: Going = {}) {
  const answer = await fetch(`${app.url}/go/${id}`, {
    method: form ? "POST" : method,
    redirect: "manual",
    headers: { "user-agent": IPHONE, "x-forwarded-for": address, ...headers },
    ...(form && { body: new URLSearchParams(form) }),
  });
  const text = await answer.text();
  expect(text).not.toContain("main.example");
  return { status: answer.status, to: answer.headers.get("location"), text };
}
const page = async () => (await fetch(`${app.url}/${profile.username}`)).text();
const at = (ms: number) => new Date(app.clock.now().getTime() + ms).toISOString();
const clicks = async () => (await owner.api("GET", `/profiles/${profile.id}/links`)).body.items[0];

describe("a link's schedule", () => {
  it("opens and closes it: on the page, which is cached, and in the redirect", async () => {
    const { id } = await make({ schedule: { from: at(60_000), until: at(119_000), time_zone: "UTC" } });
    const state = async () => [(await page()).includes("Shop"), (await go(id)).status];
    expect(await state()).toEqual([false, 404]);
    app.clock.advance(60_000);
    expect(await state()).toEqual([true, 302]);
    app.clock.advance(60_000);
    expect(await state()).toEqual([false, 404]);
    expect(await page()).not.toContain("main.example");
  });
});

describe("a link's end", () => {
  it("takes visitors elsewhere after a date, and shows a page without a URL for that", async () => {
    const { id } = await make({ expires_at: at(60_000), expired_url: "else.example" });
    expect((await go(id)).to).toBe(MAIN);
    app.clock.advance(60_000);
    expect([(await go(id)).to, (await page()).includes("Shop")]).toEqual([ELSE, true]);
    await owner.api("PATCH", `/links/${id}`, { expired_url: null });
    expect([(await go(id)).status, (await page()).includes("Shop")]).toEqual([410, false]);
  });

  it("lets exactly as many in, however many come at once, and none of those whom nobody counts", async () => {
    const { id } = await make({ expires_clicks: 5 });
    expect(await page()).toContain("Shop");
    expect((await go(id, { headers: { "user-agent": BOT } })).status).toBe(503);
    expect((await go(id, { method: "HEAD" })).status).toBe(503);
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, index) => go(id, { address: `8.8.4.${index}` })),
    );
    expect(all.filter(({ to }) => to === MAIN)).toHaveLength(5);
    expect(all.filter(({ status }) => status === 410)).toHaveLength(15);
    expect(await clicks()).toMatchObject({ opened_count: 5, click_count: 5 });
    expect(await page()).not.toContain("Shop");
    // More may come, counted on.
    await owner.api("PATCH", `/links/${id}`, { expires_clicks: 6 });
    expect([(await go(id)).status, (await go(id)).status]).toEqual([302, 410]);
  });
});

describe("a link's audience", () => {
  it.each([
    [{ blocked_devices: ["mobile"] }, ELSE],
    [{ allowed_devices: ["desktop", "tablet"] }, ELSE],
    [{ allowed_apps: ["instagram"] }, ELSE],
    [{ blocked_apps: ["instagram"] }, MAIN],
    [{ allowed_languages: ["de", "es"] }, MAIN],
    [{ blocked_languages: ["de"] }, ELSE],
  ])("of %j sends a German iPhone to %s", async (audience, to) => {
    const { id } = await make({ audience, geo_blocked_fallback_url: ELSE });
    expect((await go(id, { headers: { "accept-language": "de-AT,en" } })).to).toBe(to);
    expect(await page()).not.toContain("else.example");
  });

  it("keeps others out with a page, if there's nowhere else", async () => {
    const { id } = await make({ audience: { allowed_devices: ["desktop"] } });
    expect((await go(id)).status).toBe(403);
    const answer = await app.visitor().api("POST", "/functions/get-accessible-links", { clickedLinkId: id });
    expect(JSON.stringify(answer.body)).not.toContain("main.example");
  });
});

describe("a link's password", () => {
  it("opens it, by a form without JavaScript, and is never told", async () => {
    const link = await make({ password: "open sesame" });
    expect(link).toMatchObject({ has_password: true });
    expect(JSON.stringify(link)).not.toMatch(/sesame|password_hash/);
    const asked = await go(link.id);
    expect(asked).toMatchObject({ status: 200, to: null, text: expect.stringContaining('type="password"') });
    expect((await go(`${link.id}?password=open+sesame&pw=open+sesame`)).status).toBe(200);
    expect((await go(link.id, { form: { password: "open" } })).status).toBe(401);
    expect((await go(link.id, { form: { password: "open sesame" } })).to).toBe(MAIN);
    expect(await clicks()).toMatchObject({ click_count: 1 });
    expect(await page()).not.toContain("main.example");
    const copy = (await owner.api("POST", `/links/${link.id}/duplicate`)).body;
    expect((await go(copy.id)).status).toBe(200);
    await owner.api("PATCH", `/links/${link.id}`, { password: null });
    expect((await go(link.id)).to).toBe(MAIN);
  });

  it("isn't in an export, from which the link comes back hidden, with all its other conditions", async () => {
    await make({ password: "open sesame", expires_clicks: 9, notes: "Ask Mia" });
    const exported = (await owner.api("GET", `/profiles/${profile.id}/export`)).body;
    const form = new FormData();
    form.set("file", new File([JSON.stringify(exported)], "page.json"));
    const stranger = await app.signUp();
    const { id } = (await stranger.api("POST", "/page-imports/file", form)).body;
    const applied = await stranger.api("POST", `/page-imports/${id}/apply`, {
      is_mine: true,
      profile_id: null,
    });
    const { items } = (await stranger.api("GET", `/profiles/${applied.body.profile_id}/links`)).body;
    expect(items).toMatchObject([
      { title: "Shop", is_visible: false, has_password: false, expires_clicks: 9, notes: "Ask Mia" },
    ]);
  });

  it("can be guessed five times a minute by a visitor, and right ones don't count", async () => {
    const { id } = await make({ password: "open sesame" });
    const guess = async (password: string, address = "8.8.8.8") =>
      (await go(id, { form: { password }, address })).status;
    for (let times = 0; times < 6; times++) expect(await guess("open sesame")).toBe(302);
    for (let times = 0; times < 5; times++) expect(await guess("wrong")).toBe(401);
    expect(await guess("open sesame")).toBe(429);
    expect(await guess("open sesame", "9.9.9.9")).toBe(302);
  });
});

describe("what a link's conditions may be", () => {
  it.each([
    [
      { schedule: { from: "2027-01-02T00:00:00Z", until: "2027-01-01T00:00:00Z", time_zone: "UTC" } },
      "SCHEDULE_INVALID",
    ],
    [
      { schedule: { windows: [{ days: [1], from: "09:00", until: "17:00" }], time_zone: "Mars/Base" } },
      "LINK_ZONE_UNKNOWN",
    ],
    [{ password: "abc" }, "PASSWORD_TOO_SHORT"],
    [{ expired_url: "javascript:alert(1)" }, "URL_DANGEROUS"],
    [{ expires_clicks: 0 }, "BAD_REQUEST"],
    [{ kind: "heading", url: "", expires_clicks: 3 }, "OPTION_UNAVAILABLE"],
  ])("%j is refused: %s", async (fields, code) => {
    const body = { title: "Shop", url: MAIN, ...fields };
    expect((await owner.api("POST", `/profiles/${profile.id}/links`, body)).body.code).toBe(code);
    if ("kind" in fields) return;
    const { id } = await make({});
    expect((await owner.api("PATCH", `/links/${id}`, fields)).body.code).toBe(code);
  });
});
