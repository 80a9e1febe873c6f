// @project server-postgres
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAuth } from "#src/features/identity/accounts/auth/auth.ts";
import { DAY_MS } from "#src/lib/time.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { CREATORS } from "./creators.ts";
import { DEMO_OWNER } from "./owner.ts";
import { seedDemo } from "./seed.ts";
import { openSink, SINK_HOST } from "./sink.ts";
import { makeTraffic } from "./traffic.ts";

const DAYS = 6;

let app: TestApp;
let owner: Client;
let begun = 0;
let sinkPort = 0;
const SETTINGS = {
  OUTBOUND_ALLOW: SINK_HOST,
  PLAIN_MAIL_HOSTS: SINK_HOST,
  DOMAINS_TARGET: "pages.example.net",
  DOMAINS_ADDRESSES: "192.0.2.10",
};

function fill(of = app, days = DAYS): Promise<void> {
  return seedDemo({
    platform: of.platform,
    auth: createAuth(of.platform, { secrets: ["a secret of at least thirty-two characters"] }),
    days,
    sinkPort,
    onBegin: () => void begun++,
  });
}

beforeAll(async () => {
  sinkPort = await openSink();
  app = await startApp(SETTINGS);
  await fill();
  owner = app.visitor();
  await owner.call("POST", "/api/auth/sign-in/email", DEMO_OWNER);
});
afterAll(() => app.close());

interface Counts {
  views: number;
  clicks: number;
  bots: number;
}

async function count(profileId: string): Promise<Counts> {
  const [row] = await rowsOf<Counts>(
    app.platform.db,
    sql`select count(*) filter (where not is_bot and visitor is not null)::int as views,
          count(*) filter (where not is_bot and visitor is null)::int as clicks,
          count(*) filter (where is_bot)::int as bots
        from (
          select is_bot, visitor from page_views where profile_id = ${profileId}
          union all select is_bot, null from link_analytics where profile_id = ${profileId}
        ) as events`,
  );
  return row ?? { views: 0, clicks: 0, bots: 0 };
}

const period = `from=${new Date(Date.now() - (DAYS + 2) * DAY_MS).toISOString()}`;

describe("the demo", () => {
  it("belongs to a founder who can sign in with the printed credentials", async () => {
    const me = await owner.api("GET", "/me");
    expect(me.body).toMatchObject({ email: DEMO_OWNER.email, role: "founder" });
    const profiles = await owner.api("GET", "/profiles");
    expect(profiles.body.items.map((profile: { username: string }) => profile.username)).toEqual(
      CREATORS.map(({ username }) => username),
    );
  });

  it("keeps plans on, as a real account has them", async () => {
    expect((await owner.api("GET", "/billing")).body).toMatchObject({ plans: "free" });
    const added = await owner.api("POST", "/profiles", { name: "One more" });
    expect(added.status).toBe(201);
    await owner.api("DELETE", `/profiles/${added.body.id}`);
  });

  it("has premium, so that nobody who tries it is stopped at a sixth link", async () => {
    expect((await owner.api("GET", "/billing")).body).toMatchObject({ state: "active", granted_units: 2 });
    const [{ id } = { id: "" }] = CREATORS;
    const form = { title: "A sixth", url: "https://example.com/sixth" };
    const added = await owner.api("POST", `/profiles/${id}/links`, form);
    expect(added.status).toBe(201);
    await owner.api("DELETE", `/links/${added.body.id}`);
  });

  it("has about 300 leads, with a pipeline, values, tags and tasks", async () => {
    const [contacts] = await rowsOf<{ count: number }>(
      app.platform.db,
      sql`select count(*)::int as count from contacts`,
    );
    expect(contacts?.count).toBe(300);
    const { stages } = (await owner.api("GET", "/pipeline")).body;
    expect(stages.map(({ name }: { name: string }) => name)).toContain("Won");
    for (const { count, value_cents } of stages) {
      expect(count).toBeGreaterThan(0);
      expect(value_cents).toBeGreaterThan(0);
    }
    expect((await owner.api("GET", "/contact-tasks")).body.items.length).toBeGreaterThan(5);
    const vinyl = await owner.api("GET", "/contacts?tag=vinyl");
    expect(vinyl.body.items.length).toBeGreaterThan(10);
  });

  it("has three campaigns whose totals, rollups and lists agree", async () => {
    const { items } = (await owner.api("GET", "/campaigns")).body;
    expect(items).toHaveLength(3);
    for (const { id, state, figures, ended_at } of items) {
      expect(state).toBe("sent");
      expect(Date.parse(ended_at)).toBeLessThan(Date.now());
      const rows = await rowsOf<Record<string, number>>(
        app.platform.db,
        sql`select count(*)::int as sent, count(opened_at)::int as opened, count(clicked_at)::int as clicked,
            count(unsubscribed_at)::int as unsubscribed, count(replied_at)::int as replied,
            count(*) filter (where state = 'bounced_hard')::int as bounced_hard
          from deliveries where batch_id = ${id}`,
      );
      expect(figures).toMatchObject({ ...rows[0], recipients: rows[0]?.sent, waiting: 0, failed: 0 });
      for (const some of ["opened", "clicked", "unsubscribed", "bounced_hard"])
        expect(rows[0]?.[some], some).toBeGreaterThan(0);
      // Nobody opened an e-mail zero times.
      const { totals } = (await owner.api("GET", `/marketing/analytics?campaign_id=${id}`)).body;
      expect(totals.opens).toBeGreaterThanOrEqual(totals.opened);
    }
    const suppressed = await rowsOf<{ reason: string; count: number }>(
      app.platform.db,
      sql`select reason, count(*)::int as count from suppressions group by reason`,
    );
    const sum = (name: string) =>
      items.reduce(
        (all: number, one: { figures: Record<string, number> }) => all + (one.figures[name] ?? 0),
        0,
      );
    expect(Object.fromEntries(suppressed.map(({ reason, count }) => [reason, count]))).toEqual({
      unsubscribe: sum("unsubscribed"),
      hard_bounce: sum("bounced_hard"),
    });
  });

  it("has five templates that say what they should", async () => {
    const { items } = (await owner.api("GET", "/templates")).body;
    expect(items).toHaveLength(5);
    for (const { id } of items) {
      const preview = await owner.api("POST", `/templates/${id}/preview`, {});
      expect(preview.status).toBe(200);
      const messages = preview.body.findings ?? preview.body.problems;
      expect(messages.filter(({ severity }: { severity: string }) => severity === "stop")).toEqual([]);
    }
  });

  it("has two sequences under way, with people at several steps", async () => {
    const { items } = (await owner.api("GET", "/sequences")).body;
    expect(items.map(({ state }: { state: string }) => state)).toEqual(["active", "active"]);
    for (const { id } of items) {
      const { counts, steps } = (await owner.api("GET", `/sequences/${id}/figures`)).body;
      expect(counts.entered).toBeGreaterThan(30);
      const waiting = steps.filter((step: { waiting: number }) => step.waiting > 0);
      expect(waiting.length).toBeGreaterThan(1);
      const [first] = steps;
      expect(first.sent).toBeGreaterThan(30);
      expect(first.opened).toBeGreaterThan(first.clicked);
      expect(first.clicked).toBeGreaterThan(0);
      const branch = steps.find((step: { step_id: string }) => step.step_id === "opened");
      if (branch) expect(Object.keys(branch.outcomes).sort()).toEqual(["no", "yes"]);
    }
  });

  it("has a sending account that takes a campaign and delivers it nowhere", async () => {
    const { items } = (await owner.api("GET", "/mailboxes")).body;
    expect(items).toMatchObject([{ state: "active", is_ready: true, is_proven: true }]);
    const [template] = (await owner.api("GET", "/templates")).body.items;
    const audience = { tags: ["wholesale"], profile_ids: [] };
    const form = { name: "Tried", template_id: template.id, mailbox_id: items[0].id, audience };
    const { id } = (await owner.api("POST", "/campaigns", form)).body;
    const sent = await owner.api("POST", `/campaigns/${id}/send`, {});
    expect(sent.body).toMatchObject({ id });
    const stateOf = async () => {
      const { state, state_reason, figures } = (await owner.api("GET", `/campaigns/${id}`)).body;
      const { sent, waiting, failed } = figures;
      return { state, state_reason, isAnySent: sent > 0, waiting, failed };
    };
    await expect
      .poll(stateOf, { timeout: 60_000 })
      .toEqual({ state: "sent", state_reason: "", isAnySent: true, waiting: 0, failed: 0 });
  });

  it("has a team, an open invitation, and domains that wait", async () => {
    const roles = (await owner.api("GET", "/team/members")).body.items.map(
      ({ role }: { role: string }) => role,
    );
    expect(roles).toEqual(expect.arrayContaining(["marketer", "editor"]));
    expect((await owner.api("GET", "/team/invitations")).body.items).toMatchObject([{ state: "open" }]);
    const { items } = (await owner.api("GET", "/domains")).body;
    expect(items).toMatchObject([{ verified_at: null }, { verified_at: null }]);
  });

  it("starts whatever its environment says of what it would have chosen", async () => {
    const other = await startApp({ ...SETTINGS, PLANS: "off" });
    const before = begun;
    await fill(other, 1);
    begun = before;
    expect(other.platform.settings.list.length).toBeGreaterThan(0);
    await other.close();
  });

  it.each(CREATORS)("shows the page of $name with its picture and five links", async (creator) => {
    const page = await app.visitor().call("GET", `/${creator.username}`);
    expect(page.status).toBe(200);
    for (const { id } of creator.links) expect(page.body).toContain(`/go/${id}`);
    const [picture = ""] = /\/media\/[0-9a-f-]+\.webp/.exec(page.body) ?? [];
    expect((await app.visitor().call("GET", picture)).status).toBe(200);
    const going = await app.visitor().call("GET", `/go/${creator.links[0]?.id}`);
    expect(going.headers.get("location")).toBe(creator.links[0]?.url);
  });

  it.each(CREATORS)("shows what's in the rows for $name in the analytics", async (creator) => {
    const rows = await count(creator.id);
    const { body } = await owner.api("GET", `/profiles/${creator.id}/analytics?${period}`);
    expect(body.totals).toMatchObject({ views: rows.views, clicks: rows.clicks });
    const links = await owner.api("GET", `/profiles/${creator.id}/links`);
    const clicks = links.body.items.reduce(
      (sum: number, link: { click_count: number }) => sum + link.click_count,
      0,
    );
    expect(clicks).toBe(rows.clicks);
    expect(body.totals.visitors).toBeLessThan(body.totals.views);
    expect(body.totals.visitors).toBeGreaterThan(body.totals.views * 0.7);
    expect(body.totals.click_rate).toBeGreaterThan(0.3);
    expect(body.totals.click_rate).toBeLessThan(0.7);
    expect(rows.bots).toBeGreaterThan(0);
    expect(rows.bots).toBeLessThan((rows.views + rows.clicks) * 0.05);
    expect(body.breakdowns.country.length).toBeGreaterThanOrEqual(8);
    expect(body.breakdowns.city.length).toBeGreaterThanOrEqual(12);
    expect(body.breakdowns.device_type.length).toBeGreaterThanOrEqual(3);
    expect(body.breakdowns.referrer.length).toBeGreaterThanOrEqual(8);
    expect(body.breakdowns.app.length).toBeGreaterThanOrEqual(4);
  });

  it("adds nothing on a second start", async () => {
    const [{ id } = { id: "" }] = CREATORS;
    const before = await count(id);
    await fill();
    expect(begun).toBe(1);
    expect(await count(id)).toEqual(before);
  });

  it("continues an interrupted first start", async () => {
    const [{ id } = { id: "" }] = CREATORS;
    const { db } = app.platform;
    const before = await owner.api("GET", `/profiles/${id}/analytics?${period}`);
    await db.execute(sql`delete from instance_values where name = ${`demo ${id}`}`);
    await db.execute(sql`delete from page_views where profile_id = ${id}`);
    await db.execute(sql`delete from link_analytics where profile_id = ${id}`);
    await db.execute(sql`update links set click_count = 0 where profile_id = ${id}`);
    await fill();
    const after = await owner.api("GET", `/profiles/${id}/analytics?${period}`);
    expect(Math.abs(after.body.totals.views - before.body.totals.views)).toBeLessThan(5);
    expect((await owner.api("GET", `/profiles/${id}/links`)).body.items).toHaveLength(5);
    expect((await owner.api("GET", "/profiles")).body.items).toHaveLength(CREATORS.length);
  });
});

describe("90 days of visits", () => {
  const now = new Date("2026-05-20T15:20:00Z");
  const traffic = CREATORS.map((creator) => makeTraffic({ creator, user_id: "owner", now }));

  it("are at least 100,000 events, none of them in the future", () => {
    const begin = now.getTime() - 90 * DAY_MS;
    expect(traffic.flat().filter(({ at }) => at >= begin).length).toBeGreaterThanOrEqual(100_000);
    expect(traffic.flat().every(({ at }) => at <= now.getTime())).toBe(true);
  });

  it.each(CREATORS)("grow for $name, in a rhythm of days and weeks", (creator) => {
    const times = (traffic[CREATORS.indexOf(creator)] ?? []).map(({ at }) => now.getTime() - at);
    const within = (from: number, to: number) =>
      times.filter((ago) => ago >= from * DAY_MS && ago < to * DAY_MS).length;
    expect(within(0, 28)).toBeGreaterThan(within(62, 90) * 1.5);
    const spread = (part: (at: Date) => number) => {
      const sums = new Map<number, number>();
      for (const ago of times) {
        const key = part(new Date(now.getTime() - ago));
        sums.set(key, (sums.get(key) ?? 0) + 1);
      }
      return Math.max(...sums.values()) / Math.min(...sums.values());
    };
    expect(spread((at) => at.getUTCHours())).toBeGreaterThan(2);
    expect(spread((at) => at.getUTCDay())).toBeGreaterThan(1.2);
  });
});
