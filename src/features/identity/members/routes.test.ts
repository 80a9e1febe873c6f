// @project server-postgres
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { purgeProfiles } from "#src/features/pages/profiles/trash/trash.ts";
import { DAY_MS } from "#src/lib/time.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { eventsOf } from "#test/harness/events.ts";

let app: TestApp;
let owner: Client;
let mine: string;
let shared: string;

beforeAll(async () => {
  app = await startApp({ PLANS: "off" });
  await app.signUp();
});
afterAll(() => app?.close());

beforeEach(async () => {
  owner = await person("Olga");
  mine = (await owner.api("POST", "/profiles", { name: "Mine" })).body.id;
  shared = (await owner.api("POST", "/profiles", { name: "Shared" })).body.id;
});

const confirmed = (id: string) =>
  app.platform.db.execute(sql`update users set email_verified = true where id = ${id}`);

/** A person with a confirmed address. */
async function person(name: string): Promise<Client> {
  const client = await app.signUp({ name });
  await confirmed(client.id);
  return client;
}

/** A member's call for the owner's account. */
const inTeam = (member: Client, method: string, path: string, body?: unknown) =>
  member.call(method, `/api/v1${path}`, body, { "x-account": owner.id });

/** Invites someone and returns the token from the e-mail. */
async function invited(email: string, wish: object = { role: "editor" }, by = owner): Promise<string> {
  const answer = await inTeam(by, "POST", "/team/invitations", { email, ...wish });
  expect(answer.body).toMatchObject({ email: email.toLowerCase().trim(), state: "open" });
  return tokenTo(email);
}

async function tokenTo(email: string, count = 1): Promise<string> {
  const mails = await app.mailsTo(email.toLowerCase().trim(), /invited you/, count);
  return /token=([\w-]+)/.exec(mails.at(-1)?.text ?? "")?.[1] ?? "";
}

/** Someone who has joined the owner's team. */
async function joined(name: string, wish?: object): Promise<Client> {
  const member = await app.signUp({ name });
  const token = await invited(member.email, wish);
  expect((await member.api("POST", `/invitations/${token}/accept`)).status).toBe(200);
  await confirmed(member.id);
  return member;
}

const refusal = (status: number, code: string) => ({ status, body: { code } });

describe("an invitation", () => {
  it("says who invites to what before it's accepted, and lets the invited address in", async () => {
    const member = await app.signUp({ name: "Mia" });
    const token = await invited(` ${member.email.toUpperCase()} `, { role: "editor", profile_ids: [shared] });
    const offer = await app.visitor().api("GET", `/invitations/${token}`);
    expect(offer.body).toMatchObject({
      email: member.email,
      role: "editor",
      profiles: ["Shared"],
      team: "Olga",
      invited_by: "Olga",
      has_account: true,
    });
    expect((await member.api("GET", "/me")).body.email_verified).toBe(false);
    const accepted = await member.api("POST", `/invitations/${token}/accept`);
    expect(accepted).toMatchObject({
      status: 200,
      body: { account: owner.id, name: "Olga", role: "editor" },
    });
    // Their session continues in the team's account, and the e-mail has proven their address.
    const me = (await member.api("GET", "/me")).body;
    expect(me).toMatchObject({
      email_verified: true,
      account: { id: owner.id, name: "Olga", role: "editor" },
    });
    expect((await member.api("GET", "/profiles")).body.items).toMatchObject([{ id: shared }]);
    const [joined] = (await eventsOf(app, member.id)).filter(({ name }) => name === "member.joined");
    expect(joined).toMatchObject({ account: owner.id, payload: { role: "editor" } });
    expect(JSON.stringify(joined)).not.toContain(member.email);
  });

  it("also works for people who sign up with the invited address", async () => {
    const email = `${randomUUID()}@example.com`;
    const token = await invited(email, { role: "viewer" });
    expect((await app.visitor().api("GET", `/invitations/${token}`)).body.has_account).toBe(false);
    const fresh = await app.signUp({ email });
    expect((await fresh.api("POST", `/invitations/${token}/accept`)).status).toBe(200);
    expect((await fresh.api("GET", "/me")).body.email_verified).toBe(true);
  });

  it("leaves nothing in the database that opens it", async () => {
    const email = `${randomUUID()}@example.com`;
    const token = await invited(email);
    const rows = await rowsOf(app.platform.db, sql`select i.*, m.data from team_invitations i, mails m`);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it("works for nobody else, and only once", async () => {
    const other = await app.signUp();
    const member = await app.signUp();
    const token = await invited(member.email);
    const path = `/invitations/${token}/accept`;
    expect(await other.api("POST", path)).toMatchObject(refusal(403, "WRONG_ACCOUNT"));
    const both = await Promise.all([member.api("POST", path), member.api("POST", path)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(await other.api("POST", path)).toMatchObject(refusal(410, "INVITATION_GONE"));
    expect(await app.visitor().api("GET", `/invitations/${token}`)).toMatchObject(
      refusal(410, "INVITATION_GONE"),
    );
    expect((await inTeam(owner, "DELETE", `/team/members/${member.id}`)).status).toBe(200);
    expect(await member.api("POST", path)).toMatchObject(refusal(410, "INVITATION_GONE"));
  });

  it("ends after 14 days, and a new e-mail extends it, whose link is the only one that works", async () => {
    const member = await app.signUp();
    const token = await invited(member.email);
    app.clock.advance(14 * DAY_MS);
    try {
      const [row] = (await owner.api("GET", "/team/invitations")).body.items;
      expect(row).toMatchObject({ state: "expired", email: member.email, invited_by: "Olga" });
      expect(await member.api("POST", `/invitations/${token}/accept`)).toMatchObject(
        refusal(410, "INVITATION_GONE"),
      );
      expect((await owner.api("POST", `/team/invitations/${row.id}/resend`)).body.state).toBe("open");
      const second = await tokenTo(member.email, 2);
      expect(second).not.toBe(token);
      expect(await member.api("POST", `/invitations/${token}/accept`)).toMatchObject(
        refusal(410, "INVITATION_GONE"),
      );
      expect((await member.api("POST", `/invitations/${second}/accept`)).status).toBe(200);
    } finally {
      app.clock.advance(-14 * DAY_MS);
    }
  });

  it("can be revoked and declined, and then leads nowhere", async () => {
    const member = await app.signUp();
    const token = await invited(member.email);
    const [row] = (await owner.api("GET", "/team/invitations")).body.items;
    expect((await owner.api("DELETE", `/team/invitations/${row.id}`)).status).toBe(200);
    expect(await member.api("POST", `/invitations/${token}/accept`)).toMatchObject(
      refusal(410, "INVITATION_GONE"),
    );
    for (const [method, path] of [
      ["DELETE", ""],
      ["POST", "/resend"],
    ])
      expect(await owner.api(method as string, `/team/invitations/${row.id}${path}`)).toMatchObject(
        refusal(404, "INVITATION_NOT_FOUND"),
      );
    const email = `${randomUUID()}@example.com`;
    const other = await invited(email);
    const decline = () => app.visitor().api("POST", `/invitations/${other}/decline`);
    expect((await decline()).body).toEqual({ declined: true });
    expect(await decline()).toMatchObject(refusal(410, "INVITATION_GONE"));
    expect((await owner.api("GET", "/team/invitations")).body.items).toMatchObject([
      { email, state: "declined" },
    ]);
  });

  it("to the same address replaces the previous one", async () => {
    const member = await app.signUp();
    await invited(member.email, { role: "viewer" });
    const again = await owner.api("POST", "/team/invitations", { email: member.email, role: "marketer" });
    expect(again.status).toBe(201);
    expect((await owner.api("GET", "/team/invitations")).body.items).toMatchObject([{ role: "marketer" }]);
    const token = await tokenTo(member.email, 2);
    expect((await member.api("POST", `/invitations/${token}/accept`)).body.role).toBe("marketer");
  });

  it("is refused with a sentence if it makes no sense", async () => {
    const invite = (email: string, wish = {}) =>
      owner.api("POST", "/team/invitations", { email, role: "editor", ...wish });
    const member = await joined("Mia");
    for (const email of [owner.email, member.email])
      expect(await invite(email)).toMatchObject(refusal(409, "ALREADY_ON_TEAM"));
    for (const email of ["", "nobody", "a b@example.com", `${"x".repeat(500)}@example.com`, "a@b\u0000.com"])
      expect(await invite(email)).toMatchObject(refusal(400, "EMAIL_INVALID"));
    expect((await invite("a@example.com", { role: "owner" })).status).toBe(400);
    expect(await invite("a@example.com", { profile_ids: [] })).toMatchObject(
      refusal(400, "PROFILES_REQUIRED"),
    );
    for (const id of [randomUUID(), "x"])
      expect(await invite("a@example.com", { profile_ids: [id] })).toMatchObject(
        refusal(404, "PROFILE_NOT_FOUND"),
      );
    const unproven = await app.signUp();
    const own = await unproven.api("POST", "/team/invitations", { email: "a@example.com", role: "viewer" });
    expect(own).toMatchObject(refusal(409, "EMAIL_UNCONFIRMED"));
  });

  it("can't be resent by people who may not give its role or whose own address is unconfirmed", async () => {
    const admin = await joined("Adam", { role: "admin" });
    const email = `${randomUUID()}@example.com`;
    await invited(email, { role: "billing" });
    const [row] = (await owner.api("GET", "/team/invitations")).body.items;
    const path = `/team/invitations/${row.id}/resend`;
    expect(await inTeam(admin, "POST", path)).toMatchObject(refusal(403, "ROLE_ABOVE_YOURS"));
    await app.platform.db.execute(sql`update users set email_verified = false where id = ${owner.id}`);
    expect(await owner.api("POST", path)).toMatchObject(refusal(409, "EMAIL_UNCONFIRMED"));
    await confirmed(owner.id);
    await app.platform.db.execute(sql`update users set email = ${email} where id = ${admin.id}`);
    expect(await owner.api("POST", path)).toMatchObject(refusal(409, "ALREADY_ON_TEAM"));
  });

  it("can't flood an inbox, and its link can't be guessed", async () => {
    const email = `${randomUUID()}@example.com`;
    const invite = () => owner.api("POST", "/team/invitations", { email, role: "viewer" });
    for (let n = 0; n < 5; n++) expect((await invite()).status).toBe(201);
    expect(await invite()).toMatchObject({
      status: 429,
      body: { message: expect.stringMatching(/^That address/) },
    });
    const guesser = await app.signUp();
    const guess = (token: string) => guesser.api("POST", `/invitations/${token}/accept`);
    for (let n = 0; n < 20; n++) expect((await guess(n ? randomUUID() : "%00'")).status).toBe(410);
    expect((await guess(randomUUID())).status).toBe(429);
  });

  it("lets nobody in if its owner is banned or now has the invited address", async () => {
    const email = `${randomUUID()}@example.com`;
    const token = await invited(email);
    await app.platform.db.execute(sql`update users set email = ${email} where id = ${owner.id}`);
    expect(await owner.api("POST", `/invitations/${token}/accept`)).toMatchObject(
      refusal(409, "ALREADY_ON_TEAM"),
    );
    await app.platform.db.execute(sql`update users set banned = true where id = ${owner.id}`);
    expect(await app.visitor().api("GET", `/invitations/${token}`)).toMatchObject(
      refusal(410, "INVITATION_GONE"),
    );
  });
});

describe("a member", () => {
  it("gets a new role and new profiles at once", async () => {
    const member = await joined("Mia", { role: "viewer" });
    const add = () => inTeam(member, "POST", `/profiles/${shared}/links`, { title: "L", url: "l.example" });
    expect((await add()).status).toBe(403);
    const change = (body: object) => owner.api("PATCH", `/team/members/${member.id}`, body);
    expect((await change({ role: "editor" })).body).toMatchObject({ name: "Mia", role: "editor" });
    expect((await add()).status).toBe(201);
    expect((await change({ profile_ids: [mine] })).body).toMatchObject({
      role: "editor",
      profile_ids: [mine],
    });
    expect((await add()).status).toBe(404);
    const told = (await eventsOf(app, member.id)).filter(({ name }) => /changed/.test(name));
    expect(told.map(({ name, payload }) => [name, payload])).toEqual([
      ["member.role_changed", { from: "viewer", to: "editor" }],
      ["member.profiles_changed", { from: null, to: [mine] }],
    ]);
    expect((await change({ role: "billing" })).body.profile_ids).toBeNull();
    expect(await change({ role: "editor", profile_ids: [] })).toMatchObject(
      refusal(400, "PROFILES_REQUIRED"),
    );
    expect(await change({ role: "editor", profile_ids: [randomUUID()] })).toMatchObject(
      refusal(404, "PROFILE_NOT_FOUND"),
    );
    expect((await change({ role: "owner" })).status).toBe(400);
  });

  it("is told when removed, keeps their own account, and what they made stays", async () => {
    const member = await joined("Mia");
    const made = await inTeam(member, "POST", `/profiles/${shared}/links`, { title: "L", url: "l.example" });
    expect((await owner.api("DELETE", `/team/members/${member.id}`)).status).toBe(200);
    expect(await inTeam(member, "GET", "/profiles")).toMatchObject(refusal(404, "NOT_ON_TEAM"));
    expect((await member.api("GET", "/me")).body.account).toMatchObject({ id: member.id, role: "owner" });
    const links = (await owner.api("GET", `/profiles/${shared}/links`)).body.items;
    expect(links).toMatchObject([{ id: made.body.id }]);
    expect((await app.mailTo(member.email, /no longer/)).text).toContain("Your own account stays as it is.");
    expect(await owner.api("DELETE", `/team/members/${member.id}`)).toMatchObject(
      refusal(404, "MEMBER_NOT_FOUND"),
    );
  });

  it("can leave, which an owner can't", async () => {
    const member = await joined("Mia");
    for (let press = 0; press < 2; press++) {
      const answer = await inTeam(member, "POST", "/team/leave");
      expect(answer).toMatchObject(press === 0 ? { status: 200 } : refusal(404, "NOT_ON_TEAM"));
    }
    expect((await owner.api("GET", "/team/members")).body.items).toHaveLength(1);
    expect(await owner.api("POST", "/team/leave")).toMatchObject(refusal(409, "OWNER_STAYS"));
  });

  it("keeps no way back in: their invitations are revoked with them", async () => {
    const admin = await joined("Adam", { role: "admin" });
    const email = `${randomUUID()}@example.com`;
    const token = await invited(email, { role: "admin" }, admin);
    await owner.api("PATCH", `/team/members/${admin.id}`, { role: "viewer" });
    expect((await owner.api("GET", "/team/invitations")).body.items).toEqual([]);
    const second = await app.signUp({ email });
    expect(await second.api("POST", `/invitations/${token}/accept`)).toMatchObject(
      refusal(410, "INVITATION_GONE"),
    );
  });

  it("leaves nobody behind by a request that was under way when they were removed", async () => {
    const admin = await joined("Adam", { role: "admin" });
    const wish = { email: `${randomUUID()}@example.com`, role: "admin" };
    const [removed, invitation] = await Promise.all([
      owner.api("DELETE", `/team/members/${admin.id}`),
      inTeam(admin, "POST", "/team/invitations", wish),
    ]);
    expect(removed.status).toBe(200);
    expect([201, 403, 404]).toContain(invitation.status);
    expect((await owner.api("GET", "/team/invitations")).body.items).toEqual([]);
  });

  it("limited to a profile that's gone for good reaches none, rather than all", async () => {
    const member = await joined("Mia", { role: "editor", profile_ids: [shared] });
    await invited(`${randomUUID()}@example.com`, { role: "editor", profile_ids: [shared, mine] });
    await owner.api("DELETE", `/profiles/${shared}`);
    expect(
      (await owner.api("PATCH", `/team/members/${member.id}`, { profile_ids: [shared, mine] })).status,
    ).toBe(200);
    expect((await owner.api("PATCH", `/team/members/${member.id}`, { profile_ids: [shared] })).status).toBe(
      200,
    );
    app.clock.advance(31 * DAY_MS);
    await purgeProfiles(app.platform);
    app.clock.advance(-31 * DAY_MS);
    const limits = () =>
      rowsOf(
        app.platform.db,
        sql`select profile_ids from team_members where account = ${owner.id} union all
            select profile_ids from team_invitations where account = ${owner.id} and state = 'open'`,
      );
    await expect.poll(limits, { timeout: 20_000 }).toEqual([{ profile_ids: [] }, { profile_ids: [mine] }]);
    expect((await inTeam(member, "GET", "/profiles")).body.items).toEqual([]);
    expect((await owner.api("PATCH", `/team/members/${member.id}`, { role: "viewer" })).status).toBe(200);
  });
});

describe("an admin", () => {
  it("manages everyone except the owner and themselves, and gives no more than they have", async () => {
    const admin = await joined("Adam", { role: "admin" });
    const member = await joined("Mia");
    const call = (method: string, id: string, body?: object) =>
      inTeam(admin, method, `/team/members/${id}`, body);
    expect((await call("PATCH", member.id, { role: "admin" })).status).toBe(200);
    expect(await call("PATCH", member.id, { role: "billing" })).toMatchObject(
      refusal(403, "ROLE_ABOVE_YOURS"),
    );
    for (const [method, body] of [["PATCH", { role: "viewer" }], ["DELETE"]] as const) {
      expect(await call(method, owner.id, body)).toMatchObject(refusal(409, "OWNER_STAYS"));
      expect(await call(method, admin.id, body)).toMatchObject(refusal(409, "YOURSELF"));
      expect(await call(method, randomUUID(), body)).toMatchObject(refusal(404, "MEMBER_NOT_FOUND"));
    }
    const billing = { email: "b@example.com", role: "billing" };
    expect(await inTeam(admin, "POST", "/team/invitations", billing)).toMatchObject(
      refusal(403, "ROLE_ABOVE_YOURS"),
    );
  });

  it("who is limited invites and manages only within their own limits", async () => {
    const admin = await joined("Adam", { role: "admin", profile_ids: [shared] });
    const free = await joined("Free");
    const within = await joined("Within", { role: "editor", profile_ids: [shared] });
    await invited(`${randomUUID()}@example.com`);
    const [row] = (await owner.api("GET", "/team/invitations")).body.items;
    const { items } = (await inTeam(admin, "GET", "/team/members")).body;
    expect(items.map(({ name }: { name: string }) => name)).toEqual(["Olga", "Adam", "Within"]);
    expect((await inTeam(admin, "GET", "/team/invitations")).body.items).toEqual([]);
    expect((await inTeam(admin, "DELETE", `/team/invitations/${row.id}`)).status).toBe(404);
    expect((await inTeam(admin, "DELETE", `/team/members/${free.id}`)).status).toBe(404);
    const raise = (profile_ids: string[] | null) =>
      inTeam(admin, "PATCH", `/team/members/${within.id}`, { profile_ids });
    expect(await raise(null)).toMatchObject(refusal(403, "PROFILES_LIMITED"));
    expect(await raise([shared, mine])).toMatchObject(refusal(404, "PROFILE_NOT_FOUND"));
    const invite = (wish: object) =>
      inTeam(admin, "POST", "/team/invitations", {
        email: `${randomUUID()}@example.com`,
        role: "viewer",
        ...wish,
      });
    expect(await invite({})).toMatchObject(refusal(403, "PROFILES_LIMITED"));
    expect((await invite({ profile_ids: [mine] })).status).toBe(404);
    expect((await invite({ profile_ids: [shared] })).status).toBe(201);
  });
});
