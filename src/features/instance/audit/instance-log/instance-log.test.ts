import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sealEvents } from "#src/platform/events/event-chain.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";

let app: TestApp;
let founder: Client;
let ada: Client;
let bea: Client;

beforeAll(async () => {
  app = await startApp();
  founder = await app.signUp({ name: "Fay Founder" });
  ada = await app.signUp({ name: "Ada Quetzal", email: "ada.quetzal@example.org" });
  bea = await app.signUp({ name: "Bea" });
  for (const person of [ada, bea]) await person.api("POST", "/profiles", { name: "Page" });
  await founder.api("PUT", `/admin/users/${bea.id}/ban`, { reason: "Spam and more" });
});
afterAll(() => app?.close());

const list = async (query: Record<string, string> = {}, by = founder) => {
  const { status, body } = await by.api("GET", `/admin/audit?${new URLSearchParams(query)}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body as {
    items: { id: string; event: string; what: string; account: { id: string } }[];
    next?: string;
  };
};
const eventsIn = async (query: Record<string, string>, by = founder) =>
  (await list(query, by)).items.map(({ event }) => event);

async function staffMember(role: string): Promise<Client> {
  const person = await app.signUp();
  await app.platform.db.execute(sql`update users set role = ${role} where id = ${person.id}`);
  return person;
}

describe("the instance’s audit log", () => {
  it("has what everyone did in all accounts, newest first, with who, whose, how and its place in the chain", async () => {
    app.clock.advance(60_000);
    await sealEvents(app.platform);
    const { items } = await list();
    expect(items.map(({ id }) => id)).toEqual(
      items
        .map(({ id }) => id)
        .sort()
        .reverse(),
    );
    const banned = items.find(({ event }) => event === "account.banned");
    expect(banned).toMatchObject({
      what: "Suspended the account: Spam and more",
      by: { id: founder.id, name: "Fay Founder" },
      role: "founder",
      through: "staff",
      account: { id: bea.id, name: "Bea" },
      position: expect.any(Number),
    });
    expect(new Set(items.map(({ account }) => account.id))).toEqual(new Set([founder.id, ada.id, bea.id]));
  });

  it("is found by who did it, whose account it was, what, of which kind, through what, and when", async () => {
    for (const who of ["quetzal", "ADA.QUETZAL@", ada.id])
      expect(await eventsIn({ who }), who).toContain("profile.created");
    expect(await eventsIn({ who: "nobody like that" })).toEqual([]);
    expect(await eventsIn({ whom: bea.id, through: "staff" })).toEqual(["account.banned"]);
    expect(await eventsIn({ whom: "quetzal", what: "created a profile" })).toEqual(["profile.created"]);
    expect(await eventsIn({ what: "profile.cre", who: "Bea" })).toEqual(["profile.created"]);
    expect(await eventsIn({ what: "zzz" })).toEqual([]);
    expect(new Set(await eventsIn({ kind: "profile" }))).toEqual(new Set(["profile.created"]));
    expect(await eventsIn({ kind: "link", what: "created a profile" })).toEqual([]);
    expect(await eventsIn({ through: "staff" })).toEqual(["account.banned"]);
    expect(await eventsIn({ through: "key" })).toEqual([]);
    expect(await eventsIn({ through: "job" })).not.toContain("profile.created");
    const now = app.clock.now();
    const later = new Date(now.getTime() + 1000).toISOString();
    expect(await eventsIn({ from: later })).toEqual([]);
    expect(await eventsIn({ until: later, through: "staff" })).toEqual(["account.banned"]);
    const [page] = (await ada.api("GET", "/profiles")).body.items;
    expect(await eventsIn({ whom: page.id })).toEqual(["profile.created"]);
  });

  it("is read page by page without repeating or leaving out anything", async () => {
    for (let at = 0; at < 120; at++)
      await app.platform.db.execute(sql`insert into events select ${app.platform.newId()}::uuid, account, 'link.created', actor, subject, time, payload
        from events where name = 'profile.created' and account = ${ada.id} limit 1`);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await list({ what: "link.created", who: ada.id, ...(cursor && { cursor }) });
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.next;
    } while (cursor);
    expect(new Set(seen).size).toBe(120);
    expect(seen).toHaveLength(120);
    expect((await founder.api("GET", "/admin/audit?cursor=x")).body.code).toBe("CURSOR_INVALID");
  });

  it("takes any text, however odd", async () => {
    for (const words of ["%", "_", "'", "\u0000", "😀", "(", "a".repeat(200)])
      for (const field of ["who", "whom", "what"]) await list({ [field]: words });
  });

  it("is exported whole, as CSV or as lines of JSON, with the filters", async () => {
    const csv = await founder.call("GET", "/api/v1/admin/audit/export?through=staff");
    expect(csv.body).toContain("time,who,role,what,through,account,event,subject,position,id");
    expect(csv.body.trim().split("\n")).toHaveLength(2);
    const all = await founder.call("GET", `/api/v1/admin/audit/export?format=jsonl&what=link.created`);
    const lines = all.body.trim().split("\n");
    expect(lines).toHaveLength(120);
    expect(JSON.parse(lines[0])).toMatchObject({ event: "link.created", account: { id: ada.id } });
  });

  it("shows moderators and finance only what they did themselves, whatever they ask for", async () => {
    for (const role of ["moderator", "finance"]) {
      const one = await staffMember(role);
      await one.api("POST", "/profiles", { name: "Mine" });
      for (const query of [{}, { who: founder.id }, { whom: bea.id }, { through: "staff" }] as Record<
        string,
        string
      >[])
        for (const { by } of (await list(query, one)).items as unknown as { by: { id: string } }[])
          expect(by.id).toBe(one.id);
      expect(await eventsIn({}, one)).toContain("profile.created");
      expect(await eventsIn({ who: founder.id }, one)).toEqual([]);
      const csv = await one.call("GET", "/api/v1/admin/audit/export");
      expect(csv.body).not.toContain("Fay");
    }
    for (const role of ["support", "user"]) {
      const one = await staffMember(role);
      expect((await one.api("GET", "/admin/audit")).status).toBe(404);
      expect((await one.call("GET", "/api/v1/admin/audit/export")).status).toBe(404);
    }
  });

  it("doesn’t show owners more of their own activity than they’re promised", async () => {
    app.clock.advance(91 * 86_400_000);
    expect((await ada.api("GET", "/audit")).body.items ?? []).toEqual([]);
    expect((await list({ who: ada.id })).items.length).toBeGreaterThan(0);
    app.clock.advance(-91 * 86_400_000);
  });
});
