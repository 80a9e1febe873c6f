// @project server-postgres
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { HOUR_MS } from "#src/lib/time.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { eventsOf } from "#test/harness/events.ts";

let app: TestApp;
let founder: Client;
let admin: Client;
let person: Client;

beforeAll(async () => {
  app = await startApp();
  founder = await app.signUp({ name: "Fay Founder" });
});
afterAll(() => app?.close());

beforeEach(async () => {
  await app.platform.db.execute(sql`update users set role = 'user' where role <> 'founder'`);
  await app.platform.db.execute(sql`delete from staff_approvals`);
  admin = await staffMember("admin", "Ada");
  person = await app.signUp({ name: "Pia" });
  await prove(founder);
});

async function staffMember(role: string, name?: string): Promise<Client> {
  const member = await app.signUp(name === undefined ? {} : { name });
  await app.platform.db.execute(sql`update users set role = ${role} where id = ${member.id}`);
  return member;
}

async function prove({ id }: Client): Promise<void> {
  const now = app.clock.now().toISOString();
  await app.platform.db.execute(sql`update sessions set proven_at = ${now} where user_id = ${id}`);
}

const ban = (by: Client, reason = "Spam", id = person.id) =>
  by.api("PUT", `/admin/users/${id}/ban`, { reason });
const isBanned = async () => (await founder.api("GET", `/admin/users/${person.id}`)).body.ban !== null;
const waiting = async (by: Client) => (await by.api("GET", "/admin/approvals")).body.items;
const confirm = (by: Client, id: string) => by.api("POST", `/admin/approvals/${id}/confirm`);
const decline = (by: Client, id: string, reason: string) =>
  by.api("POST", `/admin/approvals/${id}/decline`, { reason });
const bellsOf = async (by: Client): Promise<string[]> =>
  (await by.api("GET", "/notifications")).body.items.map(({ kind }: { kind: string }) => kind);

describe("what takes two members of staff", () => {
  it("is done at once by one who's alone", async () => {
    await app.platform.db.execute(sql`update users set role = 'support' where id = ${admin.id}`);
    expect((await ban(founder)).body).toEqual({ is_banned: true, approval_id: null });
    expect(await isBanned()).toBe(true);
  });

  it("waits for another one, who's told, and is done as soon as they confirm it", async () => {
    const { body } = await ban(admin, "Spam <b>");
    expect(body).toEqual({ is_banned: false, approval_id: expect.any(String) });
    expect(await isBanned()).toBe(false);
    expect(await waiting(founder)).toMatchObject([
      {
        id: body.approval_id,
        what: "Suspend for good",
        account: { id: person.id, name: "Pia", email: person.email },
        reason: "Spam <b>",
        proposed_by: "Ada",
        is_own: false,
        can_confirm: true,
      },
    ]);
    expect(await waiting(admin)).toMatchObject([{ is_own: true, can_confirm: false }]);
    await expect.poll(() => bellsOf(founder)).toContain("approval_waiting");
    expect(await bellsOf(admin)).not.toContain("approval_waiting");
    expect((await confirm(founder, body.approval_id)).body).toEqual({ done: true });
    expect(await isBanned()).toBe(true);
    expect((await person.api("GET", "/me")).status).toBe(401);
    await expect.poll(() => bellsOf(admin)).toContain("approval_confirmed");
    expect(await waiting(founder)).toEqual([]);
    const names = (await eventsOf(app, person.id)).map(({ name }) => name);
    expect(names.filter((name) => name.startsWith("account.ban"))).toEqual(["account.banned"]);
  });

  it("is a suspension of more than a year, too, with the end that was proposed", async () => {
    const inDays = (days: number) => new Date(app.clock.now().getTime() + days * 24 * HOUR_MS).toISOString();
    const suspend = (until: string) =>
      admin.api("PUT", `/admin/users/${person.id}/ban`, { reason: "Spam", until });
    const end = "9999-12-31T00:00:00.000Z";
    const { body } = await suspend(end);
    expect(body).toEqual({ is_banned: false, approval_id: expect.any(String) });
    expect(await isBanned()).toBe(false);
    expect(await waiting(founder)).toMatchObject([{ what: "Suspend for more than a year" }]);
    expect((await suspend(inDays(367))).body.is_banned).toBe(false);
    expect((await suspend(end)).body.is_banned).toBe(false);
    const [{ id }] = await waiting(founder);
    expect((await confirm(founder, id)).body).toEqual({ done: true });
    const detail = (await founder.api("GET", `/admin/users/${person.id}`)).body;
    expect(detail.ban).toEqual({ reason: "Spam", until: end });
    const other = await app.signUp();
    const year = { reason: "Spam", until: inDays(365) };
    expect((await admin.api("PUT", `/admin/users/${other.id}/ban`, year)).body.is_banned).toBe(true);
  });

  it("never is confirmed by whoever proposed it, nor without a fresh proof", async () => {
    const { body } = await ban(admin);
    expect((await confirm(admin, body.approval_id)).body.code).toBe("APPROVAL_OWN");
    await app.platform.db.execute(
      sql`update sessions set proven_at = now() - interval '1 day' where user_id = ${founder.id}`,
    );
    expect((await confirm(founder, body.approval_id)).body.code).toBe("REAUTHENTICATION_REQUIRED");
    expect(await isBanned()).toBe(false);
  });

  it("is one proposal however often it's made, and another reason replaces it", async () => {
    const [first, again] = [await ban(admin), await ban(admin)];
    expect(again.body.approval_id).toBe(first.body.approval_id);
    const other = await ban(admin, "Fraud");
    expect(other.body.approval_id).not.toBe(first.body.approval_id);
    expect((await confirm(founder, first.body.approval_id)).body.code).toBe("APPROVAL_OVER");
    expect(await waiting(founder)).toMatchObject([{ reason: "Fraud" }]);
    const both = await Promise.all([ban(admin, "At once"), ban(admin, "At once")]);
    expect(new Set(both.map(({ body }) => body.approval_id)).size).toBe(1);
  });

  it("is declined with a reason, or withdrawn by whoever proposed it", async () => {
    const one = (await ban(admin)).body.approval_id;
    expect((await decline(founder, one, " ")).body.code).toBe("ANSWER_MISSING");
    expect((await decline(founder, one, "A week is enough")).body).toEqual({ state: "declined" });
    expect((await confirm(founder, one)).body.code).toBe("APPROVAL_OVER");
    expect((await decline(founder, one, "Twice")).body.code).toBe("APPROVAL_OVER");
    await expect.poll(() => bellsOf(admin)).toContain("approval_declined");
    const two = (await ban(admin)).body.approval_id;
    expect((await decline(admin, two, "")).body).toEqual({ state: "withdrawn" });
    expect(await isBanned()).toBe(false);
    expect(await waiting(founder)).toEqual([]);
  });

  it("is over after 72 hours, and once whoever proposed it isn't staff anymore", async () => {
    const { approval_id } = (await ban(admin)).body;
    await app.platform.db.execute(sql`update users set role = 'support' where id = ${admin.id}`);
    expect((await confirm(founder, approval_id)).body.code).toBe("APPROVAL_OVER");
    await app.platform.db.execute(sql`update users set role = 'admin' where id = ${admin.id}`);
    app.clock.advance(72 * HOUR_MS);
    await prove(founder);
    expect(await waiting(founder)).toEqual([]);
    expect((await confirm(founder, approval_id)).body.code).toBe("APPROVAL_OVER");
    expect((await ban(admin)).body.approval_id).not.toBe(approval_id);
  });

  it("doesn't exist for staff of other areas, and not at all for anyone else", async () => {
    const { approval_id } = (await ban(admin)).body;
    const support = await staffMember("support");
    expect(await waiting(support)).toEqual([]);
    expect((await confirm(support, approval_id)).body.code).toBe("APPROVAL_NOT_FOUND");
    expect((await decline(support, approval_id, "No")).body.code).toBe("APPROVAL_NOT_FOUND");
    for (const id of ["nobody", "no%00body"]) {
      expect((await confirm(founder, id)).body.code).toBe("APPROVAL_NOT_FOUND");
      expect((await decline(founder, id, "No")).body.code).toBe("APPROVAL_NOT_FOUND");
    }
    const stranger = await app.signUp();
    expect((await stranger.api("GET", "/admin/approvals")).status).toBe(404);
    expect((await confirm(stranger, approval_id)).body.code).toBe("NOT_FOUND");
  });

  it("is refused when its account has become staff, or it can't be done anymore", async () => {
    const moderator = await staffMember("moderator");
    const { approval_id } = (await ban(admin)).body;
    await app.platform.db.execute(sql`update users set role = 'support' where id = ${person.id}`);
    expect((await confirm(moderator, approval_id)).body.code).toBe("ACCOUNT_IS_STAFF");
    await app.platform.db.execute(
      sql`update staff_approvals set data = '{"id": "nobody", "reason": "x"}' where id = ${approval_id}`,
    );
    const refused = await confirm(founder, approval_id);
    expect([refused.status, refused.body.code]).toEqual([409, "APPROVAL_REFUSED"]);
    expect(await waiting(founder)).toHaveLength(1);
  });

  it("is done by the founder alone where nobody else may act on the account", async () => {
    const support = await staffMember("support");
    expect((await ban(founder, "Left", support.id)).body).toEqual({ is_banned: true, approval_id: null });
  });

  it("is done once, however many confirm it at the same time", async () => {
    const { approval_id } = (await ban(admin)).body;
    const [other, more] = [await staffMember("moderator"), await staffMember("moderator")];
    const answers = await Promise.all([founder, other, more].map((by) => confirm(by, approval_id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    await app.mailsTo(person.email, /has been suspended/, 1);
  });
});
