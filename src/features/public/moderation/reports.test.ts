// @project server-postgres
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { upsertCase } from "./cases/case-store.ts";
import { isWorthMail } from "./rules.ts";

let app: TestApp;
let founder: Client;
let moderator: Client;

beforeAll(async () => {
  app = await startApp({ SUPPORT_ADDRESS: "help@reports.example" });
  founder = await app.signUp();
  moderator = await app.signUp();
  await app.platform.db.execute(sql`update users set role = 'moderator' where id = ${moderator.id}`);
});
afterAll(() => app?.close());

async function page(): Promise<string> {
  const owner = await app.signUp();
  return (await owner.api("POST", "/profiles", { name: `Page${randomUUID().slice(0, 8)}` })).body.username;
}

/** Each from a network of its own, because one may not report endlessly. */
let last = 0;
const report = (username: string, more: object = {}) =>
  app
    .visitor()
    .call(
      "POST",
      "/api/v1/reports",
      { username, reason: "spam", details: "", ...more },
      { "x-forwarded-for": `198.${++last}.100.7` },
    );

const caseOf = async (username: string) =>
  (await founder.api("GET", "/admin/cases")).body.items.find(
    (one: { username: string }) => one.username === username,
  );

const bellOf = async (who: Client): Promise<string[]> =>
  (await who.api("GET", "/notifications")).body.items.map(({ kind }: { kind: string }) => kind);

describe("a report of a page", () => {
  it("reaches everyone in charge and the support address by e-mail, and staff behind their bell", async () => {
    const username = await page();
    await report(username, { reason: "scam", details: "Asks for my <b>password</b>" });
    for (const to of [founder.email, moderator.email, "help@reports.example"]) {
      const { subject, text } = await app.mailTo(to, new RegExp(username));
      expect(subject).toContain(`/${username} was reported`);
      expect(text).toContain("Scam or phishing");
      expect(text).toContain(`/admin/moderation?case=${(await caseOf(username)).id}`);
    }
    for (const who of [founder, moderator])
      await expect.poll(() => bellOf(who), { timeout: 20_000 }).toContain("page_report");
  });

  it("says so if somebody is in danger, even if others reported the page before", async () => {
    const username = await page();
    await report(username);
    await report(username, { reason: "danger", details: "She has a knife" });
    await report(username, { reason: "child-safety" });
    const mails = await app.mailsTo(moderator.email, new RegExp(`Urgent.*${username}`), 1);
    expect(mails).toHaveLength(1);
    expect(await caseOf(username)).toMatchObject({ is_urgent: true, reports: 3 });
    await expect.poll(() => bellOf(moderator), { timeout: 20_000 }).toContain("urgent_report");
  });

  it("is confirmed to whoever leaves an address, without anything that strangers could write to others", async () => {
    const username = await page();
    const email = `ada.${username}@reports.example`;
    for (let n = 0; n < 7; n++) {
      const page = n === 0 ? username : `Win money at evil.example ${n}`;
      const body = { username: page, reason: "spam", details: "Buy my watches", email };
      const from = { "x-forwarded-for": `198.${++last}.100.7`, "accept-language": "es" };
      expect((await app.visitor().call("POST", "/api/v1/reports", body, from)).status).toBe(201);
    }
    const mails = await app.mailsTo(email, /Hemos recibido tu denuncia/, 5);
    expect(mails).toHaveLength(5);
    const [first] = mails;
    expect(first?.text).toMatch(/\/help\/report\/status\/[\w-]{20}/);
    expect(mails.map(({ subject, text }) => subject + text).join()).not.toMatch(/evil|watches|Win money/);
    const number = /R-\w{4}-\w{4}/.exec(first?.subject ?? "")?.[0];
    const [row] = (await founder.api("GET", `/admin/cases?q=${number}`)).body.items;
    expect(row.number).toMatch(/^C-/);
  });

  it("is e-mailed once, and then at the tenth, the hundredth and so on", async () => {
    expect([1, 2, 9, 10, 11, 99, 100, 500, 1000].filter(isWorthMail)).toEqual([1, 10, 100, 1000]);
    const username = await page();
    for (let n = 0; n < 11; n++) await report(username);
    const mails = await app.mailsTo("help@reports.example", new RegExp(username), 2);
    expect(
      mails.map(({ subject }) => subject).filter((subject) => subject.includes("10 times")),
    ).toHaveLength(1);
  });

  it("becomes one case with 10,000 others, each under its own number", async () => {
    const username = await page();
    await report(username);
    const { id } = await caseOf(username);
    await app.platform.db.execute(sql`insert into page_reports (id, number, username, reason, details, case_id, created_at)
      select gen_random_uuid(), 'R-' || gen_random_uuid(), ${username}, 'spam', '', ${id}, now() from generate_series(1, 9979)`);
    await app.platform.db.execute(sql`update moderation_cases set reports = reports + 9979 where id = ${id}`);
    const answers = await Promise.all(Array.from({ length: 20 }, () => report(username)));
    expect(new Set(answers.map(({ body }) => body.number)).size).toBe(20);
    expect(await caseOf(username)).toMatchObject({ id, reports: 10_000 });
    const { body } = await founder.api("GET", `/admin/cases/${id}`);
    expect(body.newest).toHaveLength(50);
    expect(body.reasons).toEqual([{ reason: "Spam", count: 10_000 }]);
  });

  it("opens one case even if many arrive at the same moment", async () => {
    const username = await page();
    await Promise.all(Array.from({ length: 12 }, () => report(username)));
    const { body } = await founder.api("GET", "/admin/cases");
    expect(body.items.filter((one: { username: string }) => one.username === username)).toMatchObject([
      { reports: 12 },
    ]);
  });
});

describe("the queue", () => {
  it("has what's urgent first, then what has waited longest, each once over all its pages", async () => {
    const now = Date.now();
    for (let n = 0; n < 60; n++)
      await upsertCase(app.platform.db, {
        ...{ id: randomUUID(), number: `C-${n}`, username: `gone${n}`, profile_id: null, owner_id: null },
        is_urgent: n === 30,
        created_at: new Date(now - 1_000_000_000 - n * 1000).toISOString(),
      });
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const { body } = await founder.api("GET", `/admin/cases${cursor ? `?cursor=${cursor}` : ""}`);
      seen.push(...body.items.map(({ username }: { username: string }) => username));
      cursor = body.next;
    } while (cursor);
    expect(seen[0]).toBe("gone30");
    expect(seen[2]).toBe("gone59");
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.length).toBeGreaterThanOrEqual(60);
    expect((await founder.api("GET", "/admin/cases?cursor=nonsense")).body.code).toBe("CURSOR_INVALID");
  });

  it("is filtered by state, reason, age and who has a case", async () => {
    const username = await page();
    await report(username, { reason: "copyright" });
    const [{ id }] = (await founder.api("GET", "/admin/cases?reason=copyright")).body.items;
    const listed = async (query: string) =>
      (await moderator.api("GET", `/admin/cases?${query}`)).body.items.map((one: { id: string }) => one.id);
    expect(await listed("reason=copyright")).toEqual([id]);
    expect(await listed("reason=copyright&older_hours=1")).toEqual([]);
    expect(await listed("reason=copyright&assignee=me")).toEqual([]);
    await moderator.api("POST", `/admin/cases/${id}/claim`, {});
    expect(await listed("reason=copyright&assignee=me")).toEqual([id]);
    expect(await listed("reason=copyright&assignee=nobody")).toEqual([]);
    expect(await listed("state=closed")).toEqual([]);
  });

  it("finds cases in any state by their number, a report's number, and how the page's name begins", async () => {
    const username = await page();
    const { number: reportNumber } = (await report(username)).body;
    const [{ id, number }] = (await founder.api("GET", `/admin/cases?q=${username}`)).body.items;
    await founder.api("POST", `/admin/cases/${id}/decide`, { decision: "nothing" });
    const found = async (q: string) =>
      (await moderator.api("GET", `/admin/cases?q=${encodeURIComponent(q)}`)).body.items.map(
        (one: { id: string }) => one.id,
      );
    for (const q of [
      number,
      number.toLowerCase(),
      reportNumber,
      username,
      `/${username.slice(0, -2)}`,
      `@${username}`,
    ])
      expect([q, await found(q)]).toEqual([q, [id]]);
    for (const q of ["C-0000-0000", "%", "_age", "@@@", `${username}x`, "\\"])
      expect(await found(q)).toEqual([]);
  });

  it("is for staff who look after pages, and there's nothing for anyone else", async () => {
    for (const [role, status] of [
      ["admin", 200],
      ["support", 404],
      ["finance", 404],
      ["user", 404],
    ] as const) {
      const client = await app.signUp();
      await app.platform.db.execute(sql`update users set role = ${role} where id = ${client.id}`);
      expect([role, (await client.api("GET", "/admin/cases")).status]).toEqual([role, status]);
    }
  });
});
