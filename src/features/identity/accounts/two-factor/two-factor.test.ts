// @project server-postgres
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rowsOf } from "#src/platform/db/database.ts";
import { PASSWORD, startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { eventsOf } from "#test/harness/events.ts";
import { totpAt } from "#test/harness/totp.ts";
import { recoverySealPurpose } from "./two-factor-store.ts";

const STEP_MS = 30_000;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app?.close());

const confirmAddress = ({ id }: Client) =>
  app.platform.db.execute(sql`update users set email_verified = true where id = ${id}`);

/** Someone whose sign-in takes a code, with the secret and the recovery codes. */
async function careful() {
  const person = await app.signUp();
  await confirmAddress(person);
  const { secret } = (await person.api("POST", "/me/two-factor")).body;
  const code = await totpAt(secret, app.clock.now());
  const { body } = await person.api("POST", "/me/two-factor/confirm", { code });
  app.clock.advance(STEP_MS);
  return { person, secret, recoveryCodes: body.recovery_codes as string[] };
}

async function signIn(client: Client, { email }: Client, password = PASSWORD) {
  const { status, body } = await client.call("POST", "/api/auth/sign-in/email", { email, password });
  return [status, body.code];
}

async function enter(client: Client, code: string, more: object = {}) {
  const { status, body } = await client.call("POST", "/api/auth/sign-in/second-step", { code, ...more });
  return [status, body.code];
}

const WAITING = sql`select from pg_locks l join pg_stat_activity a using (pid)
  where a.datname = current_database() and not l.granted`;

const isIn = async (client: Client) => (await client.api("GET", "/me")).status === 200;
const AWAITED = [401, "SECOND_STEP_REQUIRED"];
const WRONG = [400, "CODE_WRONG"];

describe("two-step sign-in", () => {
  it("is on once a code has shown that the app has the secret, which nobody reads in the database", async () => {
    const person = await app.signUp({ email: "ada+x@example.com" });
    expect((await person.api("POST", "/me/two-factor")).body.code).toBe("EMAIL_UNCONFIRMED");
    expect((await person.api("POST", "/me/two-factor/confirm", { code: "1" })).body.code).toBe(
      "TWO_FACTOR_OFF",
    );
    expect((await person.api("DELETE", "/me/two-factor")).body.code).toBe("TWO_FACTOR_OFF");
    expect((await person.api("POST", "/me/two-factor/recovery-codes")).body.code).toBe("TWO_FACTOR_OFF");
    await confirmAddress(person);
    const first = (await person.api("POST", "/me/two-factor")).body;
    const { secret, uri } = (await person.api("POST", "/me/two-factor")).body;
    expect(secret).toMatch(/^([A-Z2-7]{4} ){5,}[A-Z2-7]+$/);
    expect(uri).toContain(
      `otpauth://totp/Fanfare:ada%2Bx%40example.com?secret=${secret.replaceAll(" ", "")}&`,
    );
    const confirm = (code: string) => person.api("POST", "/me/two-factor/confirm", { code });
    const old = await confirm(await totpAt(first.secret, app.clock.now()));
    expect([old.status, old.body.code]).toEqual(WRONG);
    expect(await signIn(app.visitor(), person)).toEqual([200, undefined]);

    const { body } = await confirm(await totpAt(secret, app.clock.now()));
    expect(new Set(body.recovery_codes).size).toBe(10);
    const stored = JSON.stringify(
      await rowsOf(app.platform.db, sql`select * from two_factors where user_id = ${person.id}`),
    );
    for (const told of [secret.replaceAll(" ", ""), ...body.recovery_codes])
      expect(stored).not.toContain(told);
    expect((await person.api("GET", "/me/ways-in")).body.two_factor).toEqual({
      is_on: true,
      recovery_codes_left: 10,
      removal_due_at: null,
    });
    expect((await person.api("POST", "/me/two-factor")).body.code).toBe("TWO_FACTOR_ON");
    expect((await confirm("123456")).body.code).toBe("TWO_FACTOR_ON");
    expect((await app.mailTo(person.email, /Two-step sign-in is on/)).text).toContain("authenticator app");
  });

  it("gives nobody a session before the code, which works once", async () => {
    const { person, secret } = await careful();
    const sessions = () => rowsOf(app.platform.db, sql`select id from sessions where user_id = ${person.id}`);
    const before = await sessions();
    const client = app.visitor();
    expect(await enter(client, "123456")).toEqual([401, "SECOND_STEP_EXPIRED"]);
    expect(await signIn(client, person)).toEqual(AWAITED);
    expect(await sessions()).toEqual(before);
    const code = await totpAt(secret, app.clock.now());
    expect(await enter(client, `${(Number(code) + 1) % 1_000_000}`.padStart(6, "0"))).toEqual(WRONG);
    expect(await isIn(client)).toBe(false);
    expect(await enter(client, `${code.slice(0, 3)} ${code.slice(3)}`)).toEqual([200, undefined]);
    expect(await isIn(client)).toBe(true);
    expect(await enter(client, code)).toEqual([401, "SECOND_STEP_EXPIRED"]);
    const other = app.visitor();
    await signIn(other, person);
    expect(await enter(other, code)).toEqual(WRONG);
    app.clock.advance(11 * MINUTE_MS);
    expect(await enter(other, await totpAt(secret, app.clock.now()))).toEqual([401, "SECOND_STEP_EXPIRED"]);
  });

  it("takes one of two equal codes that are sent at once", async () => {
    const { person, secret } = await careful();
    const clients = [app.visitor(), app.visitor()];
    for (const client of clients) await signIn(client, person);
    const code = await totpAt(secret, app.clock.now());
    const [one, two] = await Promise.all(clients.map((client) => enter(client, code)));
    expect([one?.[0], two?.[0]].sort()).toEqual([200, 400]);
  });

  it("stands behind a link by e-mail and a new password as well", async () => {
    const { person, secret } = await careful();
    const client = app.visitor();
    const ask = (path: string) => client.call("POST", `/api/auth/${path}`, { email: person.email });
    const tokenOf = async (subject: RegExp) =>
      /token=([\w-]+)/.exec((await app.mailTo(person.email, subject)).text)?.[1] ?? "";
    await ask("request-sign-in-link");
    const byLink = await client.call("POST", "/api/auth/sign-in/link", {
      token: await tokenOf(/^Sign in to/),
    });
    expect([byLink.status, byLink.body.code]).toEqual(AWAITED);
    expect(await isIn(client)).toBe(false);
    expect(await enter(client, await totpAt(secret, app.clock.now()))).toEqual([200, undefined]);

    await ask("request-password-reset");
    const newPassword = `${PASSWORD} again`;
    const reset = { token: await tokenOf(/new password/), newPassword };
    expect((await client.call("POST", "/api/auth/reset-password", reset)).status).toBe(200);
    expect(await signIn(client, person, newPassword)).toEqual(AWAITED);
  });

  it("trusts a device for 30 days when told to, and until the password is new", async () => {
    const { person, secret } = await careful();
    const client = app.visitor();
    await signIn(client, person);
    await enter(client, await totpAt(secret, app.clock.now()), { trust_device: true });
    expect(await signIn(client, person)).toEqual([200, undefined]);
    expect(await signIn(app.visitor(), person)).toEqual(AWAITED);
    app.clock.advance(31 * DAY_MS);
    expect(await signIn(client, person)).toEqual(AWAITED);

    await enter(client, await totpAt(secret, app.clock.now()), { trust_device: true });
    const newPassword = `${PASSWORD} again`;
    await client.call("POST", "/api/auth/request-password-reset", { email: person.email });
    const mail = await app.mailTo(person.email, /new password/);
    const token = /token=([\w-]+)/.exec(mail.text)?.[1];
    app.clock.advance(1);
    await client.call("POST", "/api/auth/reset-password", { token, newPassword });
    expect(await signIn(client, person, newPassword)).toEqual(AWAITED);
  });

  it("stops guesses at the code, and a device that is known keeps its own count", async () => {
    const { person, secret } = await careful();
    const thief = app.visitor();
    await signIn(thief, person);
    for (let guess = 0; guess < 10; guess++) expect(await enter(thief, `00000${guess}`)).toEqual(WRONG);
    const code = await totpAt(secret, app.clock.now());
    expect((await enter(thief, code))[0]).toBe(429);
    await signIn(person, person);
    expect(await enter(person, code)).toEqual([200, undefined]);
  });
});

describe("recovery codes", () => {
  it("work once each, in any spelling, and say so by e-mail", async () => {
    const { person, recoveryCodes } = await careful();
    const [one = "", two = ""] = recoveryCodes;
    const client = app.visitor();
    await signIn(client, person);
    expect(await enter(client, ` ${one.toUpperCase().replaceAll("-", " ")}`)).toEqual([200, undefined]);
    expect((await client.api("GET", "/me/ways-in")).body.two_factor.recovery_codes_left).toBe(9);
    await app.mailTo(person.email, /recovery code was used/);
    const used = (await eventsOf(app)).filter(({ name }) => name === "account.recovery_code_used");
    expect(used).toMatchObject([{ account: person.id, payload: { left: 9 } }]);
    await signIn(client, person);
    expect(await enter(client, one)).toEqual(WRONG);
    const fresh = (await client.api("POST", "/me/two-factor/recovery-codes")).body.recovery_codes;
    expect(await enter(client, two)).toEqual(WRONG);
    expect(await enter(client, fresh[0])).toEqual([200, undefined]);
  });

  it("work while a new SECRET reencrypts them", async () => {
    const { person, recoveryCodes } = await careful();
    const browser = app.visitor();
    expect(await signIn(browser, person)).toEqual(AWAITED);
    const { db, vault } = app.platform;
    const [row] = await rowsOf<{ codes: string[] }>(
      db,
      sql`select recovery_codes as codes from two_factors where user_id = ${person.id}`,
    );
    const purpose = recoverySealPurpose(person.id);
    const again = (row?.codes ?? []).map((code) => vault.seal(purpose, vault.open(purpose, code) ?? ""));
    let entered: Promise<unknown> | undefined;
    await app.platform.write(async (ctx) => {
      await ctx.db.execute(
        sql`update two_factors set recovery_codes = ${sql.param(again)}::text[] where user_id = ${person.id}`,
      );
      entered = enter(browser, recoveryCodes[0] ?? "");
      await expect.poll(() => rowsOf(ctx.db, WAITING)).not.toEqual([]);
    });
    expect(await entered).toEqual([200, undefined]);
  });
});

describe("turning it off", () => {
  it("asks for a code after a while, and a password isn’t enough", async () => {
    const { person, secret } = await careful();
    app.clock.advance(11 * MINUTE_MS);
    const refused = await person.api("DELETE", "/me/two-factor");
    expect([refused.status, refused.body.code]).toEqual([403, "REAUTHENTICATION_REQUIRED"]);
    expect(refused.body.data.methods).toEqual(["code"]);
    for (const path of ["/me/two-factor/recovery-codes", "/me/two-factor", "/me/passkeys/options"])
      expect((await person.api("POST", path)).body.code).toBe("REAUTHENTICATION_REQUIRED");
    const prove = (proof: object) => person.call("POST", "/api/auth/reauthenticate", proof);
    expect((await prove({ password: PASSWORD })).body.code).toBe("PASSWORD_WRONG");
    expect((await prove({ code: "000000" })).body.code).toBe("CODE_WRONG");
    expect((await prove({ code: await totpAt(secret, app.clock.now()) })).status).toBe(200);
    expect((await person.api("DELETE", "/me/two-factor")).status).toBe(200);
    await app.mailTo(person.email, /Two-step sign-in is off/);
    expect(await signIn(app.visitor(), person)).toEqual([200, undefined]);
  });
});
