// @project server-postgres
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rowsOf } from "#src/platform/db/database.ts";
import { PASSWORD, startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { banAccount } from "../bans/bans.ts";
import { EMAIL_CHANGES } from "../email-changes/email-changes.ts";

const NEW_PASSWORD = `${PASSWORD} again`;
const CHROME =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ TRUSTED_PROXIES: "127.0.0.1, ::1" });
});
afterAll(() => app?.close());

const anyEmail = () => `${randomUUID()}@example.com`;
const tokenIn = ({ text }: { text: string }) => /token=([\w-]+)/.exec(text)?.[1] ?? "";
const auth = (client: Client, path: string, body: object = {}, headers: Record<string, string> = {}) =>
  client.call("POST", `/api/auth/${path}`, body, headers);

async function signUpVerified(): Promise<Client> {
  const person = await app.signUp();
  await app.platform.db.execute(sql`update users set email_verified = true where id = ${person.id}`);
  return person;
}

/** The same person in another browser, somewhere else. */
async function signInElsewhere({ id, email }: Client, password = PASSWORD): Promise<Client> {
  const other = app.visitor();
  const facts = { "user-agent": CHROME, "x-forwarded-for": "8.8.8.8" };
  const answer = await auth(other, "sign-in/email", { email, password }, facts);
  expect(answer.status).toBe(200);
  return Object.assign(other, { id, email });
}

const isIn = async (client: Client) => (await client.api("GET", "/me")).status === 200;

describe("sessions", () => {
  it("are listed with their device and place, and no IP address is stored", async () => {
    const person = await app.signUp();
    const other = await signInElsewhere(person);
    const { items } = (await person.api("GET", "/me/sessions")).body;
    expect(items).toHaveLength(2);
    expect(items[0]).toMatchObject({ is_current: true, place: null });
    expect(items[1]).toMatchObject({ is_current: false, device: "Chrome on Windows" });
    expect(items[1].place).toMatch(/United States$/);
    const rows = await rowsOf(app.platform.db, sql`select * from sessions where user_id = ${person.id}`);
    expect(JSON.stringify(rows)).not.toContain("8.8.8.8");
    app.clock.advance(6 * 60_000);
    await isIn(other);
    const later = (await person.api("GET", "/me/sessions")).body.items;
    expect(Date.parse(later[1].last_used_at)).toBeGreaterThan(Date.parse(items[1].last_used_at));
  });

  it("end one at a time or all except this one, and nobody ends another person’s", async () => {
    const person = await app.signUp();
    const [one, two, three] = [
      await signInElsewhere(person),
      await signInElsewhere(person),
      await signInElsewhere(person),
    ];
    const { items } = (await one.api("GET", "/me/sessions")).body;
    const { id } = items[0];
    const stranger = await app.signUp();
    const refused = await stranger.api("DELETE", `/me/sessions/${id}`);
    expect([refused.status, refused.body.code]).toEqual([404, "SESSION_NOT_FOUND"]);
    expect((await person.api("DELETE", `/me/sessions/${id}`)).status).toBe(200);
    expect(await isIn(one)).toBe(false);
    expect((await person.api("DELETE", `/me/sessions/${id}`)).status).toBe(404);
    expect((await person.api("DELETE", "/me/sessions")).body).toEqual({ ended: 2 });
    expect([await isIn(two), await isIn(three), await isIn(person)]).toEqual([false, false, true]);
  });
});

describe("a sign-in from a new device", () => {
  it("is reported by e-mail, and “this wasn’t me” ends every session and turns the password off", async () => {
    const person = await app.signUp();
    const thief = await signInElsewhere(person);
    const mail = await app.mailTo(person.email, /New sign-in/);
    expect(mail.text).toContain("Chrome on Windows");
    expect(mail.text).not.toContain("8.8.8.8");
    const token = tokenIn(mail);
    // Like a program that checks e-mail.
    await app.visitor().call("GET", `/auth/not-me?token=${token}`);
    expect(await isIn(thief)).toBe(true);
    expect((await auth(app.visitor(), "secure-account", { token })).status).toBe(200);
    expect([await isIn(thief), await isIn(person)]).toEqual([false, false]);
    const again = await auth(thief, "sign-in/email", { email: person.email, password: PASSWORD });
    expect(again.body.code).toBe("INVALID_EMAIL_OR_PASSWORD");
    const twice = await auth(app.visitor(), "secure-account", { token });
    expect([twice.status, twice.body.code]).toEqual([400, "LINK_EXPIRED"]);
    const reset = tokenIn(await app.mailTo(person.email, /Choose a new password/));
    const chosen = await auth(app.visitor(), "reset-password", { token: reset, newPassword: NEW_PASSWORD });
    expect(chosen.status).toBe(200);
    expect(await isIn(await signInElsewhere(person, NEW_PASSWORD))).toBe(true);
  });

  it("doesn't include a browser that was signed in before", async () => {
    const person = await app.signUp();
    await auth(person, "sign-out");
    await auth(person, "sign-in/email", { email: person.email, password: PASSWORD });
    await signInElsewhere(person);
    // Only the second one, because e-mail goes out in order.
    expect(await app.mailsTo(person.email, /New sign-in/, 1)).toHaveLength(1);
  });
});

describe("changing the password", () => {
  it("requires the current one, ends all other sessions, renews this one, and is reported by e-mail", async () => {
    const person = await app.signUp();
    const other = await signInElsewhere(person);
    const change = (currentPassword: string, newPassword: string) =>
      auth(person, "change-password", { currentPassword, newPassword });
    expect((await change("wrong horse", NEW_PASSWORD)).body.code).toBe("PASSWORD_WRONG");
    expect((await change(PASSWORD, "short")).body.code).toBe("PASSWORD_TOO_SHORT");
    expect(await isIn(other)).toBe(true);
    const { cookie } = person;
    expect((await change(PASSWORD, NEW_PASSWORD)).status).toBe(200);
    expect([await isIn(person), await isIn(other)]).toEqual([true, false]);
    expect((await app.visitor().call("GET", "/api/v1/me", undefined, { cookie })).status).toBe(401);
    expect((await app.mailTo(person.email, /new password for/)).text).toContain("If it wasn’t you");
    expect(await isIn(await signInElsewhere(person, NEW_PASSWORD))).toBe(true);
    expect((await auth(app.visitor(), "change-password", {})).status).toBe(401);
  });

  it("requires a recent sign-in instead if there was none", async () => {
    const person = await app.signUp();
    await app.platform.db.execute(sql`update accounts set password = null where user_id = ${person.id}`);
    expect((await person.api("GET", "/me")).body.has_password).toBe(false);
    app.clock.advance(11 * 60_000);
    const late = await auth(person, "change-password", { newPassword: NEW_PASSWORD });
    expect(late.body).toMatchObject({ code: "REAUTHENTICATION_REQUIRED", data: { methods: ["link"] } });
    app.clock.advance(-11 * 60_000);
    expect((await auth(person, "change-password", { newPassword: NEW_PASSWORD })).status).toBe(200);
    expect((await person.api("GET", "/me")).body.has_password).toBe(true);
  });
});

describe("changing the e-mail address", () => {
  const confirm = (token: string, client = app.visitor()) => auth(client, "confirm-email-change", { token });

  it("requires the old inbox and the new one, in either order, each link once", async () => {
    const person = await signUpVerified();
    const email = anyEmail();
    const asked = await person.api("POST", "/me/email", { email: ` ${email.toUpperCase()} ` });
    expect(asked.body.pending_email).toMatchObject({ email, waits_for_old: true, waits_for_new: true });
    const toNew = tokenIn(await app.mailTo(email, /Confirm/));
    const toOld = tokenIn(await app.mailTo(person.email, /Confirm your new/));
    expect((await confirm(toNew)).body).toEqual({ status: true, is_changed: false });
    expect((await confirm(toNew)).body.code).toBe("LINK_EXPIRED");
    expect((await person.api("GET", "/me")).body).toMatchObject({
      email: person.email,
      pending_email: { waits_for_old: true, waits_for_new: false },
    });
    expect((await confirm(toOld)).body).toEqual({ status: true, is_changed: true });
    expect((await person.api("GET", "/me")).body).toMatchObject({
      email,
      email_verified: true,
      pending_email: null,
    });
    await signInElsewhere(Object.assign(person, { email }));
  });

  it("asks only the new inbox if the old one was never confirmed, and knows this browser afterwards", async () => {
    const person = await app.signUp();
    const email = anyEmail();
    await person.api("POST", "/me/email", { email });
    const token = tokenIn(await app.mailTo(email, /Confirm/));
    expect((await confirm(token, person)).body.is_changed).toBe(true);
    await auth(person, "sign-in/email", { email, password: PASSWORD });
    const other = await signInElsewhere(Object.assign(person, { email }));
    expect(await isIn(other)).toBe(true);
    expect(await app.mailsTo(email, /New sign-in/, 1)).toHaveLength(1);
  });

  it("never reveals whether another account has the address: only its inbox is told", async () => {
    const [person, somebody] = [await signUpVerified(), await signUpVerified()];
    const free = await person.api("POST", "/me/email", { email: anyEmail() });
    const taken = await person.api("POST", "/me/email", { email: somebody.email });
    expect(taken.status).toBe(free.status);
    expect(Object.keys(taken.body.pending_email)).toEqual(Object.keys(free.body.pending_email));
    const told = await app.mailTo(somebody.email, /was entered/);
    expect(told.text).not.toContain("token=");
    expect((await somebody.api("GET", "/me")).body.email).toBe(somebody.email);
  });

  it("leaves an address to an account created with it in the meantime", async () => {
    const person = await app.signUp();
    const email = anyEmail();
    await person.api("POST", "/me/email", { email });
    const token = tokenIn(await app.mailTo(email, /Confirm/));
    await app.signUp({ email });
    expect((await confirm(token)).body.code).toBe("EMAIL_TAKEN");
    expect((await person.api("GET", "/me")).body).toMatchObject({ email: person.email, pending_email: null });
  });

  it("can be canceled or replaced, and then its links open nothing, nor do a banned account’s", async () => {
    const person = await app.signUp();
    const [first, second] = [anyEmail(), anyEmail()];
    await person.api("POST", "/me/email", { email: first });
    const old = tokenIn(await app.mailTo(first, /Confirm/));
    await person.api("POST", "/me/email", { email: second });
    expect((await confirm(old)).body.code).toBe("LINK_EXPIRED");
    const token = tokenIn(await app.mailTo(second, /Confirm/));
    expect((await person.api("DELETE", "/me/email")).body.pending_email).toBeNull();
    expect((await person.api("DELETE", "/me/email")).status).toBe(200);
    expect((await confirm(token)).body.code).toBe("LINK_EXPIRED");
    await person.api("POST", "/me/email", { email: second });
    const [, newest] = await app.mailsTo(second, /Confirm/, 2);
    await banAccount(app.platform, { id: person.id, reason: "spam" });
    expect((await confirm(tokenIn(newest ?? { text: "" }))).body.code).toBe("LINK_EXPIRED");
  });

  it("expires after a day, and requires a recent sign-in, an address, and a different one", async () => {
    const person = await app.signUp();
    const email = anyEmail();
    const ask = (typed: string) => person.api("POST", "/me/email", { email: typed });
    expect((await ask("nobody")).body.code).toBe("EMAIL_INVALID");
    expect((await ask(person.email.toUpperCase())).body.code).toBe("EMAIL_UNCHANGED");
    expect((await ask(email)).status).toBe(200);
    app.clock.advance(25 * 3600_000);
    expect((await person.api("GET", "/me")).body.pending_email).toBeNull();
    expect((await confirm(tokenIn(await app.mailTo(email, /Confirm/)))).body.code).toBe("LINK_EXPIRED");
    expect((await ask(email)).body.code).toBe("REAUTHENTICATION_REQUIRED");
    await auth(person, "reauthenticate", { password: PASSWORD });
    for (let time = 0; time < EMAIL_CHANGES.attempts; time++) await ask(anyEmail());
    expect((await ask(anyEmail())).status).toBe(429);
  });
});
