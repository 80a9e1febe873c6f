// @project server-postgres
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { fileTypes, isQuestion } from "#src/lib/endpoint.ts";
import { listEndpoints } from "#src/node/api-description.ts";
import { PASSWORD, startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { eventsOf } from "#test/harness/events.ts";

let app: TestApp;
let founder: Client;
let support: Client;
let person: Client;
let profile: string;

beforeAll(async () => {
  app = await startApp();
  founder = await app.signUp({ name: "Fay Founder" });
});
afterAll(() => app?.close());

beforeEach(async () => {
  support = await staffMember("support");
  person = await app.signUp({ name: "Pia" });
  profile = (await person.api("POST", "/profiles", { name: "Pia Knits" })).body.id;
});

async function staffMember(role: string): Promise<Client> {
  const member = await app.signUp({ name: `Sam ${role}` });
  await app.platform.db.execute(sql`update users set role = ${role} where id = ${member.id}`);
  return member;
}

interface Opening {
  level?: string;
  reason?: string;
  id?: string;
  isProven?: boolean;
}

async function open(
  by: Client,
  { isProven = true, id = person.id, reason = "They asked", level }: Opening = {},
) {
  const proven = new Date(app.clock.now().getTime() - (isProven ? 0 : 3_600_000)).toISOString();
  await app.platform.db.execute(sql`update sessions set proven_at = ${proven} where user_id = ${by.id}`);
  return by.api("POST", `/admin/users/${id}/impersonation`, { reason, ...(level && { level }) });
}

const allow = (level: string | null) => person.api("PUT", "/me/staff-access", { level, days: 7 });
const leave = (by: Client) => by.api("DELETE", "/admin/impersonation");
/** A call in the person's account, as an open tab makes it. */
const inAccount = (by: Client, method: string, path: string, body?: unknown) =>
  by.call(method, `/api/v1${path}`, body, { "x-account": person.id });
const theirEvents = async () => (await eventsOf(app)).filter(({ account }) => account === person.id);
const whats = async () =>
  (await person.api("GET", "/audit")).body.items.map(({ what }: { what: string }) => what);

describe("opening somebody's account", () => {
  it("lets the founder look at it for 30 minutes, and tells its owner by e-mail and in their activity", async () => {
    const { status, body } = await open(founder);
    expect([status, body]).toEqual([201, { account: person.id, level: "look", ends_at: expect.any(String) }]);
    expect(Date.parse(body.ends_at) - app.clock.now().getTime()).toBeLessThanOrEqual(30 * 60_000);
    const me = (await founder.api("GET", "/me")).body;
    expect(me).toMatchObject({
      id: founder.id,
      account: { id: person.id, name: "Pia", role: "look" },
      acting: { ends_at: body.ends_at },
    });
    expect((await founder.api("GET", "/profiles")).body.items).toMatchObject([{ id: profile }]);
    await founder.api("GET", "/profiles");
    await founder.api("GET", `/profiles/${profile}/links`);
    const [mail] = await app.mailsTo(person.email, /opened your account/, 1);
    expect(mail?.text).toContain("They asked");
    expect(await whats()).toEqual([
      "Looked at the links",
      "Looked at the pages",
      "Opened the account to look at it: They asked",
      "Created a profile",
      expect.anything(),
    ]);
    const [last] = (await person.api("GET", "/audit")).body.items;
    expect(last).toMatchObject({ who: "Staff", by: null });
    const events = await theirEvents();
    const started = events.find(({ name }) => name === "account.impersonation_started");
    expect(started?.actor).toMatchObject({ type: "staff", id: founder.id });
    expect((await leave(founder)).body).toEqual({ ended: [person.id] });
    expect((await leave(founder)).body).toEqual({ ended: [] });
    expect((await founder.api("GET", "/me")).body).toMatchObject({
      account: { id: founder.id, role: "owner" },
      acting: null,
    });
    expect((await inAccount(founder, "GET", "/profiles")).body.code).toBe("NOT_ON_TEAM");
    expect(await whats()).toContain("Left the account");
  });

  it("takes a reason, a fresh proof, somebody who isn't above, and an open account", async () => {
    expect((await open(founder, { reason: " " })).body.code).toBe("REASON_MISSING");
    expect((await open(founder, { isProven: false })).body.code).toBe("REAUTHENTICATION_REQUIRED");
    for (const id of ["nobody", "no%00body"])
      expect((await open(founder, { id })).body.code).toBe("ACCOUNT_NOT_FOUND");
    const admin = await staffMember("admin");
    for (const [by, whom] of [
      [admin, founder],
      [admin, support],
      [admin, admin],
      [founder, founder],
    ] as const)
      expect((await open(by, { id: whom.id })).body.code).toBe("ACCOUNT_IS_STAFF");
    expect((await open(founder, { id: support.id })).status).toBe(201);
    await leave(founder);
    await app.platform.db.execute(
      sql`update users set deletion_due_at = now() + interval '3 days' where id = ${person.id}`,
    );
    expect((await open(founder)).body.code).toBe("ACCOUNT_NOT_OPEN");
    for (const role of ["moderator", "finance"])
      expect((await open(await staffMember(role))).body.code).toBe("NOT_FOUND");
    expect((await open(await app.signUp())).body.code).toBe("NOT_FOUND");
  });

  it("takes the owner's consent for support, and for changing things", async () => {
    expect((await person.api("GET", "/me/staff-access")).body).toEqual({ level: null, ends_at: null });
    expect((await open(support)).body.code).toBe("CONSENT_MISSING");
    expect((await open(founder, { level: "change" })).body.code).toBe("CONSENT_MISSING");
    expect((await allow("look")).body).toEqual({ level: "look", ends_at: expect.any(String) });
    expect((await open(support, { level: "change" })).body.code).toBe("CONSENT_MISSING");
    expect((await open(support)).status).toBe(201);
    expect((await inAccount(support, "GET", "/profiles")).status).toBe(200);
    await allow(null);
    expect((await inAccount(support, "GET", "/profiles")).status).toBe(404);
    expect((await person.api("GET", "/me/staff-access")).body.level).toBeNull();
  });

  it("is over as soon as whoever opened it isn't staff anymore, or the person is", async () => {
    const admin = await staffMember("admin");
    await open(admin);
    expect((await inAccount(admin, "GET", "/profiles")).status).toBe(200);
    await app.platform.db.execute(sql`update users set role = 'moderator' where id = ${admin.id}`);
    expect((await inAccount(admin, "GET", "/profiles")).status).toBe(404);
    await app.platform.db.execute(
      sql`update users set role = 'admin' where id in (${admin.id}, ${person.id})`,
    );
    expect((await inAccount(admin, "GET", "/profiles")).status).toBe(404);
  });
});

describe("in somebody's account", () => {
  it("staff who look change nothing, whatever they call", async () => {
    await open(founder);
    for (const [method, path, body] of [
      ["POST", "/profiles", { name: "X" }],
      ["PATCH", `/profiles/${profile}`, { name: "X" }],
      ["POST", `/profiles/${profile}/links`, { title: "X", url: "https://example.com" }],
      ["DELETE", `/profiles/${profile}`, undefined],
    ] as const) {
      const { status, body: answer } = await inAccount(founder, method, path, body);
      expect([path, status, answer.code]).toEqual([path, 403, "ACTING_REFUSED"]);
    }
    await leave(founder);
  });

  it("staff change what the owner allows, as staff and in no one's name, and delete nothing", async () => {
    await allow("change");
    expect((await open(support, { level: "change" })).body.level).toBe("change");
    const path = `/profiles/${profile}/links`;
    const made = await inAccount(support, "POST", path, { title: "Shop", url: "https://example.com" });
    expect(made.status).toBe(201);
    expect((await inAccount(support, "DELETE", `/links/${made.body.id}`)).body.code).toBe("ACTING_REFUSED");
    const bulk = { ids: [made.body.id], change: { kind: "delete" } };
    expect((await inAccount(support, "POST", "/links/changes", bulk)).body.code).toBe("ACTING_REFUSED");
    expect((await person.api("GET", "/audit")).body.items[0]).toMatchObject({
      what: "Added a link",
      who: "Staff",
      by: null,
    });
    await allow("look");
    expect((await inAccount(support, "PATCH", `/links/${made.body.id}`, { title: "Y" })).body.code).toBe(
      "ACTING_REFUSED",
    );
    await leave(support);
  });

  it("repeats nothing under an idempotency key once it's over", async () => {
    await allow("change");
    await open(support, { level: "change" });
    const send = () =>
      support.call(
        "POST",
        "/api/v1/profiles",
        { name: "Twice" },
        { "x-account": person.id, "idempotency-key": "a" },
      );
    const first = await send();
    expect(first.status).toBe(201);
    expect((await send()).body.id).toBe(first.body.id);
    await leave(support);
    expect((await send()).body.code).toBe("NOT_ON_TEAM");
    expect((await person.api("GET", "/profiles")).body.items).toHaveLength(2);
  });

  it("staff see no secrets, no sessions, no ways to sign in, no downloads, no billing", async () => {
    await allow("change");
    await open(support, { level: "change" });
    await person.api("POST", "/keys", { name: "Key", scopes: ["links.see"] });
    const refused = [
      "/me/sessions",
      "/me/ways-in",
      "/me/staff-access",
      "/me/deletion",
      "/me/notification-preferences",
      "/notifications",
      "/keys",
      "/webhooks",
      "/mailboxes",
      "/team/members",
      "/billing",
      "/contacts/export",
      "/audit/export",
      `/profiles/${profile}/export`,
      `/profiles/${profile}/analytics/export`,
    ];
    for (const path of refused)
      expect([path, (await inAccount(support, "GET", path)).body.code]).toEqual([path, "ACTING_REFUSED"]);
    await leave(support);
  });

  it("everything that isn't looking is refused to those who look: no endpoint of the whole API is forgotten", async () => {
    await open(founder);
    const asked = listEndpoints().filter(({ access }) => access.to === "members");
    expect(asked.length).toBeGreaterThan(300);
    const before = await theirEvents();
    const reached: string[] = [];
    for (const { method, path, endpoint } of asked) {
      const { outputSchema, route } = endpoint["~orpc"];
      const isReading = method === "GET" || isQuestion(route.path ?? "/");
      const isFile = fileTypes(outputSchema ?? {}) !== undefined;
      // Streams go on.
      if (/\/stream$|\/live$/.test(path)) continue;
      const at = path.replace(/\{[^}]+\}/g, profile);
      const { body } = await inAccount(founder, method, at, method === "GET" ? undefined : {});
      if (body?.code !== "ACTING_REFUSED" && (!isReading || isFile)) reached.push(`${method} ${path}`);
    }
    expect(reached).toEqual([]);
    const names = (await theirEvents()).slice(before.length).map(({ name }) => name);
    expect(names.filter((name) => name !== "account.impersonation_looked")).toEqual([]);
    await leave(founder);
  });

  it("is over after 30 minutes, in every tab, and streams end", async () => {
    await open(founder);
    const controller = new AbortController();
    const stream = await fetch(`${app.url}/api/v1/profiles/${profile}/analytics/live`, {
      headers: { cookie: founder.cookie, "x-account": person.id },
      signal: controller.signal,
    });
    expect(stream.status).toBe(200);
    const ended = stream.text();
    await leave(founder);
    await expect(ended).resolves.toEqual(expect.any(String));
    await open(founder);
    expect((await inAccount(founder, "GET", "/profiles")).status).toBe(200);
    app.clock.advance(30 * 60_000);
    expect((await inAccount(founder, "GET", "/profiles")).body.code).toBe("NOT_ON_TEAM");
    expect((await founder.api("GET", "/me")).body.account.id).toBe(founder.id);
  });

  it("belongs to one session: another browser of the same person isn't in", async () => {
    await open(founder);
    const other = app.visitor();
    await other.call("POST", "/api/auth/sign-in/email", { email: founder.email, password: PASSWORD });
    expect((await inAccount(other, "GET", "/profiles")).status).toBe(404);
    await leave(founder);
  });
});
