// @project server-postgres
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DAY_MS } from "#src/lib/time.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import { PASSWORD, startApp, type TestApp } from "#test/harness/app.ts";
import type { Answer, Client } from "#test/harness/client.ts";
import { eventsOf } from "#test/harness/events.ts";

let app: TestApp;
let founder: Client;
let owner: Client;
let member: Client;
let page: string;

beforeAll(async () => {
  app = await startApp({ PLANS: "off" });
  founder = await app.signUp();
});
afterAll(() => app?.close());

beforeEach(async () => {
  owner = await person("Olga");
  member = await person("Mia");
  page = (await owner.api("POST", "/profiles", { name: "Shop" })).body.id;
  await putOnTeam(member);
});

async function person(name: string): Promise<Client> {
  const client = await app.signUp({ name });
  await app.platform.db.execute(sql`update users set email_verified = true where id = ${client.id}`);
  return client;
}

const putOnTeam = ({ id }: Client, role = "editor", account = owner.id) =>
  app.platform.db.execute(
    sql`insert into team_members (account, user_id, role, created_at) values (${account}, ${id}, ${role}, now())`,
  );

const refusal = (status: number, code: string) => ({ status, body: { code } });
const offer = (to: Client, is_staying = true) =>
  owner.api("POST", "/team/handover", { member_id: to.id, is_staying });
const offersTo = async (client: Client) => (await client.api("GET", "/team/handover/offers")).body.items;
const answer = async (client: Client, how = "accept"): Promise<Answer> => {
  const [first] = await offersTo(client);
  return client.api("POST", `/team/handover/${how}`, { id: first?.id ?? randomUUID() });
};
const me = async (client: Client) => (await client.api("GET", "/me")).body;

const signIn = async ({ email }: Client, password = PASSWORD) => {
  const client = app.visitor();
  await client.call("POST", "/api/auth/sign-in/email", { email, password });
  return client;
};

describe("an account that's handed over", () => {
  it("belongs to the member, with everything in it, and the former owner stays as an admin", async () => {
    expect((await offer(member)).body.offer).toMatchObject({ to: { name: "Mia" }, is_staying: true });
    expect(await offersTo(member)).toMatchObject([{ owner: { name: "Olga" }, obstacle: null }]);
    expect(await answer(member)).toMatchObject({ status: 200, body: { account: owner.id, name: "Mia" } });

    const now = await me(member);
    expect(now).toMatchObject({ id: owner.id, name: "Mia", email: member.email, email_verified: true });
    expect(now.account).toMatchObject({ id: owner.id, role: "owner" });
    expect((await member.api("GET", "/profiles")).body.items).toMatchObject([{ id: page }]);
    const before = await me(owner);
    expect(before).toMatchObject({ id: member.id, name: "Olga", email: owner.email });
    expect(before.account).toMatchObject({ id: owner.id, name: "Mia", role: "admin" });
    expect((await owner.api("GET", "/profiles")).body.items).toMatchObject([{ id: page }]);
    expect((await owner.api("GET", "/team/handover")).status).toBe(403);
    const { items } = (await member.api("GET", "/team/members")).body;
    expect(items.map(({ name, role }: Record<string, string>) => [name, role])).toEqual([
      ["Mia", "owner"],
      ["Olga", "admin"],
    ]);
  });

  it("leaves both with their passwords, and nothing of the account to one who leaves", async () => {
    await offer(member, false);
    expect((await answer(member)).status).toBe(200);
    expect((await me(await signIn(member))).id).toBe(owner.id);
    const former = await signIn(owner);
    expect(await me(former)).toMatchObject({ id: member.id, account: { id: member.id, role: "owner" } });
    for (const client of [former, owner]) {
      expect((await client.api("GET", "/profiles")).body.items).toEqual([]);
      const there = await client.call("GET", "/api/v1/profiles", undefined, { "x-account": owner.id });
      expect(there).toMatchObject(refusal(404, "NOT_ON_TEAM"));
    }
    expect((await former.api("POST", "/profiles", { name: "New start" })).status).toBe(201);
    const wrong = app.visitor();
    const guess = { email: member.email, password: "something else entirely" };
    expect((await wrong.call("POST", "/api/auth/sign-in/email", guess)).status).toBe(401);
  });

  it("is reported to both by e-mail, and its log says who did what before and after", async () => {
    await offer(member);
    expect((await app.mailTo(member.email, /hand you/)).text).toContain(
      "Your own account, which has nothing",
    );
    await answer(member);
    expect((await app.mailTo(member.email, /is yours now/)).text).toContain("You’ve taken over");
    expect((await app.mailTo(owner.email, /is .*Mia.*’s now/)).text).toContain("as an admin");
    const { items } = (await member.api("GET", "/audit")).body;
    const lines = items.map((entry: Record<string, unknown>) => [entry.event, entry.who]);
    expect(lines).toContainEqual(["profile.created", "Olga"]);
    expect(lines).toContainEqual(["handover.offered", "Olga"]);
    expect(lines).toContainEqual(["handover.accepted", "Mia"]);
    const told = await eventsOf(app, member.id);
    expect(told.filter(({ name }) => name === "handover.accepted")).toMatchObject([
      { account: owner.id, actor: { id: owner.id, role: "owner" }, payload: { is_staying: true } },
    ]);
    const news = (await owner.api("GET", "/notifications")).body.items;
    expect(news.map(({ kind }: { kind: string }) => kind)).not.toContain("new_device");
  });
});

describe("an offer", () => {
  it("can be taken back, replaced and declined, and then does nothing", async () => {
    const other = await person("Otto");
    await putOnTeam(other, "viewer");
    await offer(member);
    const [first] = await offersTo(member);
    await offer(other);
    expect(await offersTo(member)).toEqual([]);
    for (const how of ["accept", "decline"])
      expect(await member.api("POST", `/team/handover/${how}`, { id: first.id })).toMatchObject(
        refusal(410, "HANDOVER_GONE"),
      );
    expect((await answer(other, "decline")).body).toEqual({ declined: true });
    expect((await app.mailTo(owner.email, /won’t take over/)).text).toContain("stays yours");
    expect(await owner.api("DELETE", "/team/handover")).toMatchObject(refusal(410, "HANDOVER_GONE"));
    await offer(member);
    expect((await owner.api("DELETE", "/team/handover")).body.offer).toBeNull();
    expect(await answer(member)).toMatchObject(refusal(410, "HANDOVER_GONE"));
    expect((await me(owner)).id).toBe(owner.id);
    const told = (await eventsOf(app)).filter(
      (event) => event.account === owner.id && /^handover/.test(event.name),
    );
    expect(told.map(({ name, subject }) => [name, subject])).toEqual([
      ["handover.offered", member.id],
      ["handover.revoked", member.id],
      ["handover.offered", other.id],
      ["handover.declined", other.id],
      ["handover.offered", member.id],
      ["handover.revoked", member.id],
    ]);
  });

  it("stands for 7 days", async () => {
    await offer(member);
    const [{ id }] = await offersTo(member);
    app.clock.advance(7 * DAY_MS);
    try {
      expect(await offersTo(member)).toEqual([]);
      expect((await owner.api("GET", "/team/handover")).body.offer).toBeNull();
      expect(await member.api("POST", "/team/handover/accept", { id })).toMatchObject(
        refusal(410, "HANDOVER_GONE"),
      );
    } finally {
      app.clock.advance(-7 * DAY_MS);
    }
  });

  it("needs proof of who both are, from within ten minutes", async () => {
    await offer(member);
    const stale = sql`update sessions set proven_at = now() - interval '40 years'`;
    await app.platform.db.execute(stale);
    expect(await answer(member)).toMatchObject(refusal(403, "REAUTHENTICATION_REQUIRED"));
    expect(await offer(member)).toMatchObject(refusal(403, "REAUTHENTICATION_REQUIRED"));
    expect((await me(owner)).id).toBe(owner.id);
  });

  it("is only for a member who is fit, and says what's in the way", async () => {
    const { db } = app.platform;
    const ways: [RegExp, ReturnType<typeof sql>, ReturnType<typeof sql>][] = [
      [
        /haven’t confirmed/,
        sql`update users set email_verified = false where id = ${member.id}`,
        sql`update users set email_verified = true where id = ${member.id}`,
      ],
      [
        /only have access to some/,
        sql`update team_members set profile_ids = array[${page}]::uuid[] where user_id = ${member.id}`,
        sql`update team_members set profile_ids = null where user_id = ${member.id}`,
      ],
      [
        /waiting to be deleted/,
        sql`update users set deletion_due_at = now() where id = ${member.id}`,
        sql`update users set deletion_due_at = null where id = ${member.id}`,
      ],
      [
        /premium/,
        sql`insert into subscriptions (account, provider, created_at) values (${member.id}, 'sandbox', now())`,
        sql`delete from subscriptions where account = ${member.id}`,
      ],
      [
        /domains/,
        sql`insert into domains (id, account, profile_id, host, zone, token, created_at)
          values (gen_random_uuid(), ${member.id}, gen_random_uuid(), 'a.example', 'a.example', '', now())`,
        sql`delete from domains where account = ${member.id}`,
      ],
      [
        /a team/,
        sql`insert into team_members (account, user_id, role, created_at) values (${member.id}, ${founder.id}, 'viewer', now())`,
        sql`delete from team_members where account = ${member.id}`,
      ],
      [
        /API keys/,
        sql`insert into api_keys (id, account, made_by, name, start, hash, scopes, created_at)
          values (gen_random_uuid(), ${member.id}, ${member.id}, 'n', 's', ${member.id}, '{}', now())`,
        sql`delete from api_keys where account = ${member.id}`,
      ],
      [
        /webhooks/,
        sql`insert into webhooks (id, account, made_by, url, events, secret, created_at)
          values (gen_random_uuid(), ${member.id}, ${member.id}, 'https://a.example', '{}', '', now())`,
        sql`delete from webhooks where account = ${member.id}`,
      ],
    ];
    for (const [reason, put, remove] of ways) {
      await db.execute(put);
      const refused = await offer(member);
      expect(refused).toMatchObject(refusal(409, "MEMBER_UNFIT"));
      expect(refused.body.message).toMatch(reason);
      const [candidate] = (await owner.api("GET", "/team/handover")).body.candidates;
      expect(candidate.obstacle).toBe(refused.body.message);
      await db.execute(remove);
      // What comes up after the offer is in the way of accepting it.
      await offer(member);
      await db.execute(put);
      const [shown] = await offersTo(member);
      const late = await answer(member);
      // Whoever waits to be deleted may do nothing else, so nothing is shown to them.
      if (!/waiting/.test(reason.source)) expect(late.body.message).toBe(shown.obstacle);
      expect(late.status).toBe(409);
      await db.execute(remove);
    }
    for (const id of [owner.id, founder.id, randomUUID(), "a\u0000b", ""])
      expect(await owner.api("POST", "/team/handover", { member_id: id, is_staying: true })).toMatchObject(
        refusal(409, "MEMBER_UNFIT"),
      );
  });

  it("isn't for anyone's eyes but the owner's and the member's", async () => {
    const admin = await person("Adam");
    await putOnTeam(admin, "admin");
    await offer(member);
    const [{ id }] = await offersTo(member);
    expect(await offersTo(admin)).toEqual([]);
    for (const how of ["accept", "decline"])
      expect(await admin.api("POST", `/team/handover/${how}`, { id })).toMatchObject(
        refusal(410, "HANDOVER_GONE"),
      );
    const there = await admin.call("GET", "/api/v1/team/handover", undefined, { "x-account": owner.id });
    expect(there.status).toBe(403);
  });

  it("never gives away the founder's account, nor makes the founder give up their own", async () => {
    const { db } = app.platform;
    await putOnTeam(member, "admin", founder.id);
    const refused = await founder.api("POST", "/team/handover", { member_id: member.id, is_staying: true });
    expect(refused).toMatchObject(refusal(409, "FOUNDER_STAYS"));
    expect((await founder.api("GET", "/team/handover")).body.refusal).toMatch(/founder/);
    await db.execute(sql`update users set email_verified = true where id = ${founder.id}`);
    await putOnTeam(founder);
    expect((await offer(founder)).body.message).toMatch(/founder of this instance/);
  });

  it("leads nowhere once its account waits to be deleted, and none is made then", async () => {
    await offer(member);
    const [{ id }] = await offersTo(member);
    expect((await owner.api("DELETE", "/me", { confirmation: owner.email })).status).toBe(200);
    expect(await offersTo(member)).toEqual([]);
    expect(await member.api("POST", "/team/handover/accept", { id })).toMatchObject(
      refusal(410, "HANDOVER_GONE"),
    );
    expect(await offer(member)).toMatchObject(refusal(403, "ACCOUNT_CLOSED"));
  });
});

describe("what happens at the same time", () => {
  it("one of two acceptances counts", async () => {
    await offer(member);
    const [{ id }] = await offersTo(member);
    const accept = () => member.api("POST", "/team/handover/accept", { id });
    const both = await Promise.all([accept(), accept()]);
    expect(both.map(({ status }) => status).sort()).not.toEqual([200, 200]);
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status } of both) expect([200, 401, 410]).toContain(status);
    const rows = await rowsOf(app.platform.db, sql`select 1 from users where email like '%@swap.invalid'`);
    expect(rows).toEqual([]);
    expect((await me(member)).id).toBe(owner.id);
  });

  it("a profile made meanwhile is never lost", async () => {
    for (let round = 0; round < 4; round++) {
      const [from, to] = [await person("Olga"), await person("Mia")];
      owner = from;
      await putOnTeam(to);
      await offer(to);
      const own = { "x-account": to.id };
      const [accepted, made] = await Promise.all([
        answer(to),
        to.call("POST", "/api/v1/profiles", { name: "Mine" }, own),
      ]);
      // Either it's in the way, or it isn't made.
      expect([accepted.status === 200, made.status === 201].filter(Boolean)).toHaveLength(1);
      if (made.status === 201) expect((await to.api("GET", "/profiles")).body.items).toHaveLength(1);
    }
  });

  it("a deletion and a handover don't both happen", async () => {
    await offer(member);
    const [accepted, closed] = await Promise.all([
      answer(member),
      owner.api("DELETE", "/me", { confirmation: owner.email }),
    ]);
    expect([accepted.status === 200, closed.status === 200].filter(Boolean)).toHaveLength(1);
    expect((await me(member)).deletion_due_at).toBeNull();
  });

  it("a new password of the former owner stays theirs", async () => {
    await offer(member);
    const passwords = { currentPassword: PASSWORD, newPassword: "an entirely different phrase 7" };
    await Promise.all([answer(member), owner.call("POST", "/api/auth/change-password", passwords)]);
    expect((await me(await signIn(member))).email).toBe(member.email);
    const again = await signIn(owner, passwords.newPassword);
    if ((await again.api("GET", "/me")).status === 200) expect((await me(again)).email).toBe(owner.email);
  });
});
