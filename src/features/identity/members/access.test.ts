// @project server-postgres
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { PASSWORD, startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";

const HOUR_MS = 3_600_000;

let app: TestApp;
let owner: Client;

beforeAll(async () => {
  app = await startApp({ PLANS: "off" });
  await app.signUp();
});
afterAll(() => app?.close());
afterEach(() => app.clock.set(new Date()));
beforeEach(async () => {
  owner = await person("Olga");
});

async function person(name: string): Promise<Client> {
  const client = await app.signUp({ name });
  await app.platform.db.execute(sql`update users set email_verified = true where id = ${client.id}`);
  return client;
}

async function member(role: string): Promise<Client> {
  const client = await person(role);
  await app.platform.db.execute(sql`insert into team_members (account, user_id, role, created_at)
    values (${owner.id}, ${client.id}, ${role}, now())`);
  return client;
}

const inTeam = (who: Client, method: string, path: string, body?: unknown) =>
  who.call(method, `/api/v1${path}`, body, { "x-account": owner.id });
const invite = (role: string, email = `${randomUUID()}@example.com`) =>
  inTeam(owner, "POST", "/team/invitations", { email, role });
const NOT_PROVEN = { status: 403, body: { code: "REAUTHENTICATION_REQUIRED" } };

describe("long after signing in", () => {
  it("inviting an admin and making someone one takes proof, and nothing else on the team does", async () => {
    const editor = await member("editor");
    const other = await member("admin");
    const early = (await invite("admin")).body;
    const late = (await invite("viewer")).body;
    app.clock.advance(HOUR_MS);
    expect(await invite("admin")).toMatchObject(NOT_PROVEN);
    expect(await inTeam(owner, "POST", `/team/invitations/${early.id}/resend`)).toMatchObject(NOT_PROVEN);
    const path = `/team/members/${editor.id}`;
    expect(await inTeam(owner, "PATCH", path, { role: "admin" })).toMatchObject(NOT_PROVEN);
    expect((await inTeam(owner, "PATCH", path, { role: "viewer" })).status).toBe(200);
    expect((await inTeam(owner, "PATCH", `/team/members/${other.id}`, { role: "admin" })).status).toBe(200);
    expect((await invite("editor")).status).toBe(201);
    expect((await inTeam(owner, "POST", `/team/invitations/${late.id}/resend`)).status).toBe(200);
  });

  it("signing out everywhere else takes proof, and signing one device out doesn't", async () => {
    const again = app.visitor();
    await again.call("POST", "/api/auth/sign-in/email", { email: owner.email, password: PASSWORD });
    const { items } = (await owner.api("GET", "/me/sessions")).body;
    expect(items).toHaveLength(2);
    app.clock.advance(HOUR_MS);
    expect(await owner.api("DELETE", "/me/sessions")).toMatchObject(NOT_PROVEN);
    const other = items.find(({ is_current }: { is_current: boolean }) => !is_current);
    expect((await owner.api("DELETE", `/me/sessions/${other.id}`)).status).toBeLessThan(300);
  });

  it("deleting leads takes proof from people, and none from programs", async () => {
    const { body: contact } = await owner.api("POST", "/contacts", { email: "a@fans.example" });
    const { body: kept } = await owner.api("POST", "/contacts", { email: "b@fans.example" });
    const scopes = ["leads.see", "leads.delete"];
    const { body: key } = await owner.api("POST", "/keys", { name: "CRM", scopes });
    app.clock.advance(HOUR_MS);
    expect(await owner.api("DELETE", `/contacts/${contact.id}`)).toMatchObject(NOT_PROVEN);
    const many = { selection: { ids: [contact.id] }, undo_id: randomUUID() };
    expect(await owner.api("POST", "/contacts/delete", many)).toMatchObject(NOT_PROVEN);
    expect((await owner.api("POST", "/contacts/delete", { ...many, dry_run: true })).status).toBe(200);
    const program = { authorization: `Bearer ${key.key}` };
    const gone = await app.visitor().call("DELETE", `/api/v1/contacts/${kept.id}`, undefined, program);
    expect([gone.status, gone.body.code]).toEqual([200, undefined]);
  });
});

describe("a member's role", () => {
  it("that an admin took away, that admin may give back, and no other", async () => {
    const [adam, eve] = [await member("admin"), await member("admin")];
    const bill = await member("billing");
    const path = `/team/members/${bill.id}`;
    const give = (who: Client, role: string) => inTeam(who, "PATCH", path, { role });
    expect((await give(adam, "viewer")).status).toBe(200);
    expect(await give(eve, "billing")).toMatchObject({ status: 403, body: { code: "ROLE_ABOVE_YOURS" } });
    expect((await give(adam, "billing")).body.role).toBe("billing");
    await give(owner, "viewer");
    expect(await give(adam, "billing")).toMatchObject({ status: 403, body: { code: "ROLE_ABOVE_YOURS" } });
  });
});

describe("an invitation's e-mail", () => {
  it.each([
    ["Win at https://evil.example/now", "Win at evil example/now"],
    ["evil.com", "evil com"],
    ["www.evil.co.uk", "www evil co uk"],
    ["evil。com", "evil com"],
    ["J.R.R. Tolkien", "J.R.R. Tolkien"],
    ["Studio 2.0", "Studio 2.0"],
  ])("has no URL where people are called “%s”", async (name, shown) => {
    await app.platform.db.execute(sql`update users set name = ${name} where id = ${owner.id}`);
    const email = `${randomUUID()}@example.com`;
    await invite("editor", email);
    const { subject, text } = await app.mailTo(email, /invited you/);
    expect(subject).toContain(`${shown} invited you to ${shown}’s team`);
    expect(text).toContain(`${shown} has invited you`);
    expect(text).not.toContain("evil.");
  });
});
