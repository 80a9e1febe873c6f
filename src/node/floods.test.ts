// @project server-postgres
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mailUrl, OPENED } from "#src/features/email/delivery/mail-tokens.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import { addBatch } from "#test/harness/campaigns.ts";
import type { Client } from "#test/harness/client.ts";
import { SAFARI } from "#test/harness/sse.ts";

const MINUTE_S = 60;
const KILOBYTE = 1024;

let app: TestApp;
let owner: Client;
const lines: string[] = [];
beforeAll(async () => {
  const logTo = { write: (line: string) => void lines.push(line) };
  app = await startApp({ ROLES: "web", LOG_LEVEL: "warn" }, { logTo });
  owner = await app.signUp();
});
afterAll(() => app?.close());

let pages = 0;
async function makePage(): Promise<{ id: string; username: string }> {
  const { id, username } = (await owner.api("POST", "/profiles", { name: `Mia ${++pages}` })).body;
  await owner.api("PATCH", `/profiles/${id}`, { lead_capture_enabled: true, collect_without_download: true });
  return { id, username };
}

/** How many rows there are in some tables, and how large the whole database is. */
async function stored(tables: readonly string[]): Promise<Record<string, number>> {
  const { db } = app.platform;
  const [size] = await rowsOf<{ bytes: number }>(
    db,
    sql`select sum(pg_total_relation_size(c.oid))::int as bytes from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema')`,
  );
  const counted = await Promise.all(
    tables.map(async (table) => {
      const [found] = await rowsOf<{ rows: number }>(
        db,
        sql`select count(*)::int as rows from ${sql.raw(table)}`,
      );
      return [table, found?.rows ?? 0] as const;
    }),
  );
  return { bytes: size?.bytes ?? 0, ...Object.fromEntries(counted) };
}

/** What a flood costs: a number of requests in each second of a minute. */
async function costOf(tables: readonly string[], perSecond: number, send: (n: number) => Promise<unknown>) {
  const before = await stored(tables);
  for (let second = 0; second < MINUTE_S; second++) {
    await Promise.all(Array.from({ length: perSecond }, (_, n) => send(second * perSecond + n)));
    app.clock.advance(1000);
  }
  const after = await stored(tables);
  return Object.fromEntries(Object.entries(after).map(([name, now]) => [name, now - (before[name] ?? 0)]));
}

/** No row, and hardly a byte for what else goes on. */
function expectNothing({ bytes, ...rows }: Record<string, number>): void {
  expect(Object.values(rows).filter((count) => count !== 0)).toEqual([]);
  expect(bytes).toBeLessThan(100 * KILOBYTE);
}

/** As if that many had come before. */
const useUp = (limit: string, attempts: number) =>
  app.platform.db.execute(sql`update rate_limits set points = ${attempts} where key like ${`${limit}:%`}`);

const noise = () => randomUUID().repeat(50);
const ONE = "203.0.178.9";
/** Networks of their own. */
const another = (n: number) => `203.${1 + (n >> 8)}.${n & 255}.9`;
const from = (address: string) => ({ "x-forwarded-for": address });

async function signUp(profileId: string, address: string): Promise<number> {
  const lead = {
    p_profile_id: profileId,
    p_name: noise().slice(0, 100),
    p_email: `${randomUUID()}@fans.example`,
  };
  return (await app.visitor().call("POST", "/api/v1/rpc/insert_fan_lead", lead, from(address))).status;
}

const LEAD_TABLES = ["fan_leads", "contacts", "contact_timeline", "rate_limits"];
/** With its contact, consent, timeline, events and jobs. */
const LEAD_BYTES_MAX = 24 * KILOBYTE;
const taken = (answers: readonly number[]) => answers.filter((status) => status < 300).length;

describe("leads", () => {
  it("from one network leave what it may, and a person in another still gets on the list", async () => {
    const { id } = await makePage();
    const answers: number[] = [];
    const send = async () => void answers.push(await signUp(id, ONE));
    const cost = await costOf(LEAD_TABLES, 2, send);
    expect(taken(answers)).toBe(60);
    expect(cost).toMatchObject({ fan_leads: 60, contacts: 60 });
    expect(cost.rate_limits).toBeLessThan(10);
    expect(cost.bytes).toBeLessThan(60 * LEAD_BYTES_MAX);
    expectNothing(await costOf(LEAD_TABLES, 1, send));
    expect(await signUp(id, "198.51.100.7")).toBe(200);
  });

  it("from many networks on one page leave what the page takes, and nothing once it's full; other pages take theirs", async () => {
    const { id } = await makePage();
    expect(await signUp(id, "198.51.100.8")).toBe(200);
    await useUp("lead-profile", 2950);
    const answers: number[] = [];
    await costOf([], 2, async (n) => void answers.push(await signUp(id, another(n))));
    expect(taken(answers)).toBe(50);
    const cost = await costOf(LEAD_TABLES, 2, (n) => signUp(id, another(1000 + n)));
    expectNothing(cost);
    expect(await signUp((await makePage()).id, "198.51.100.9")).toBe(200);
  });

  it("on many pages leave what the instance takes in a day, and nothing beyond", async () => {
    const ids = await Promise.all(Array.from({ length: 5 }, async () => (await makePage()).id));
    const page = (n: number) => ids[n % ids.length] ?? "";
    await useUp("lead-instance-day", 99_980);
    const answers: number[] = [];
    await costOf([], 1, async (n) => void answers.push(await signUp(page(n), another(2000 + n))));
    expect(taken(answers)).toBe(20);
    const cost = await costOf(LEAD_TABLES, 1, (n) => signUp(page(n), another(3000 + n)));
    expectNothing(cost);
  });
});

async function report(username: string, address: string): Promise<number> {
  const body = { username, reason: "spam", details: noise(), email: `${randomUUID()}@fans.example` };
  return (await app.visitor().call("POST", "/api/v1/reports", body, from(address))).status;
}

describe("reports of pages", () => {
  const TABLES = ["page_reports", "events", "notifications", "rate_limits"];
  /** Tables and indexes that have been empty grow by whole blocks. */
  const REPORT_BYTES_MAX = 12 * KILOBYTE;

  it("from one network leave what it may, and a person in another is still heard", async () => {
    // The first row of a table begins a block in each of its indexes.
    expect(await report("somebody", "198.51.100.8")).toBe(201);
    const answers: number[] = [];
    const cost = await costOf(TABLES, 2, async (n) => void answers.push(await report(`nobody${n}`, ONE)));
    expect(taken(answers)).toBe(20);
    expect(cost).toMatchObject({ page_reports: 20, notifications: 0 });
    expect(cost.rate_limits).toBeLessThan(30);
    expect(cost.bytes).toBeLessThan(20 * REPORT_BYTES_MAX);
    expect(await report("nobody", "198.51.100.7")).toBe(201);
  });

  it("from many networks about one page leave what anyone would read, and nothing once that's full", async () => {
    const { username } = await makePage();
    const answers: number[] = [];
    const send = async (n: number) => void answers.push(await report(username, another(4000 + n)));
    const cost = await costOf(TABLES, 4, send);
    expect(taken(answers)).toBe(200);
    expect(cost.bytes).toBeLessThan(200 * REPORT_BYTES_MAX);
    expectNothing(await costOf(TABLES, 2, (n) => send(1000 + n)));
    expect(await report((await makePage()).username, "198.51.100.7")).toBe(201);
  });

  it("about ever other pages leave what the instance takes in a day, and nothing beyond", async () => {
    await useUp("reports.instance", 4990);
    const answers: number[] = [];
    const send = async (n: number) => void answers.push(await report(`name${n}`, another(6000 + n)));
    await costOf([], 1, send);
    expect(taken(answers)).toBe(10);
    expectNothing(await costOf(TABLES, 1, (n) => send(1000 + n)));
  });
});

it("errors of browsers write a bounded part of the log, nothing beyond, and are told again afterwards", async () => {
  const error = () => ({ source: "page", message: noise(), stack: noise(), path: "/mia" });
  const send = async (address: string) =>
    (await app.visitor().call("POST", "/api/v1/client-errors", error(), from(address))).body.logged;
  lines.length = 0;
  const one = await costOf(["rate_limits"], 2, () => send(ONE));
  expect([lines.length, one.rate_limits]).toEqual([60, 1]);
  expect(await send("198.51.100.7")).toBe(true);
  await costOf(["rate_limits"], 5, (n) => send(another(n)));
  expect(lines.length).toBe(300);
  expect(lines.join("").length).toBeLessThan(1024 * KILOBYTE);
  expectNothing(await costOf(["rate_limits"], 2, (n) => send(another(1000 + n))));
  app.clock.advance(10 * MINUTE_S * 1000);
  expect(await send("198.51.100.7")).toBe(true);
  expect(lines.at(-2)).toContain("more errors in browsers");
});

it("opens and clicks of one e-mail leave few rows, however often and from wherever, and are all counted", async () => {
  const { db } = app.platform;
  const [batch_id, contact_id] = [
    randomUUID(),
    (await owner.api("POST", "/contacts", { email: "nora@fans.example" })).body.id,
  ];
  const snapshot = { links: ["https://mia.art/"] };
  await db.execute(sql`insert into campaigns (user_id, id, name, state, state_at, audience, created_at, updated_at)
    values (${owner.id}, ${batch_id}, 'News', 'sent', now(), '{"tags": [], "profile_ids": []}', now(), now())`);
  await addBatch(app, { user_id: owner.id, id: batch_id, snapshot });
  await db.execute(sql`insert into deliveries (user_id, batch_id, contact_id, state, host, due_at, handed_over_at)
    values (${owner.id}, ${batch_id}, ${contact_id}, 'handed_over', 'fans.example', now(), ${app.clock.now().toISOString()})`);
  app.clock.advance(MINUTE_S * 1000);
  const follow = async (link: number, n: number) => {
    const url = mailUrl(app.platform, owner.id, { batch_id, contact_id, link });
    const headers = { ...from(another(n)), "user-agent": `${SAFARI} ${noise().slice(0, 500)}` };
    return (await app.visitor().call("GET", url.replace(app.url, ""), undefined, headers)).status;
  };
  const opened = await costOf(["mail_opens", "delivery_clicks", "rate_limits"], 5, (n) => follow(OPENED, n));
  expect(opened).toMatchObject({ delivery_clicks: 0, rate_limits: 0 });
  expect(opened.mail_opens).toBeLessThan(20);
  expect(opened.bytes).toBeLessThan(200 * KILOBYTE);
  const [sum] = await rowsOf<{ opens: number }>(db, sql`select sum(opens)::int as opens from mail_opens`);
  expect(sum?.opens).toBe(5 * MINUTE_S);
  // As if that many had been kept before.
  await db.execute(sql`insert into delivery_clicks (user_id, batch_id, contact_id, id, link, is_scanner, is_machine, created_at)
    select ${owner.id}, ${batch_id}, ${contact_id}, gen_random_uuid(), 0, false, false, now() from generate_series(1, 1990)`);
  expect(await follow(0, 1)).toBe(302);
  const clicked = await costOf(["mail_clicks", "delivery_clicks", "rate_limits"], 2, (n) => follow(0, n));
  expect(clicked.rate_limits).toBe(0);
  // Two at the same moment may both be the last.
  expect(clicked.delivery_clicks).toBeLessThanOrEqual(9 + 1);
  expect(clicked.mail_clicks).toBeLessThan(20);
  expect(clicked.bytes).toBeLessThan(200 * KILOBYTE);
});
