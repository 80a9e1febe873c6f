// @project server-postgres
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { rowsOf } from "#src/platform/db/database.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";

const SAFARI =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1";
const US = "8.8.8.8";
const GB = "81.2.69.160";
const A = "https://a.example/x";
const B = "https://b.example/ü";
const MAIN = "https://main.example/secret";

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

async function makeLink(fields: Record<string, unknown>): Promise<string> {
  const answer = await owner.api("POST", `/profiles/${profile.id}/links`, {
    title: "Shop",
    url: MAIN,
    ...fields,
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.id;
}

async function go(path: string, address = US, headers: Record<string, string> = {}) {
  const answer = await app
    .visitor()
    .call("GET", `/go/${path}`, undefined, { "x-forwarded-for": address, "user-agent": SAFARI, ...headers });
  return { ...answer, location: answer.headers.get("location") };
}

interface Row {
  session_id: string;
  variant: string | null;
}

const clicksOf = (id: string) =>
  rowsOf<Row>(app.platform.db, sql`select session_id, variant from link_analytics where link_id = ${id}`);

const TEST = { is_ab_test: true, link_a: A, link_b: B };
const US_ONLY = { geo_restrictions: { allowed_countries: ["US"] } };

describe("§2 the adult warning", () => {
  it("is shown before the link, without JavaScript, and continuing arrives and counts", async () => {
    const id = await makeLink({ show_adult_warning: true });
    const asked = await go(id);
    expect([asked.status, asked.location, asked.headers.get("content-type")]).toEqual([
      200,
      null,
      "text/html; charset=utf-8",
    ]);
    for (const text of [
      "Adult Content Warning",
      "This link contains adult content that may not be suitable for all audiences. You must be 18 years or older to continue.",
      "I&#39;m 18+ - Continue",
      "Cancel",
      `href="/go/${id}?adult=yes"`,
      `href="/${profile.username}"`,
      '<meta name="robots" content="noindex">',
    ]) {
      expect(asked.body).toContain(text);
    }
    expect(asked.body).not.toContain("main.example");
    expect(asked.headers.get("content-security-policy")).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+';/,
    );
    expect([asked.headers.get("cache-control"), asked.headers.get("x-robots-tag")]).toEqual([
      "no-store",
      "noindex",
    ]);
    expect(await clicksOf(id)).toEqual([]);

    const continued = await go(`${id}?adult=yes`);
    expect([continued.status, continued.location]).toEqual([302, MAIN]);
    expect(await clicksOf(id)).toEqual([{ session_id: expect.stringMatching(/^[\w-]{22}$/), variant: null }]);
  });

  it("sends people who cancel to the rescue URL if customer rescue is on", async () => {
    const id = await makeLink({ show_adult_warning: true });
    await app.platform.db.execute(
      sql`update client_profiles set customer_rescue_url = 'https://rescue.example/?a=1&b="' where id = ${profile.id}`,
    );
    expect((await go(id)).body).not.toContain("rescue.example");
    await owner.api("PATCH", `/profiles/${profile.id}`, { customer_rescue_enabled: true });
    expect((await go(id)).body).toContain('href="https://rescue.example/?a=1&amp;b=%22"');
    await app.platform.db.execute(
      sql`update client_profiles set customer_rescue_url = 'javascript:alert(1)' where id = ${profile.id}`,
    );
    await owner.api("PATCH", `/links/${id}`, { title: "Read again" });
    expect((await go(id)).body).toContain(`href="/${profile.username}"`);
  });

  it.each(["adult=no", "adult=", "adult=yes1", "x=adult=yes"])("isn't answered by ?%s", async (query) => {
    const id = await makeLink({ show_adult_warning: true });
    expect((await go(`${id}?${query}`)).status).toBe(200);
    expect(await clicksOf(id)).toEqual([]);
  });
});

describe("§4 an A/B test", () => {
  it("sends a visitor to the same URL every time, and records which it was", async () => {
    const id = await makeLink(TEST);
    const first = await go(id);
    const again = await go(id);
    expect(first.status).toBe(302);
    expect(["https://a.example/x", "https://b.example/%C3%BC"]).toContain(first.location);
    expect(again.location).toBe(first.location);
    const variant = first.location?.includes("//a.") ? "a" : "b";
    const rows = await clicksOf(id);
    expect(rows.map((row) => row.variant)).toEqual([variant, variant]);
    expect(new Set(rows.map((row) => row.session_id)).size).toBe(1);
  });

  it.each([
    [1, A, "a"],
    [0, "https://b.example/%C3%BC", "b"],
  ])("with a share of %j for A leads to %s", async (ab_split_ratio, location, variant) => {
    const id = await makeLink({ ...TEST, ab_split_ratio });
    expect((await go(`${id}?session_id=seen-by-the-page`)).location).toBe(location);
    expect(await clicksOf(id)).toEqual([{ session_id: "seen-by-the-page", variant }]);
  });

  it("ignores malformed session ids", async () => {
    const id = await makeLink(TEST);
    expect((await go(`${id}?session_id=%3Cx%3E`)).status).toBe(302);
    expect((await clicksOf(id))[0]?.session_id).toMatch(/^[\w-]{22}$/);
  });

  it("without one of its URLs is not found, and its page still works", async () => {
    const id = await makeLink({ ...TEST, title: "Broken" });
    await makeLink({ title: "Whole" });
    await app.platform.db.execute(sql`update links set link_b = null where id = ${id}`);
    await owner.api("PUT", `/profiles/${profile.id}/status`, { status: "inactive" });
    await owner.api("PUT", `/profiles/${profile.id}/status`, { status: "active" });
    expect((await go(id)).status).toBe(404);
    const page = await app.visitor().call("GET", `/${profile.username}`);
    expect(page.body).toContain("Error loading link: Broken");
    expect(page.body).toContain(">Whole<");
  });

  it("is measured by its variants' clicks, and other links have none", async () => {
    const [test, plain] = [await makeLink(TEST), await makeLink({})];
    const click = (link_id: string, variant?: unknown) => ({
      id: randomUUID(),
      link_id,
      session_id: "s",
      variant,
    });
    const send = (events: unknown[]) =>
      app.visitor().call("POST", "/api/v1/clicks", { events }, { "user-agent": SAFARI });
    expect(
      (await send([click(test, "a"), click(test, "b"), click(test, null), click(plain, "a")])).status,
    ).toBe(202);
    expect((await clicksOf(test)).map((row) => row.variant).sort()).toEqual(["a", "b", null]);
    expect((await clicksOf(plain)).map((row) => row.variant)).toEqual([null]);
    expect((await send([click(test, "c")])).status).toBe(400);
  });

  it("shows its owner how often people opened each URL", async () => {
    const id = await makeLink({ ...TEST, ab_split_ratio: 1 });
    const variants = (client: Client, link = id) => client.api("GET", `/links/${link}/variants`);
    expect((await variants(owner)).body).toEqual({ a: 0, b: 0 });
    await go(id);
    await go(id, GB);
    await go(id, US, { "user-agent": "Googlebot/2.1" });
    await owner.api("PATCH", `/links/${id}`, { ab_split_ratio: 0 });
    await go(id);
    expect((await variants(owner)).body).toEqual({ a: 2, b: 1 });
    expect((await variants(await app.signUp())).status).toBe(404);
    expect((await variants(owner, "x")).body).toMatchObject({
      code: "LINK_NOT_FOUND",
      message: "Link not found",
    });
  });
});

describe("§8 a link limited to some places", () => {
  it("tells blocked visitors so, and counts no click", async () => {
    const id = await makeLink(US_ONLY);
    expect((await go(id, US)).location).toBe(MAIN);
    const blocked = await go(id, GB);
    expect([blocked.status, blocked.location]).toEqual([403, null]);
    expect(blocked.body).toContain("<h1>Access Restricted</h1>");
    expect(blocked.body).toContain("This link is not available in your region.");
    expect(blocked.body).toContain(`href="/${profile.username}"`);
    expect(blocked.body).not.toContain("main.example");
    expect(await clicksOf(id)).toHaveLength(1);
  });

  it("sends blocked visitors to the backup URL if there is one, uncounted", async () => {
    const id = await makeLink({ ...US_ONLY, ...TEST, geo_blocked_fallback_url: "https://else.example" });
    const answer = await go(id, GB);
    expect([answer.status, answer.location]).toEqual([302, "https://else.example"]);
    expect(await clicksOf(id)).toEqual([]);
  });

  it("§4 lets visitors from unknown places through, unless it says otherwise", async () => {
    const id = await makeLink(US_ONLY);
    expect((await go(id, "192.168.1.9")).location).toBe(MAIN);
    await owner.api("PATCH", `/links/${id}`, { geo_restrictions: { on_unknown: "block" } });
    expect((await go(id, "192.168.1.9")).status).toBe(403);
    expect((await go(id, GB)).location).toBe(MAIN);
  });
});

it("§4 checks in order: adult warning, variant, place, row, URL", async () => {
  const id = await makeLink({ show_adult_warning: true, ...TEST, ab_split_ratio: 1, ...US_ONLY });
  expect((await go(`${id}?session_id=s1`, GB)).body).toContain(
    `href="/go/${id}?adult=yes&amp;session_id=s1"`,
  );
  expect((await go(`${id}?adult=yes`, GB)).status).toBe(403);
  expect(await clicksOf(id)).toEqual([]);
  const head = await app.visitor().call("HEAD", `/go/${id}?adult=yes`, undefined, { "x-forwarded-for": US });
  const ahead = await go(`${id}?adult=yes`, US, { "sec-purpose": "prefetch" });
  expect([head.status, ahead.status, await clicksOf(id)]).toEqual([302, 302, []]);
  expect((await go(`${id}?adult=yes&session_id=s1`, US)).location).toBe(A);
  expect(await clicksOf(id)).toEqual([{ session_id: "s1", variant: "a" }]);
});

it("a gated link's URLs aren't in its page", async () => {
  for (const options of [{ show_adult_warning: true }, TEST, US_ONLY]) await makeLink(options);
  const { body } = await app.visitor().call("GET", `/${profile.username}`);
  expect(body.match(/href="\/go\//g)).toHaveLength(3);
  expect(body).not.toMatch(/main\.example|a\.example|b\.example/);
});

it("switching something on or off takes effect at once", async () => {
  const id = await makeLink({});
  expect((await go(id)).location).toBe(MAIN);
  await owner.api("PATCH", `/links/${id}`, { show_adult_warning: true });
  expect((await go(id)).status).toBe(200);
  await owner.api("PATCH", `/links/${id}`, { is_visible: false });
  expect((await go(`${id}?adult=yes`)).status).toBe(404);
});
