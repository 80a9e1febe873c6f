// @project server-postgres
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { eventsOf } from "#test/harness/events.ts";

let app: TestApp;
let founder: Client;
let moderator: Client;

beforeAll(async () => {
  app = await startApp();
  founder = await app.signUp();
  moderator = await staff("moderator");
});
afterAll(() => app?.close());
afterEach(() => app.clock.set(new Date()));

async function staff(role: string): Promise<Client> {
  const client = await app.signUp();
  await app.platform.db.execute(sql`update users set role = ${role} where id = ${client.id}`);
  return client;
}

interface Reported {
  owner: Client;
  page: { id: string; username: string };
  id: string;
}

async function reported(more: object = {}, by?: Client): Promise<Reported> {
  const owner = by ?? (await app.signUp());
  const page = (await owner.api("POST", "/profiles", { name: `Page${randomUUID().slice(0, 8)}` })).body;
  await app.visitor().api("POST", "/reports", { username: page.username, reason: "scam", ...more });
  const { body } = await founder.api("GET", "/admin/cases");
  const { id } = body.items.find((one: { username: string }) => one.username === page.username);
  return { owner, page, id };
}

const act = (who: Client, id: string, verb: string, body: object = {}) =>
  who.api("POST", `/admin/cases/${id}/${verb}`, body);
const decide = (who: Client, id: string, body: object) => act(who, id, "decide", body);
const WHY = { ground: "terms", facts: "It asks for <script>passwords</script>" };
const BODIES: Record<string, object> = { ask: { question: "Why?" }, decide: { decision: "nothing" } };
const get = async (id: string, who = founder) => (await who.api("GET", `/admin/cases/${id}`)).body;

describe("a case", () => {
  it("shows the reports, page, links, owner and earlier cases", async () => {
    const { owner, page, id } = await reported({
      details: "<script>alert(1)</script>Asks",
      email: "r@x.example",
    });
    await owner.api("POST", `/profiles/${page.id}/links`, { title: "Shop", url: "https://shop.example/a" });
    await decide(founder, id, { decision: "nothing" });
    await app.visitor().api("POST", "/reports", { username: page.username, reason: "spam" });
    const [later] = (await founder.api("GET", "/admin/cases")).body.items.filter(
      (one: { username: string }) => one.username === page.username,
    );
    expect(later.id).not.toBe(id);
    expect(await get(id)).toMatchObject({
      ...{ username: page.username, state: "closed", decision: "nothing", reports: 1 },
      page: { id: page.id },
      owner: { id: owner.id, email: owner.email },
      links: [{ title: "Shop", url: "https://shop.example/a" }],
      newest: [{ reason: "Scam or phishing", details: "Asks", reporter_email: "r@x.example" }],
      others: [{ id: later.id, state: "open" }],
    });
    expect((await founder.api("GET", `/admin/cases/${id}/page`)).body.html).toContain("<");
    for (const odd of [randomUUID(), "x", "%00"])
      expect((await founder.api("GET", `/admin/cases/${odd}`)).body.code).toBe("CASE_NOT_FOUND");
  });

  it("says why the owner's pages are gone by now, as others may have seen to that", async () => {
    const { owner, id } = await reported();
    expect((await get(id)).owner.closed).toBe(null);
    const suspended = sql`update users set banned = true, ban_expires = now() + interval '1 day' where id = ${owner.id}`;
    await app.platform.db.execute(suspended);
    expect((await get(id)).owner.closed).toBe("suspended");
    await app.platform.db.execute(
      sql`update users set ban_expires = now() - interval '1 day' where id = ${owner.id}`,
    );
    expect((await get(id)).owner.closed).toBe(null);
    await app.platform.db.execute(sql`update users set deletion_due_at = now() where id = ${owner.id}`);
    expect((await get(id)).owner.closed).toBe("leaving");
  });

  it("is one moderator's at a time, who can give it back, and a colleague can take it over", async () => {
    const { id } = await reported();
    const claims = await Promise.all([act(founder, id, "claim"), act(moderator, id, "claim")]);
    expect(claims.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [first, second] = claims[0].status === 200 ? [founder, moderator] : [moderator, founder];
    for (const verb of ["release", "ask", "decide"]) {
      const answer = await act(second, id, verb, BODIES[verb]);
      expect([verb, answer.body.code]).toEqual([verb, "CASE_TAKEN"]);
    }
    expect((await act(first, id, "release")).body).toEqual({ released: true });
    expect((await act(first, id, "release")).body).toEqual({ released: false });
    await act(first, id, "claim");
    expect((await act(second, id, "claim", { take_over: true })).body.assignee.id).toBe(second.id);
    expect((await eventsOf(app, id)).map(({ name }) => name)).toEqual([
      ...["case.claimed", "case.released", "case.claimed", "case.claimed"],
    ]);
  });

  it("is decided once, whoever is quicker", async () => {
    const { id } = await reported();
    const answers = await Promise.all(
      [founder, moderator].map((who) => decide(who, id, { decision: "nothing" })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    for (const verb of ["claim", "release", "ask", "decide"]) {
      const answer = await act(founder, id, verb, BODIES[verb]);
      expect([verb, answer.body.code]).toEqual([verb, "CASE_CLOSED"]);
    }
  });

  it("isn't decided without reasons, or about what's gone", async () => {
    const { owner, page, id } = await reported();
    const refused = async (body: object) => (await decide(founder, id, body)).body.code;
    expect(await refused({ decision: "hide_page", ...WHY, facts: " " })).toBe("FACTS_MISSING");
    expect(await refused({ decision: "hide_page", facts: "x" })).toBe("GROUND_MISSING");
    expect(await refused({ decision: "suspend", ...WHY })).toBe("END_MISSING");
    expect(await refused({ decision: "suspend", ...WHY, until: "2020-01-01T00:00:00Z" })).toBe("END_MISSING");
    expect(await refused({ decision: "suspend", ...WHY, until: "9999-12-31T00:00:00Z" })).toBe("END_LATE");
    expect(await refused({ decision: "hide_link", ...WHY, link_id: randomUUID() })).toBe("LINK_GONE");
    expect((await act(founder, id, "ask", { question: " " })).body.code).toBe("QUESTION_MISSING");
    await owner.api("DELETE", `/profiles/${page.id}`);
    expect(await refused({ decision: "hide_page", ...WHY })).toBe("PAGE_GONE");
    expect((await founder.api("GET", `/admin/cases/${id}/page`)).body.code).toBe("PAGE_GONE");
    expect((await decide(founder, id, { decision: "nothing" })).status).toBe(200);
  });

  it("about a page that never existed can only be closed", async () => {
    const username = `nobody${randomUUID().slice(0, 8)}`;
    await app.visitor().api("POST", "/reports", { username, reason: "spam" });
    const { body } = await founder.api("GET", "/admin/cases");
    const { id } = body.items.find((one: { username: string }) => one.username === username);
    expect((await decide(founder, id, { decision: "hide_page", ...WHY })).body.code).toBe("PAGE_GONE");
    expect((await decide(founder, id, { decision: "ban", ...WHY })).body.code).toBe("OWNER_GONE");
    expect((await act(founder, id, "ask", { question: "Why?" })).body.code).toBe("OWNER_GONE");
    expect((await decide(founder, id, { decision: "nothing" })).status).toBe(200);
  });

  it("about staff is for the founder, and nobody decides about themselves", async () => {
    const other = await staff("moderator");
    const { id } = await reported({}, other);
    for (const who of [moderator, other])
      for (const decision of ["nothing", "hide_page", "ban"])
        expect((await decide(who, id, { decision, ...WHY })).body.code).toBe("OWNER_IS_STAFF");
    expect((await decide(founder, id, { decision: "nothing" })).status).toBe(200);
    const own = await reported({}, founder);
    expect((await decide(founder, own.id, { decision: "nothing" })).body.code).toBe("OWNER_IS_STAFF");
  });

  it("tells where a link leads, step by step, and never goes to private networks", async () => {
    const { owner, page, id } = await reported();
    const url = "https://127.0.0.1.nip.example/x";
    const link = (await owner.api("POST", `/profiles/${page.id}/links`, { title: "A", url })).body;
    const { body } = await act(founder, id, `links/${link.id}/resolve`);
    expect(body).toEqual({ steps: [{ url, status: null }], problem: expect.any(String) });
    expect((await act(founder, id, `links/${randomUUID()}/resolve`)).body.code).toBe("LINK_GONE");
    expect((await act(founder, randomUUID(), `links/${link.id}/resolve`)).body.code).toBe("CASE_NOT_FOUND");
  });
});

describe("a decision", () => {
  it("reaches the owner with its reasons, and reporters with the outcome, and never who reported", async () => {
    const { owner, page, id } = await reported({ email: "nora@reporters.example", details: "Nora’s words" });
    expect((await decide(moderator, id, { decision: "hide_page", ...WHY })).body).toEqual({
      ...{ state: "closed", decision: "hide_page" },
    });
    const { text, subject } = await app.mailTo(owner.email, /decision about your page/);
    expect(subject).toContain(page.username);
    for (const part of [
      "The page was hidden",
      "terms of use",
      "passwords",
      "Nothing about this was automated",
      "appeal within six months",
    ])
      expect(text).toContain(part);
    expect(text).not.toMatch(/nora/i);
    expect((await app.mailTo("nora@reporters.example", /became of your report/)).text).toContain(
      "The page was hidden",
    );
    const told = (await eventsOf(app, id)).find(({ name }) => name === "case.decided");
    expect(told).toMatchObject({ account: owner.id, payload: { decision: "hide_page", reason: WHY.facts } });
    expect(JSON.stringify(told)).not.toMatch(/nora/i);
  });

  it("suspends with an end", async () => {
    const { owner, id } = await reported();
    const until = new Date(Date.now() + 86_400_000).toISOString();
    expect((await decide(moderator, id, { decision: "suspend", until, ...WHY })).status).toBe(200);
    expect((await founder.api("GET", `/admin/users/${owner.id}`)).body.ban).toMatchObject({ until });
  });
});
