// @project server-postgres
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rowsOf } from "#src/platform/db/database.ts";
import { PASSWORD, startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { eventsOf } from "#test/harness/events.ts";
import { banAccount } from "../bans/bans.ts";
import { AUTH_ERRORS } from "../rules.ts";

const NEW_PASSWORD = "another long and unusual phrase";

let app: TestApp;
let founder: Client;
beforeAll(async () => {
  app = await startApp();
  founder = await app.signUp();
});
afterAll(() => app?.close());

const post = (client: Client, path: string, body: unknown) => client.call("POST", `/api/auth/${path}`, body);
const verify = (email: string) =>
  app.platform.db.execute(sql`update users set email_verified = true where email = ${email}`);

/** The tokens of the links e-mailed to `to`, oldest first, as soon as there are `count`. */
async function tokensTo(to: string, subject: RegExp, count: number): Promise<string[]> {
  const mails = await app.mailsTo(to, subject, count);
  return mails.map(({ text }) => /token=([\w-]+)/.exec(text)?.[1] ?? "");
}

async function requestReset(email: string, times: number): Promise<string[]> {
  for (let time = 0; time < times; time++)
    expect((await post(app.visitor(), "request-password-reset", { email })).status).toBe(200);
  return tokensTo(email, /new password/, times);
}

const reset = (token: string | undefined) =>
  post(app.visitor(), "reset-password", { newPassword: NEW_PASSWORD, token });

/** Makes all of an account's links an hour too old. */
const expire = (id: string) =>
  app.platform.db.execute(
    sql`update verifications set expires_at = now() - interval '1 hour' where value like ${`%${id}`}`,
  );

describe("a link", () => {
  it("of any kind expires after its time", async () => {
    const person = await app.signUp();
    const [verification] = await tokensTo(person.email, /Confirm/, 1);
    const [resetting] = await requestReset(person.email, 1);
    await verify(person.email);
    await post(app.visitor(), "request-sign-in-link", { email: person.email });
    const [signingIn] = await tokensTo(person.email, /^Sign in to/, 1);
    await expire(person.id);
    const refused = { status: 400, body: { code: "LINK_EXPIRED" } };
    expect(await reset(resetting)).toMatchObject(refused);
    expect(await post(app.visitor(), "sign-in/link", { token: signingIn })).toMatchObject(refused);
    expect(await post(app.visitor(), "verify-email", { token: verification })).toMatchObject(refused);
  });
});

describe("a reset link", () => {
  it("revokes the others when it's used, and proves the address", async () => {
    const person = await app.signUp();
    const [first, second] = await requestReset(person.email, 2);
    expect((await reset(second)).status).toBe(200);
    expect(await reset(first)).toMatchObject({
      status: 400,
      body: { code: "LINK_EXPIRED", message: AUTH_ERRORS.LINK_EXPIRED.message },
    });
    const client = app.visitor();
    await post(client, "sign-in/email", { email: person.email, password: NEW_PASSWORD });
    expect((await client.api("GET", "/me")).body.email_verified).toBe(true);
  });

  it("is in no job and no list, and only its hash is in the database", async () => {
    const person = await app.signUp();
    const [token = ""] = await requestReset(person.email, 1);
    const [{ text = "" } = {}] = await app.mailsTo(person.email, /Confirm/, 1);
    const verification = /token=([\w-]+)/.exec(text)?.[1] ?? "";
    const jobs = JSON.stringify([
      await rowsOf(app.platform.db, sql`select data, output from jobs.job`),
      await rowsOf(app.platform.db, sql`select * from mails`),
    ]);
    const stored = JSON.stringify(await rowsOf(app.platform.db, sql`select * from verifications`));
    for (const secret of [token, verification]) {
      expect(secret.length).toBeGreaterThan(20);
      expect(jobs).not.toContain(secret);
      expect(stored).not.toContain(secret);
    }
  });
});

it("a made-up token is refused like an expired one", async () => {
  const visitor = app.visitor();
  for (const token of ["\u0000", "ü".repeat(40), "a".repeat(65)]) {
    for (const path of ["verify-email", "sign-in/link", "reset-password"]) {
      const refused = await post(visitor, path, { token, newPassword: NEW_PASSWORD });
      expect([refused.status, refused.body.code]).toEqual([400, "LINK_EXPIRED"]);
    }
  }
});

describe("a verification link", () => {
  it("works once, and uses up the older ones", async () => {
    const person = await app.signUp();
    await tokensTo(person.email, /Confirm/, 1);
    await post(person, "send-verification-email", { email: person.email });
    const [first, second] = await tokensTo(person.email, /Confirm/, 2);
    const confirm = (token: string | undefined) => post(app.visitor(), "verify-email", { token });
    expect((await confirm(second)).status).toBe(200);
    expect((await person.api("GET", "/me")).body.email_verified).toBe(true);
    const refused = { status: 400, body: { code: "LINK_EXPIRED" } };
    for (const token of [second, first, "", undefined]) expect(await confirm(token)).toMatchObject(refused);
  });

  it("confirms nothing when a program that checks e-mail opens it", async () => {
    const person = await app.signUp();
    const { text } = await app.mailTo(person.email, /Confirm/);
    const { pathname, search } = new URL(/https?:\S+/.exec(text)?.[0] ?? "");
    for (const path of [pathname, "/api/auth/verify-email"]) await app.visitor().call("GET", path + search);
    expect((await person.api("GET", "/me")).body.email_verified).toBe(false);
  });

  it("is only sent to yourself, and nobody learns who has an account", async () => {
    const [person, other] = [await app.signUp(), await app.signUp()];
    const answer = await post(other, "send-verification-email", { email: person.email });
    const unknown = await post(other, "send-verification-email", { email: "nobody@example.com" });
    expect([answer.status, answer.body]).toEqual([unknown.status, unknown.body]);
    expect(
      await rowsOf(
        app.platform.db,
        sql`select id from mails where template = 'accounts.verification' and recipient = ${person.email}`,
      ),
    ).toHaveLength(1);
  });
});

describe("a sign-in link", () => {
  const request = (email: string) => post(app.visitor(), "request-sign-in-link", { email });

  it("lets its owner in once, even while someone else guesses at the password", async () => {
    const person = await app.signUp();
    await verify(person.email);
    const unknown = await request("nobody@example.com");
    const asked = await request(person.email);
    expect([asked.status, asked.body]).toEqual([unknown.status, unknown.body]);
    const [token] = await tokensTo(person.email, /^Sign in to/, 1);
    const client = app.visitor();
    expect((await post(client, "sign-in/link", { token })).status).toBe(200);
    expect((await client.api("GET", "/me")).body.email).toBe(person.email);
    expect(await post(app.visitor(), "sign-in/link", { token })).toMatchObject({
      status: 400,
      body: { code: "LINK_EXPIRED" },
    });
  });

  it("is a reset link if the address is unproven, because the person who signed up may not own it", async () => {
    const person = await app.signUp();
    await request(person.email);
    const [token] = await tokensTo(person.email, /new password/, 1);
    expect((await post(app.visitor(), "sign-in/link", { token })).body.code).toBe("LINK_EXPIRED");
    expect((await reset(token)).status).toBe(200);
  });

  it("is sent a few times, and people who are told to wait have one that still works", async () => {
    const person = await app.signUp();
    await verify(person.email);
    for (let time = 0; time < 3; time++) expect((await request(person.email)).status).toBe(200);
    expect(await request(person.email)).toMatchObject({
      status: 429,
      body: { message: "We’ve already sent you a few links. Check your inbox. Try again in 30 minutes." },
    });
    const [first] = await tokensTo(person.email, /^Sign in to/, 3);
    expect((await post(app.visitor(), "sign-in/link", { token: first })).status).toBe(200);
  });
});

describe("a ban", () => {
  it("ends the account's sessions at once, and prevents new ones", async () => {
    const [person, other] = [await app.signUp(), await app.signUp()];
    await verify(person.email);
    await request(person.email);
    const [token] = await tokensTo(person.email, /^Sign in to/, 1);
    await banAccount(app.platform, { id: person.id, reason: "spam" });
    expect((await person.api("GET", "/me")).status).toBe(401);
    expect((await person.call("GET", "/api/auth/get-session")).body).toBe(null);
    expect((await person.call("GET", "/dashboard/profiles")).status).toBe(302);
    const attempts = [
      await post(app.visitor(), "sign-in/email", { email: person.email, password: PASSWORD }),
      await post(app.visitor(), "sign-in/link", { token }),
    ];
    for (const attempt of attempts) {
      expect(attempt).toMatchObject({ status: 403, body: { code: "BANNED_USER" } });
      expect(attempt.body.message).toBe(AUTH_ERRORS.BANNED_USER.message);
    }
    expect((await other.api("GET", "/me")).status).toBe(200);
  });

  const request = (email: string) => post(app.visitor(), "request-sign-in-link", { email });

  it("applies to sessions it couldn't end, and is over when its time is up", async () => {
    const person = await app.signUp();
    const until = new Date(app.platform.now().getTime() + 60_000).toISOString();
    // However the column was written, and by whom.
    await app.platform.db.execute(
      sql`update users set banned = true, ban_expires = ${until}::timestamptz where id = ${person.id}`,
    );
    expect((await person.call("GET", "/api/auth/get-session")).body).toBe(null);
    expect((await person.api("GET", "/me")).status).toBe(401);
    app.clock.advance(61_000);
    expect((await person.api("GET", "/me")).status).toBe(401);
  });

  it("takes the account's pages down at once, even cached ones", async () => {
    const person = await app.signUp();
    const { body } = await person.api("POST", "/profiles", { name: "Soon Gone" });
    expect((await app.visitor().call("GET", `/${body.username}`)).status).toBe(200);
    await banAccount(app.platform, { id: person.id, reason: "spam" });
    expect((await app.visitor().call("GET", `/${body.username}`)).status).toBe(410);
    await expect(banAccount(app.platform, { id: "nobody", reason: "spam" })).rejects.toMatchObject({
      code: "ACCOUNT_NOT_FOUND",
    });
  });

  it("by staff needs a reason, which its person is e-mailed once, and lasts until staff lift it", async () => {
    const person = await app.signUp();
    const path = `/admin/users/${person.id}/ban`;
    const refused = await founder.api("PUT", path, { reason: "  " });
    expect([refused.status, refused.body.code]).toEqual([400, "BAN_REASON_MISSING"]);
    expect((await person.api("GET", "/me")).status).toBe(200);
    for (let time = 1; time <= 2; time++)
      expect((await founder.api("PUT", path, { reason: "Spam <b>" })).body.is_banned).toBe(true);
    expect((await person.api("GET", "/me")).status).toBe(401);
    const [mail] = await app.mailsTo(person.email, /has been suspended/, 1);
    expect(mail?.text).toContain("Spam <b>");
    for (let time = 1; time <= 2; time++)
      expect((await founder.api("DELETE", path)).body).toEqual({ is_banned: false });
    await app.mailsTo(person.email, /is open again/, 1);
    const back = await post(app.visitor(), "sign-in/email", { email: person.email, password: PASSWORD });
    expect(back.status).toBe(200);
    const names = (await eventsOf(app, person.id)).map(({ name }) => name);
    expect(names.filter((name) => name.includes("ban"))).toEqual(["account.banned", "account.ban_lifted"]);
  });

  it("never meets the founder or oneself, and others of the staff only by the founder", async () => {
    const [moderator, admin] = [await app.signUp(), await app.signUp()];
    for (const [role, { id }] of [["moderator", moderator] as const, ["admin", admin] as const])
      await app.platform.db.execute(sql`update users set role = ${role} where id = ${id}`);
    const ban = (by: Client, { id }: { id: string }) =>
      by.api("PUT", `/admin/users/${id}/ban`, { reason: "Because" });
    for (const [by, whom] of [
      [founder, founder],
      [moderator, founder],
      [moderator, moderator],
      [moderator, admin],
    ] as const) {
      const { status, body } = await ban(by, whom);
      expect([status, body.code]).toEqual([403, "ACCOUNT_IS_STAFF"]);
    }
    expect((await ban(founder, admin)).status).toBe(200);
    expect((await moderator.api("DELETE", `/admin/users/${admin.id}/ban`)).body.code).toBe(
      "ACCOUNT_IS_STAFF",
    );
    const stranger = await app.signUp();
    expect((await ban(stranger, moderator)).status).toBe(404);
    for (const id of ["nobody", "no%00body"])
      for (const method of ["PUT", "DELETE"]) {
        const given = method === "PUT" ? { reason: "Because" } : undefined;
        const { status, body } = await founder.api(method, `/admin/users/${id}/ban`, given);
        expect([status, body.code]).toEqual([404, "ACCOUNT_NOT_FOUND"]);
      }
  });
});
