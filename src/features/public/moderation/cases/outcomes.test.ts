// @project server-postgres
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { DAY_MS } from "#src/lib/time.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { caseLetterUrl } from "../letter-links.ts";
import { purgeReports } from "../moderation.ts";
import { settleConfirmedBan } from "./decisions.ts";
import { returnCases } from "./proposals.ts";

let app: TestApp;
let founder: Client;
let moderator: Client;

beforeAll(async () => {
  app = await startApp();
  founder = await app.signUp();
  moderator = await app.signUp();
  await app.platform.db.execute(sql`update users set role = 'moderator' where id = ${moderator.id}`);
});
afterAll(() => app?.close());
afterEach(() => app.clock.set(new Date()));

let networks = 0;
const from = () => ({ "x-forwarded-for": `198.${++networks % 250}.101.9` });

interface Reported {
  owner: Client;
  page: { id: string; username: string };
  id: string;
}

const suspensionMails = ({ email }: Client) =>
  rowsOf(
    app.platform.db,
    sql`select id from mails where recipient = ${email} and template = 'accounts.banned'`,
  );

async function report(page: Reported["page"]): Promise<string> {
  const body = { username: page.username, reason: "scam" };
  await app.visitor().call("POST", "/api/v1/reports", body, from());
  const { items } = (await founder.api("GET", "/admin/cases")).body;
  return items.find((one: { username: string }) => one.username === page.username).id;
}

async function reported(by?: Client): Promise<Reported> {
  const owner = by ?? (await app.signUp());
  const page = (await owner.api("POST", "/profiles", { name: `Page${randomUUID().slice(0, 8)}` })).body;
  return { owner, page, id: await report(page) };
}

const WHY = { ground: "terms", facts: "It asks for passwords" };
const decide = (who: Client, id: string, body: object) =>
  who.api("POST", `/admin/cases/${id}/decide`, { ...WHY, ...body });
const get = async (id: string) => (await founder.api("GET", `/admin/cases/${id}`)).body;
const banOf = async ({ id }: Client) => (await founder.api("GET", `/admin/users/${id}`)).body.ban;
const statusOf = async (path: string) => (await app.visitor().call("GET", path)).status;

async function proposedFor({ id }: Client): Promise<{ id: string }> {
  const { items } = (await founder.api("GET", "/admin/approvals")).body;
  return items.find(({ account }: { account: { id: string } }) => account.id === id);
}

/** The owner appeals, and the other of the two takes the decision back. */
async function overturn({ owner, id }: Pick<Reported, "owner" | "id">, by = founder) {
  const path = new URL(caseLetterUrl(app.platform, { id, owner_id: owner.id })).pathname;
  const form = new URLSearchParams({ act: "appeal", text: "No" }).toString();
  const type = "application/x-www-form-urlencoded";
  await app.visitor().call("POST", path, form, { ...from(), "content-type": type });
  const answer = await by.api("POST", `/admin/cases/${id}/appeal`, {
    ...{ outcome: "overturned", reason: "It was wrong." },
  });
  expect(answer.status).toBe(200);
}

async function addLink({ owner, page }: Reported, url = "https://bad.example/a"): Promise<string> {
  return (await owner.api("POST", `/profiles/${page.id}/links`, { title: "A", url })).body.id;
}

describe("a decision", () => {
  it("labels a page as adult content, and an appeal takes the label off", async () => {
    const found = await reported();
    const link = await addLink(found);
    expect(await statusOf(`/go/${link}`)).toBe(302);
    expect((await decide(moderator, found.id, { decision: "label_adult" })).status).toBe(200);
    expect(await statusOf(`/go/${link}`)).toBe(200);
    expect((await app.mailTo(found.owner.email, /decision about your page/)).text).toContain("adult content");
    await overturn(found);
    expect(await statusOf(`/go/${link}`)).toBe(302);
  });

  it("hides a link and what leads to the same place, and an appeal shows both", async () => {
    const found = await reported();
    const [link, twin, other] = [
      await addLink(found),
      await addLink(found),
      await addLink(found, "https://good.example"),
    ];
    expect((await decide(moderator, found.id, { decision: "hide_link", link_id: link })).status).toBe(200);
    const statuses = async () => Promise.all([link, twin, other].map((id) => statusOf(`/go/${id}`)));
    expect(await statuses()).toEqual([404, 404, 302]);
    const again = await addLink(found);
    expect(await statusOf(`/go/${again}`)).toBe(404);
    await overturn(found);
    expect(await statuses()).toEqual([302, 302, 302]);
    expect(await statusOf(`/go/${again}`)).toBe(302);
  });

  it("bans for good once a second member of staff confirms", async () => {
    const { owner, page, id } = await reported();
    expect((await decide(moderator, id, { decision: "ban" })).body.state).toBe("approval");
    expect(await statusOf(`/${page.username}`)).toBe(200);
    for (const [verb, body] of [
      ["decide", { decision: "nothing" }],
      ["ask", { question: "Why?" }],
    ] as const) {
      const answer = await moderator.api("POST", `/admin/cases/${id}/${verb}`, body);
      expect([verb, answer.body.code]).toEqual([verb, "BAN_PROPOSED"]);
    }
    await founder.api("POST", `/admin/cases/${id}/claim`, { take_over: true });
    const waiting = await proposedFor(owner);
    expect((await founder.api("POST", `/admin/approvals/${waiting.id}/confirm`, {})).status).toBe(200);
    expect(await statusOf(`/${page.username}`)).toBe(410);
    await expect.poll(async () => (await get(id)).state, { timeout: 20_000 }).toBe("closed");
    expect(await get(id)).toMatchObject({ decision: "ban", decided_by: { id: moderator.id } });
    expect((await app.mailTo(owner.email, /decision about your page/)).text).toContain("for good");
    expect(await suspensionMails(owner)).toEqual([]);
  });

  it("comes back to the queue with the reason if the second declines the ban, or nobody confirms it", async () => {
    const { owner, page, id } = await reported();
    await decide(moderator, id, { decision: "ban" });
    const waiting = await proposedFor(owner);
    await founder.api("POST", `/admin/approvals/${waiting.id}/decline`, { reason: "Too much" });
    await expect.poll(async () => (await get(id)).state, { timeout: 20_000 }).toBe("open");
    expect(await get(id)).toMatchObject({
      ...{ ban_declined: "Too much", decision: null, facts: null, ground: null },
      assignee: { id: moderator.id },
    });
    expect(await report(page)).toBe(id);
    await decide(moderator, id, { decision: "ban" });
    await returnCases(app.platform, { account: owner.id });
    expect((await get(id)).state).toBe("approval");
    app.clock.advance(3 * DAY_MS + DAY_MS / 2);
    await returnCases(app.platform, { account: owner.id });
    expect(await get(id)).toMatchObject({ ban_declined: "" });
    expect((await decide(moderator, id, { decision: "nothing" })).body.state).toBe("closed");
  });

  it("is told by the e-mail about suspensions if its page is purged before the second confirms", async () => {
    const { owner, page, id } = await reported();
    const other = await reported(owner);
    const facts = "It asks for passwords, too";
    await decide(moderator, id, { decision: "ban" });
    await decide(moderator, other.id, { decision: "ban", facts });
    for (const { id: subject } of [page, other.page]) await purgeReports(app.platform, { subject });
    const waiting = await proposedFor(owner);
    expect((await founder.api("POST", `/admin/approvals/${waiting.id}/confirm`, {})).status).toBe(200);
    expect((await app.mailTo(owner.email, /has been suspended/)).text).toContain(facts);
    expect(await suspensionMails(owner)).toHaveLength(1);
  });

  it("is told once if its page is purged as the second confirms, or another case tells it", async () => {
    const late = await reported();
    await decide(moderator, late.id, { decision: "ban" });
    const confirmed = sql`update staff_approvals set state = 'confirmed' where account = ${late.owner.id}`;
    await app.platform.db.execute(confirmed);
    await app.platform.db.execute(sql`update users set banned = true where id = ${late.owner.id}`);
    await purgeReports(app.platform, { subject: late.page.id });
    expect(await suspensionMails(late.owner)).toHaveLength(1);
    const one = await reported();
    const other = await reported(one.owner);
    for (const { id } of [one, other]) await decide(moderator, id, { decision: "ban" });
    await purgeReports(app.platform, { subject: one.page.id });
    const waiting = await proposedFor(one.owner);
    await founder.api("POST", `/admin/approvals/${waiting.id}/confirm`, {});
    expect((await app.mailTo(one.owner.email, /decision about your page/)).text).toContain(WHY.facts);
    expect(await suspensionMails(one.owner)).toEqual([]);
  });

  it("is closed as decided, however late the end of an earlier proposal is noticed", async () => {
    const { owner, id } = await reported();
    await decide(moderator, id, { decision: "ban" });
    const confirmed = sql`update staff_approvals set state = 'confirmed' where account = ${owner.id}`;
    await app.platform.db.execute(confirmed);
    await app.platform.db.execute(sql`update users set banned = true where id = ${owner.id}`);
    await returnCases(app.platform, { account: owner.id });
    expect((await get(id)).state).toBe("approval");
    await settleConfirmedBan(app.platform, { subject: owner.id, payload: { until: null } });
    expect(await get(id)).toMatchObject({ state: "closed", decision: "ban" });
    expect((await app.mailTo(owner.email, /decision about your page/)).text).toContain(WHY.facts);
  });

  it("isn't taken for confirmed because somebody suspends the account for a day meanwhile", async () => {
    const { owner, id } = await reported();
    await decide(moderator, id, { decision: "ban" });
    const until = new Date(Date.now() + DAY_MS).toISOString();
    await founder.api("PUT", `/admin/users/${owner.id}/ban`, { reason: "Spam", until });
    await expect.poll(async () => (await banOf(owner))?.reason, { timeout: 20_000 }).toBe("Spam");
    expect((await get(id)).state).toBe("approval");
    const waiting = await proposedFor(owner);
    await founder.api("POST", `/admin/approvals/${waiting.id}/confirm`, {});
    await expect.poll(async () => (await get(id)).state, { timeout: 20_000 }).toBe("closed");
    expect(await banOf(owner)).toMatchObject({ until: null });
  });
});

describe("an overturned decision", () => {
  it("leaves what staff hid apart from cases", async () => {
    const found = await reported();
    const hidden = {
      target: { ids: [found.page.id] },
      mark: "hidden",
      is_on: true,
      reason: "Spam",
      id: randomUUID(),
    };
    expect((await founder.api("POST", "/admin/profiles/changes", hidden)).status).toBeLessThan(300);
    await expect.poll(() => statusOf(`/${found.page.username}`), { timeout: 20_000 }).toBe(410);
    await decide(moderator, found.id, { decision: "hide_page" });
    // Whoever looks at the appeal sees what was hidden.
    expect((await founder.api("GET", `/admin/cases/${found.id}/page`)).body.html).toContain("<html");
    await overturn(found);
    expect(await statusOf(`/${found.page.username}`)).toBe(410);
  });

  it("leaves a suspension that staff decided apart from cases", async () => {
    const found = await reported();
    const until = new Date(Date.now() + 9 * DAY_MS).toISOString();
    await founder.api("PUT", `/admin/users/${found.owner.id}/ban`, { reason: "Unpaid", until });
    const sooner = new Date(Date.now() + DAY_MS).toISOString();
    await decide(moderator, found.id, { decision: "suspend", until: sooner });
    await overturn(found);
    expect(await banOf(found.owner)).toMatchObject({ reason: "Unpaid", until });
  });

  it("gives a longer suspension back to the shorter one that stands", async () => {
    const first = await reported();
    const second = await reported(first.owner);
    const [sooner, later] = [2, 9].map((days) => new Date(Date.now() + days * DAY_MS).toISOString());
    await decide(moderator, first.id, { decision: "suspend", until: sooner, facts: "One" });
    await decide(moderator, second.id, { decision: "suspend", until: later, facts: "Two" });
    expect(await banOf(first.owner)).toMatchObject({ until: later });
    // The statements of reasons are what tells the owner, and they name the appeal.
    expect(await suspensionMails(first.owner)).toEqual([]);
    await overturn(second);
    expect(await banOf(first.owner)).toMatchObject({ reason: "One", until: sooner });
    await overturn(first);
    expect(await banOf(first.owner)).toBeNull();
  });

  it("leaves what a second decision hid, whichever of them is taken back first", async () => {
    for (const order of [
      [0, 1],
      [1, 0],
    ] as const) {
      const first = await reported();
      await decide(moderator, first.id, { decision: "hide_page" });
      const cases = [first, { ...first, id: await report(first.page) }] as const;
      await decide(moderator, cases[1].id, { decision: "hide_page" });
      await overturn(cases[order[0]]);
      expect(await statusOf(`/${first.page.username}`)).toBe(410);
      await overturn(cases[order[1]]);
      expect(await statusOf(`/${first.page.username}`)).toBe(200);
    }
  });
});
