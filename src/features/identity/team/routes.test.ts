// @project server-postgres
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { banAccount } from "#src/features/identity/accounts/bans/bans.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";

let app: TestApp;
let owner: Client;
let member: Client;
let mine: string;
let shared: string;

beforeAll(async () => {
  app = await startApp({ ROLES: "web" });
  await app.signUp();
});
afterAll(() => app?.close());

beforeEach(async () => {
  owner = await app.signUp({ name: "Olga" });
  member = await app.signUp({ name: "Mia" });
  mine = (await owner.api("POST", "/profiles", { name: "Mine" })).body.id;
  shared = (await owner.api("POST", "/profiles", { name: "Shared" })).body.id;
});

async function join(role: string, profileIds: string[] | null = null): Promise<void> {
  const ids = profileIds && `{${profileIds.join(",")}}`;
  await app.platform.db.execute(
    sql`insert into team_members (account, user_id, role, profile_ids, created_at)
        values (${owner.id}, ${member.id}, ${role}, ${ids}::uuid[], now())`,
  );
}

/** A call by the member for the owner's account. */
const inTeam = (method: string, path: string, body?: unknown) =>
  member.call(method, `/api/v1${path}`, body, { "x-account": owner.id });

describe("the account that a request is for", () => {
  it("is your own, unless the request or the session says otherwise", async () => {
    await join("editor");
    const own = { id: member.id, name: "Mia", role: "owner", profile_ids: null };
    const team = { id: owner.id, name: "Olga", role: "editor", profile_ids: null };
    const list = (current: string) => ({ items: [own, team], current });
    expect((await member.api("GET", "/team/accounts")).body).toEqual(list(member.id));
    expect((await inTeam("GET", "/team/accounts")).body).toEqual(list(owner.id));
    expect((await member.api("PUT", "/team/account", { account: owner.id })).body).toEqual(team);
    expect((await member.api("GET", "/profiles")).body.items).toHaveLength(2);
    expect((await member.api("GET", "/team/accounts")).body).toEqual(list(owner.id));
    await member.api("PUT", "/team/account", { account: member.id });
    expect((await member.api("GET", "/profiles")).body.items).toEqual([]);
  });

  it("is remembered by one session, not by another", async () => {
    await join("editor");
    const phone = app.visitor();
    const credentials = { email: member.email, password: "correct horse battery staple" };
    await phone.call("POST", "/api/auth/sign-in/email", credentials);
    await member.api("PUT", "/team/account", { account: owner.id });
    expect((await phone.api("GET", "/team/accounts")).body.current).toBe(member.id);
  });

  it("is your own again once you leave a remembered team, and not found if a header names it", async () => {
    await join("editor");
    await member.api("PUT", "/team/account", { account: owner.id });
    await app.platform.db.execute(sql`delete from team_members where user_id = ${member.id}`);
    expect((await member.api("GET", "/team/accounts")).body.current).toBe(member.id);
    expect((await inTeam("GET", "/profiles")).status).toBe(404);
  });

  it("is never a team that you aren't on", async () => {
    expect(await member.api("PUT", "/team/account", { account: owner.id })).toMatchObject({
      status: 404,
      body: { code: "ACCOUNT_NOT_FOUND", message: "You’re not on that team." },
    });
    for (const account of ["", "nobody", "%00", "'; drop table users"]) {
      const answer = await member.call("GET", "/api/v1/profiles", undefined, { "x-account": account });
      expect(answer.status).toBe(404);
    }
  });

  it("is closed to the team when its owner is banned", async () => {
    await join("admin");
    await banAccount(app.platform, { id: owner.id, reason: "spam" });
    expect((await inTeam("GET", "/profiles")).status).toBe(404);
    expect((await member.api("GET", "/team/accounts")).body.items).toHaveLength(1);
  });
});

describe("a member limited to some profiles", () => {
  const link = { title: "One", url: "https://example.com" };

  it("works on those, and finds none of the others in any list", async () => {
    await join("admin", [shared]);
    await owner.api("POST", `/profiles/${mine}/links`, link);
    await owner.api("POST", `/profiles/${shared}/links`, link);
    expect((await inTeam("GET", "/profiles")).body.items).toMatchObject([{ id: shared }]);
    expect((await inTeam("GET", "/links")).body.items).toMatchObject([{ profile_id: shared }]);
    expect((await inTeam("POST", `/profiles/${shared}/links`, link)).status).toBe(201);
    expect((await inTeam("POST", `/profiles/${mine}/links`, link)).status).toBe(404);
    expect((await inTeam("DELETE", `/profiles/${mine}`)).status).toBe(404);
    expect((await inTeam("DELETE", `/profiles/${shared}`)).status).toBe(200);
    expect((await inTeam("GET", "/profiles?deleted=true")).body.items).toMatchObject([{ id: shared }]);
  });

  it("sees, exports, and deletes only their leads", async () => {
    await join("marketer", [shared]);
    const capture = (profile: string, email: string) =>
      app
        .visitor()
        .api("POST", "/rpc/insert_fan_lead", { p_profile_id: profile, p_name: "F", p_email: email });
    const form = {
      screensaver_enabled: true,
      screensaver_link: "https://example.com/download",
      lead_capture_enabled: true,
    };
    for (const id of [mine, shared]) await owner.api("PATCH", `/profiles/${id}`, form);
    await capture(mine, "a@example.com");
    const [{ id: foreign }] = (await owner.api("GET", "/contacts")).body.items;
    await capture(shared, "b@example.com");
    expect((await inTeam("GET", "/contacts")).body).toMatchObject({
      items: [{ email: "b@example.com" }],
      total: 1,
    });
    expect((await inTeam("GET", "/contacts/export")).body).not.toContain("a@example.com");
    expect((await inTeam("DELETE", `/contacts/${foreign}`)).status).toBe(404);
    expect((await inTeam("GET", `/contacts?profile_id=${mine}`)).status).toBe(404);
  });

  it("deletes nobody who has signed up on other profiles, too", async () => {
    await join("marketer", [shared]);
    const form = { lead_capture_enabled: true, collect_without_download: true };
    for (const id of [mine, shared]) {
      await owner.api("PATCH", `/profiles/${id}`, form);
      const fan = { p_profile_id: id, p_name: "F", p_email: "fan@example.com" };
      await app.visitor().api("POST", "/rpc/insert_fan_lead", fan);
    }
    const theirs = { p_profile_id: shared, p_name: "F", p_email: "theirs@example.com" };
    await app.visitor().api("POST", "/rpc/insert_fan_lead", theirs);
    const undo_id = randomUUID();
    const deletion = { selection: { all: true }, undo_id };
    expect((await inTeam("POST", "/contacts/delete", deletion)).body.count).toBe(1);
    expect((await owner.api("GET", "/contacts")).body.items).toMatchObject([{ email: "fan@example.com" }]);
    expect((await owner.api("POST", "/contacts/restore", { undo_id })).body).toEqual({
      restored: 1,
      taken: 0,
    });
  });

  it("can't add a profile, because they couldn’t reach it", async () => {
    await join("admin", [shared]);
    expect(await inTeam("POST", "/profiles", { name: "New" })).toMatchObject({
      status: 403,
      body: { code: "PROFILES_LIMITED", message: "You can only work on the profiles shared with you." },
    });
    const copy = { source_profile_id: shared, new_profile_name: "Copy" };
    expect((await inTeam("POST", "/rpc/duplicate_profile", copy)).status).toBe(403);
  });
});
