// @project server-postgres
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { eventsOf } from "#test/harness/events.ts";
import { isWorthMail } from "./rules.ts";

let app: TestApp;
let founder: Client;

beforeAll(async () => {
  app = await startApp({ SUPPORT_ADDRESS: "help@reports.example" });
  founder = await app.signUp();
});
afterAll(() => app?.close());
afterEach(() => app.clock.set(new Date()));

const staff = async (role: string): Promise<Client> => {
  const client = await app.signUp();
  await app.platform.db.execute(sql`update users set role = ${role} where id = ${client.id}`);
  return client;
};

async function page(): Promise<string> {
  const owner = await app.signUp();
  return (await owner.api("POST", "/profiles", { name: `Page${randomUUID().slice(0, 8)}` })).body.username;
}

/** Each from a network of its own, because one may not report endlessly. */
const report = (username: string, more: object = {}) =>
  app.visitor().api("POST", "/reports", { username, reason: "spam", details: "", ...more });

/** As many more as there could be, without as many requests. */
const many = (username: string, count: number) =>
  app.platform.db.execute(sql`insert into page_reports (id, number, username, reason, details, created_at)
    select gen_random_uuid(), 'R-' || gen_random_uuid(), ${username}, 'spam', '', now() - interval '1 hour'
    from generate_series(1, ${count}::int)`);

const listed = async (who = founder, query = "") =>
  (await who.api("GET", `/admin/reports${query}`)).body.items as { username: string; last_at: string }[];

describe("a report of a page", () => {
  it("reaches the founder and the support address by e-mail, and staff behind their bell", async () => {
    const username = await page();
    const moderator = await staff("moderator");
    expect((await report(username, { reason: "scam", details: "Asks for my password" })).status).toBe(201);
    for (const to of [founder.email, "help@reports.example"]) {
      const { subject, text } = await app.mailTo(to, new RegExp(username));
      expect(subject).toContain(`/${username} was reported`);
      expect(text).toContain("Scam or phishing");
      expect(text).toContain("Asks for my password");
      expect(text).toContain("/admin/reports");
    }
    for (const who of [founder, moderator]) {
      const told = async () => (await who.api("GET", "/notifications")).body.items;
      await expect
        .poll(async () => (await told()).map(({ kind }: { kind: string }) => kind), { timeout: 20_000 })
        .toContain("page_report");
    }
  });

  it("is e-mailed once, and then at the tenth, the hundredth and so on", async () => {
    expect([1, 2, 9, 10, 11, 99, 100, 500, 1000].filter(isWorthMail)).toEqual([1, 10, 100, 1000]);
    const username = await page();
    await many(username, 8);
    await report(username);
    await report(username);
    const [mail] = await app.mailsTo("help@reports.example", new RegExp(username), 1);
    expect(mail?.subject).toContain("10 times");
    await report(username);
    expect(await app.mailsTo("help@reports.example", new RegExp(username), 1)).toHaveLength(1);
  });

  it("is listed with its page's others until they're handled, and those that come meanwhile stay", async () => {
    const username = await page();
    await report(username, { details: "First" });
    app.clock.advance(60_000);
    await report(username, { reason: "hate", details: "Second", email: "who@reports.example" });
    const [item] = (await listed()).filter((one) => one.username === username);
    expect(item).toMatchObject({
      exists: true,
      count: 2,
      reasons: expect.arrayContaining([
        { reason: "Spam", count: 1 },
        { reason: "Hate or violence", count: 1 },
      ]),
      newest: [{ details: "Second", reporter_email: "who@reports.example" }, { details: "First" }],
    });
    app.clock.advance(60_000);
    await report(username, { details: "Third" });
    const close = (who: Client) =>
      who.api("POST", "/admin/reports/close", { username, until: item?.last_at });
    expect((await close(founder)).body).toEqual({ closed: 2 });
    expect((await close(founder)).body).toEqual({ closed: 0 });
    expect(await eventsOf(app, username)).toMatchObject([
      { name: "page.reports_closed", account: "instance", payload: { count: 2 } },
    ]);
    const left = (await listed()).filter((one) => one.username === username);
    expect(left).toMatchObject([{ count: 1, newest: [{ details: "Third" }] }]);
    const handled = (await listed(founder, "?status=closed")).filter((one) => one.username === username);
    expect(handled).toMatchObject([{ count: 2 }]);
  });

  it("comes first if a child may be in danger, and every page is listed once over all pages of the list", async () => {
    const urgent = await page();
    await report(urgent, { reason: "child-safety" });
    for (let n = 0; n < 60; n++) await many(`gone${n}`, 1);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const { body } = await founder.api("GET", `/admin/reports${cursor ? `?cursor=${cursor}` : ""}`);
      seen.push(...body.items.map(({ username }: { username: string }) => username));
      cursor = body.next;
    } while (cursor);
    expect(seen[0]).toBe(urgent);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.length).toBeGreaterThanOrEqual(61);
    expect(await founder.api("GET", "/admin/reports?cursor=nonsense")).toMatchObject({
      body: { code: "CURSOR_INVALID" },
    });
  });

  it("is for staff who look after pages, and there's nothing for anyone else", async () => {
    for (const [role, status] of [
      ["admin", 200],
      ["moderator", 200],
      ["support", 404],
      ["finance", 404],
    ] as const)
      expect([role, (await (await staff(role)).api("GET", "/admin/reports")).status]).toEqual([role, status]);
    expect((await (await app.signUp()).api("GET", "/admin/reports")).status).toBe(404);
  });
});
