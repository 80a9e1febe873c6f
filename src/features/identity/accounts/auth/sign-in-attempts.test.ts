// @project server-postgres
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rowsOf } from "#src/platform/db/database.ts";
import { PASSWORD, startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { LINK_ATTEMPTS, SIGN_IN_ATTEMPTS_ACCOUNT } from "./limits.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app?.close());

const LOCKED = "That’s a lot of wrong passwords.";

/** Signs in from an IP address. Requests come from this machine, which may forward for others. */
function signIn(client: Client, body: { email: string; password: string }, address = "198.51.100.1") {
  return client.call("POST", "/api/auth/sign-in/email", body, { "x-forwarded-for": address });
}

/** Simulates wrong guesses from many networks, without the time it takes to check fifty passwords. */
async function besiege(email: string): Promise<void> {
  for (let guess = 0; guess < SIGN_IN_ATTEMPTS_ACCOUNT.attempts; guess++)
    await app.platform.limits.count(SIGN_IN_ATTEMPTS_ACCOUNT, email);
}

describe("guesses at a password", () => {
  it("are stopped after ten from one place, and the answer says how long to wait", async () => {
    const person = await app.signUp();
    const statuses = [];
    for (let guess = 0; guess < 10; guess++) {
      statuses.push(
        (await signIn(app.visitor(), { email: person.email, password: `wrong ${guess}` })).status,
      );
    }
    expect(statuses).toEqual(Array(10).fill(401));
    const answer = await signIn(app.visitor(), { email: person.email, password: PASSWORD });
    expect(answer.status).toBe(429);
    expect(answer.body.message).toBe(`${LOCKED} Try again in 15 minutes.`);
    const elsewhere = { email: person.email, password: PASSWORD };
    expect((await signIn(app.visitor(), elsewhere, "81.2.69.160")).status).toBe(200);
  });

  it("from one IPv6 network count as one place, however many addresses it has", async () => {
    const person = await app.signUp();
    for (let guess = 0; guess < 10; guess++) {
      const body = { email: person.email, password: `wrong ${guess}` };
      expect((await signIn(app.visitor(), body, `2001:db8:1:2::${guess + 1}`)).status).toBe(401);
    }
    const body = { email: person.email, password: PASSWORD };
    expect((await signIn(app.visitor(), body, "2001:db8:1:2:ffff::1")).status).toBe(429);
    expect((await signIn(app.visitor(), body, "2001:db8:1:3::1")).status).toBe(200);
  });

  it("from elsewhere lock out new devices, but not one that has been signed in before", async () => {
    const person = await app.signUp();
    await besiege(person.email);
    const right = { email: person.email, password: PASSWORD };
    expect((await signIn(app.visitor(), right)).status).toBe(429);
    expect((await signIn(person, right)).status).toBe(200);
    // Signing up made the device known. Signing out ends the session but doesn't forget the device.
    await person.call("POST", "/api/auth/sign-out", {});
    expect((await signIn(person, right)).status).toBe(200);
  });

  it("from a known device count only for it, and it's known only to its own account", async () => {
    const [person, other] = [await app.signUp(), await app.signUp()];
    for (let guess = 0; guess < 10; guess++) {
      expect((await signIn(person, { email: person.email, password: `wrong ${guess}` })).status).toBe(401);
    }
    const right = { email: person.email, password: PASSWORD };
    expect((await signIn(person, right)).status).toBe(429);
    expect((await signIn(app.visitor(), right)).status).toBe(200);

    await besiege(other.email);
    expect((await signIn(person, { email: other.email, password: PASSWORD })).status).toBe(429);
  });

  it("count normally with a made-up device cookie", async () => {
    const person = await app.signUp();
    await besiege(person.email);
    const forged = person.cookie.replace(/(fanfare\.device-[^=]+=)[^;]+/, "$1b3duZXI.Zm9yZ2Vk");
    expect(forged).not.toBe(person.cookie);
    const answer = await app
      .visitor()
      .call(
        "POST",
        "/api/auth/sign-in/email",
        { email: person.email, password: PASSWORD },
        { cookie: forged },
      );
    expect(answer.status).toBe(429);
  });

  it("no longer matter when the owner resets the password: that device is known from then on", async () => {
    const person = await app.signUp();
    await besiege(person.email);
    const device = app.visitor();
    await device.call("POST", "/api/auth/request-password-reset", { email: person.email });
    const mail = await app.mailTo(person.email, /new password/);
    const token = /token=([\w-]+)/.exec(mail.text)?.[1];
    const password = "a brand new and long phrase";
    await device.call("POST", "/api/auth/reset-password", { token, newPassword: password });
    expect((await signIn(device, { email: person.email, password })).status).toBe(200);
  });
});

describe("guesses at an e-mailed link", () => {
  const confirm = (token: string) =>
    app.visitor().call("POST", "/api/auth/verify-email", { token }, { "x-forwarded-for": "203.0.113.77" });

  it("are stopped after a few from one IP address, and a working link resets them", async () => {
    const person = await app.signUp();
    const token = /token=([\w-]+)/.exec((await app.mailTo(person.email, /Confirm/)).text)?.[1] ?? "";
    const guess = async () => (await confirm("a".repeat(32))).status;
    for (let time = 1; time < LINK_ATTEMPTS.attempts; time++) expect(await guess()).toBe(400);
    expect((await confirm(token)).status).toBe(200);
    for (let time = 0; time < LINK_ATTEMPTS.attempts; time++) expect(await guess()).toBe(400);
    expect(await guess()).toBe(429);
  });
});

describe("signing up", () => {
  const signUp = (address: string) =>
    app
      .visitor()
      .call(
        "POST",
        "/api/auth/sign-up/email",
        { name: "A", email: `${crypto.randomUUID()}@example.com`, password: "short" },
        { "x-forwarded-for": address },
      );

  it("counts an IPv6 network as one IP address", async () => {
    await signUp("2001:db8:7:7::1");
    const rows = () =>
      rowsOf(app.platform.db, sql`select key from rate_limits where key like 'sign-up%' order by key`);
    const before = await rows();
    await signUp("2001:db8:7:7::2");
    expect(await rows()).toEqual(before);
    await signUp("2001:db8:7:8::1");
    expect(await rows()).toHaveLength(before.length + 1);
  });

  it("creates no account if its e-mail couldn't be queued", async () => {
    const { platform } = app;
    await platform.database.script(`
      create function no_mail() returns trigger language plpgsql as $$ begin raise exception 'no mail today'; end $$;
      create trigger no_mail before insert on jobs.job for each row when (new.name = 'mail')
        execute function no_mail();`);
    const email = `${crypto.randomUUID()}@example.com`;
    const attempt = () =>
      app.visitor().call("POST", "/api/auth/sign-up/email", { name: "Ada", email, password: PASSWORD });
    expect((await attempt()).status).toBeGreaterThanOrEqual(400);
    expect(await rowsOf(platform.db, sql`select id from users where email = ${email}`)).toEqual([]);
    await platform.database.script("drop trigger no_mail on jobs.job; drop function no_mail()");
    expect((await attempt()).status).toBe(200);
    expect((await app.mailTo(email, /Confirm/)).subject).toBe("Confirm your e-mail address for Fanfare");
  });
});
