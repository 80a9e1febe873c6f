// @project server-postgres
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DAY_MS } from "#src/lib/time.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import type { Cohort, Figures, Now, Top } from "./contract.ts";
import { countDays, countHours } from "./count.ts";
import type { MetricName } from "./rules.ts";

let app: TestApp;
let founder: Client;

beforeAll(async () => {
  app = await startApp();
  founder = await app.signUp({ name: "Fay Founder" });
});
afterAll(() => app?.close());

async function read<Body>(path: string): Promise<Body> {
  const { status, body } = await founder.api("GET", `/admin/analytics${path}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body as Body;
}

async function count() {
  await countHours(app.platform);
  await countDays(app.platform);
}

const total = ({ totals }: Figures, metric: MetricName, key = "") =>
  totals.find((one) => one.metric === metric && one.key === key);
const sumOf = ({ series }: Figures, metric: MetricName) =>
  series.find((one) => one.metric === metric)?.values.reduce<number>((sum, value) => sum + (value ?? 0), 0);

async function makePage(name = "Page") {
  const owner = await app.signUp();
  const profile = (await owner.api("POST", "/profiles", { name: `${name} ${randomUUID()}` })).body;
  const link = (
    await owner.api("POST", `/profiles/${profile.id}/links`, {
      title: "Shop",
      url: "https://Shop.Example:8443/a?b#c",
    })
  ).body;
  return { owner, profile, link };
}

const PHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1";
const BOT = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";

const click = (linkId: string) =>
  app
    .visitor()
    .call(
      "POST",
      "/api/v1/clicks",
      { events: [{ id: randomUUID(), link_id: linkId, session_id: randomUUID() }] },
      { "user-agent": PHONE },
    );
const view = (profileId: string, agent = PHONE) =>
  app
    .visitor()
    .call(
      "POST",
      "/api/v1/views",
      { id: randomUUID(), profile_id: profileId, session_id: randomUUID() },
      { "user-agent": agent },
    );

describe("the instance's figures", () => {
  it("are there for the founder who signs up after the first start, without waiting for the next count", async () => {
    const fresh = await startApp();
    try {
      await countHours(fresh.platform);
      const person = await fresh.signUp();
      const { body } = await person.api("GET", "/admin/analytics?tz=UTC");
      expect(body.counted_at).toEqual(expect.any(String));
    } finally {
      await fresh.close();
    }
  });

  it("count what people and visitors do, from their own clicks to the number and what's behind it", async () => {
    await count();
    const before = await read<Figures>("?tz=Europe/Berlin");
    const { owner, profile, link } = await makePage("Busy");
    for (let n = 0; n < 3; n++) expect((await view(profile.id)).status).toBe(202);
    for (let n = 0; n < 2; n++) expect((await click(link.id)).status).toBe(202);
    await app.egress.write();
    await count();
    const after = await read<Figures>("?tz=Europe/Berlin");
    const grown = (metric: MetricName) =>
      (total(after, metric)?.value ?? 0) - (total(before, metric)?.value ?? 0);
    expect([grown("signups"), grown("profiles"), grown("links"), grown("views"), grown("clicks")]).toEqual([
      1, 1, 1, 3, 2,
    ]);
    expect([grown("people"), grown("all_profiles"), grown("all_links")]).toEqual([1, 1, 1]);
    for (const metric of ["signups", "views", "clicks"] as const)
      expect(sumOf(after, metric), metric).toBe(total(after, metric)?.value);
    // §9 100 bytes and 50 saved for each view or click.
    expect(total(after, "egress_saved", "analytics_batch")?.value).toBe(250);
    expect(total(after, "egress_sent", "analytics_batch")?.value).toBe(500);
    const { items: pages } = await read<{ items: Top[] }>("/tops?kind=page.views");
    expect(pages[0]).toEqual({
      key: profile.id,
      label: profile.name,
      account: owner.id,
      username: profile.username,
      value: 3,
    });
    const { items: hosts } = await read<{ items: Top[] }>("/tops?kind=host.clicks");
    expect(hosts).toEqual([
      { key: "shop.example", label: "shop.example", account: null, username: null, value: 2 },
    ]);
    const now = await read<Now>("/now");
    expect(now).toMatchObject({ views: 3, clicks: 2 });
    expect(now.pages[0]?.key).toBe(profile.id);
    const csv = await founder.call("GET", "/api/v1/admin/analytics/export?tz=Europe/Berlin");
    const [head, ...lines] = String(csv.body).trim().split("\r\n");
    expect(head).toContain("from,signups,profiles,links,views,clicks");
    expect(lines).toHaveLength(after.at.length);
  });

  it("count nothing twice, however often they're counted and on however many nodes", async () => {
    await count();
    const once = await read<Figures>("");
    await Promise.all([countHours(app.platform), countHours(app.platform), countDays(app.platform)]);
    await count();
    const again = await read<Figures>("");
    expect(again.totals).toEqual(once.totals);
  });

  it("leave out bots, drafts, and what's in the trash", async () => {
    await count();
    const before = await read<Figures>("");
    const { owner, profile } = await makePage();
    expect((await view(profile.id, BOT)).status).toBe(202);
    expect((await owner.api("DELETE", `/profiles/${profile.id}`)).status).toBeLessThan(300);
    await count();
    const after = await read<Figures>("");
    expect(total(after, "views")?.value).toBe(total(before, "views")?.value);
    expect(total(after, "all_profiles")?.value).toBe(total(before, "all_profiles")?.value);
    expect(total(after, "profiles")?.value).toBe((total(before, "profiles")?.value ?? 0) + 1);
  });

  it("compare a period with the one before, and say since when there's something to compare with", async () => {
    const owner = await app.signUp();
    await app.platform.db.execute(
      sql`update users set created_at = now() - interval '40 days' where id = ${owner.id}`,
    );
    await app.platform.db.execute(sql`delete from instance_figure_progress`);
    await count();
    const { totals } = await read<Figures>("");
    const signups = totals.find(({ metric }) => metric === "signups");
    expect(signups?.before).toBe(1);
    const { from, at } = await read<Figures>("?from=start&step=day");
    expect(Date.now() - Date.parse(from)).toBeGreaterThan(39 * DAY_MS);
    expect(at.length).toBeGreaterThan(39);
  });

  it("keep what was counted when an account is deleted, and name it no more", async () => {
    const { owner } = await makePage("Gone");
    app.clock.advance(2 * DAY_MS);
    await count();
    const before = await read<Figures>("");
    await app.platform.db.execute(sql`delete from client_profiles where user_id = ${owner.id}`);
    await app.platform.db.execute(sql`delete from users where id = ${owner.id}`);
    await count();
    const after = await read<Figures>("");
    expect(total(after, "signups")?.value).toBe(total(before, "signups")?.value);
    expect(total(after, "people")?.value).toBe((total(before, "people")?.value ?? 0) - 1);
    const { items } = await read<{ items: Top[] }>("/tops?kind=account.profiles");
    expect(items.find(({ key }) => key === owner.id)).toMatchObject({ label: null, account: null });
    app.clock.advance(-2 * DAY_MS);
    await app.platform.db.execute(sql`delete from instance_figure_progress`);
  });

  it.each([
    ["?from=2026-02-01&to=2026-01-01", "PERIOD_INVALID"],
    ["?from=yesterday", "PERIOD_INVALID"],
    ["?tz=Nowhere/Land", "TIME_ZONE_UNKNOWN"],
    ["/activation?to=nonsense", "PERIOD_INVALID"],
    ["/activation?tz=Nowhere/Land", "TIME_ZONE_UNKNOWN"],
    ["/tops?kind=page.views&from=9999", "PERIOD_INVALID"],
    ["/tops?kind=page.views&tz=Nowhere/Land", "TIME_ZONE_UNKNOWN"],
    ["/export?from=x", "PERIOD_INVALID"],
    ["/export?tz=Nowhere/Land", "TIME_ZONE_UNKNOWN"],
  ])("refuse %s", async (query, code) => {
    const { status, body } = await founder.api("GET", `/admin/analytics${query}`);
    expect([status, body.code]).toEqual([400, code]);
  });
});

describe("revenue", () => {
  it("§9 is what premium brings in each month, at its volume prices", async () => {
    const owner = await app.signUp();
    const { body } = await owner.api("POST", "/billing/checkout", { units: 12 });
    expect(body.url).toBeDefined();
    await app.platform.db.execute(sql`insert into subscriptions (account, provider, status, units, granted_units, created_at)
      values (${owner.id}, 'sandbox', 'active', 12, 12, now())
      on conflict (account) do update set status = 'active', units = 12, granted_units = 12`);
    await count();
    const figures = await read<Figures>("");
    expect(total(figures, "revenue")?.value).toBe(12 * 275);
    expect(total(figures, "premium", "bought")?.value).toBe(1);
  });
});

describe("activation", () => {
  it("says how many of a period's sign-ups came how far, and a step needs those before it", async () => {
    const { items: before } = await activation();
    const { profile, link } = await makePage();
    const leads = await app.signUp();
    await app.platform.db.execute(
      sql`insert into fan_leads 
        (id, profile_id, user_id, name, email, lead_source, consent_text, consent_version, consented_at, created_at)
        values (${randomUUID()}, ${randomUUID()}, ${leads.id}, 'Ana', 'a@example.org', '', '', '', now(), now())`,
    );
    for (let n = 0; n < 10; n++) await click(link.id);
    expect(profile.id).toBeDefined();
    await count();
    const { items: after } = await activation();
    const grown = after.map(({ step, accounts }, n) => [step, accounts - (before[n]?.accounts ?? 0)]);
    expect(grown).toEqual([
      ["signups", 2],
      ["profile", 1],
      ["link", 1],
      ["clicks", 1],
      ["lead", 0],
      ["email", 0],
    ]);
  });

  async function activation() {
    await count();
    return read<{ items: { step: string; accounts: number }[] }>("/activation");
  }
});

describe("retention", () => {
  it("tells who was active in the weeks after their sign-up", async () => {
    const owner = await app.signUp();
    await app.platform.db.execute(
      sql`update users set created_at = now() - interval '14 days' where id = ${owner.id}`,
    );
    await owner.api("POST", "/profiles", { name: "Active" });
    await app.platform.db.execute(sql`delete from instance_figure_progress`);
    await count();
    const { items } = await read<{ items: Cohort[] }>("/retention");
    const cohort = items.find(({ active }) => active.length === 3);
    expect(cohort?.accounts).toBe(1);
    expect(cohort?.active.at(-1)).toBe(1);
    expect(items[0]?.active).toHaveLength(1);
  });
});
