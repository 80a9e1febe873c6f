// @project server-postgres
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PASSWORD, startApp, type TestApp } from "#test/harness/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app?.close());

function signIn(email: string, password: string) {
  const client = app.visitor();
  return client
    .call("POST", "/api/auth/sign-in/email", { email, password })
    .then((answer) => ({ client, answer }));
}

describe("accounts", () => {
  it("makes the first account the founder and nobody after it", async () => {
    const [first, second] = [await app.signUp(), await app.signUp()];
    expect((await first.api("GET", "/me")).body.role).toBe("founder");
    expect((await second.api("GET", "/me")).body.role).toBe("user");
    expect((await second.api("GET", "/mail")).status).toBe(404);
    expect((await first.api("GET", "/mail")).body.delivery).toBe("folder");
    const missing = await first.api("GET", "/mail/nothing");
    expect([missing.status, missing.body.code]).toEqual([404, "MAIL_NOT_FOUND"]);
  });

  it("signs in at once, out, and in again", async () => {
    const person = await app.signUp();
    expect((await person.api("GET", "/me")).body).toMatchObject({
      email: person.email,
      email_verified: false,
    });
    await person.call("POST", "/api/auth/sign-out", {});
    expect((await person.api("GET", "/me")).status).toBe(401);
    const { client, answer } = await signIn(person.email.toUpperCase(), PASSWORD);
    expect(answer.status).toBe(200);
    expect((await client.api("GET", "/me")).status).toBe(200);
  });

  it("verifies an address with the link in the e-mail", async () => {
    const person = await app.signUp();
    const mail = await app.mailTo(person.email, /Confirm/);
    const link = new URL(/https?:\S+/.exec(mail.text)?.[0] ?? "");
    expect(link.pathname).toBe("/auth/callback");
    const token = link.searchParams.get("token");
    expect((await app.visitor().call("POST", "/api/auth/verify-email", { token })).status).toBe(200);
    expect((await person.api("GET", "/me")).body.email_verified).toBe(true);
  });

  it("resets a password once, within the hour, and ends other sessions", async () => {
    const person = await app.signUp();
    const ask = await app.visitor().call("POST", "/api/auth/request-password-reset", { email: person.email });
    const unknown = await app
      .visitor()
      .call("POST", "/api/auth/request-password-reset", { email: "nobody@example.com" });
    expect([ask.status, ask.body]).toEqual([unknown.status, unknown.body]);
    const mail = await app.mailTo(person.email, /new password/);
    const token = /token=([\w-]+)/.exec(mail.text)?.[1];
    const newPassword = "another long and unusual phrase";
    const reset = () => app.visitor().call("POST", "/api/auth/reset-password", { newPassword, token });
    expect((await reset()).status).toBe(200);
    expect((await reset()).status).toBe(400);
    expect((await person.api("GET", "/me")).status).toBe(401);
    expect((await signIn(person.email, PASSWORD)).answer.status).toBe(401);
    expect((await signIn(person.email, newPassword)).answer.status).toBe(200);
  });

  it("is as strict with a reset password as with the first one, and keeps the link for a better one", async () => {
    const person = await app.signUp();
    await app.visitor().call("POST", "/api/auth/request-password-reset", { email: person.email });
    const mail = await app.mailTo(person.email, /new password/);
    const token = /token=([\w-]+)/.exec(mail.text)?.[1];
    const reset = (newPassword: string) =>
      app.visitor().call("POST", "/api/auth/reset-password", { newPassword, token });
    for (const [password, code] of [
      ["short", "PASSWORD_TOO_SHORT"],
      ["qwertyuiop", "PASSWORD_LEAKED"],
      ["aaaaaaaaaaaa", "PASSWORD_GUESSABLE"],
      [person.email, "PASSWORD_GUESSABLE"],
    ] as const) {
      const refused = await reset(password);
      expect([password, refused.status, refused.body.code]).toEqual([password, 400, code]);
    }
    expect((await person.api("GET", "/me")).status).toBe(200);
    expect((await reset("another long and unusual phrase")).status).toBe(200);
  });

  it("requires a name with something left after cleaning, and accepts only name, e-mail address, and password", async () => {
    const person = { email: "blank@example.com", password: "correct horse battery staple" };
    const signUp = (fields: object) =>
      app.visitor().call("POST", "/api/auth/sign-up/email", { ...person, ...fields });
    expect((await signUp({ name: "<script></script>" })).body.code).toBe("NAME_REQUIRED");
    const answer = await signUp({
      name: "Ada",
      image: "https://pictures.example/ada.png",
      emailVerified: true,
    });
    expect(answer.body.user).toMatchObject({ name: "Ada", image: null, emailVerified: false });
  });

  it("refuses short and leaked passwords with a sentence, and requires no composition", async () => {
    const signUp = (password: string) =>
      app.visitor().call("POST", "/api/auth/sign-up/email", {
        name: "A",
        email: `${crypto.randomUUID()}@example.com`,
        password,
      });
    expect((await signUp("short")).body).toMatchObject({
      code: "PASSWORD_TOO_SHORT",
      message: "Use at least 10 characters.",
    });
    expect((await signUp("y4Kb".repeat(51))).body.code).toBe("PASSWORD_TOO_LONG");
    for (const leaked of ["qwertyuiop", "1234567890", "Password123!"]) {
      expect((await signUp(leaked)).body.code).toBe("PASSWORD_LEAKED");
    }
    expect((await signUp("onlylettersbutrare")).status).toBe(200);
  });

  it("sends guests of the dashboard to sign in and back, and hides the staff's pages", async () => {
    const guest = app.visitor();
    const answer = await guest.call("GET", "/dashboard/links?profile=1");
    expect(answer.headers.get("location")).toBe(
      `/auth?next=${encodeURIComponent("/dashboard/links?profile=1")}`,
    );
    expect((await guest.call("GET", "/admin/email")).status).toBe(404);
  });

  it("refuses requests from other sites, malformed JSON, and bodies over the limit", async () => {
    const person = await app.signUp();
    const foreign = await person.call("POST", "/api/auth/sign-out", {}, { origin: "https://evil.example" });
    expect(foreign.body.code).toBe("ORIGIN_REFUSED");
    expect((await person.call("POST", "/api/auth/sign-in/email", "{oops")).body.code).toBe("BODY_INVALID");
    expect(
      (await person.call("POST", "/api/auth/sign-in/email", `{"email":"${"x".repeat(2_000_000)}"}`)).status,
    ).toBe(413);
    expect((await person.call("GET", "/api/auth/list-users")).status).toBe(404);
  });

  it("sets no other cookie than the Cookie Policy’s for whoever doesn’t want to be remembered", async () => {
    const { email } = await app.signUp();
    const body = { email, password: PASSWORD, rememberMe: false };
    // The client refuses cookies that aren't listed.
    expect((await app.visitor().call("POST", "/api/auth/sign-in/email", body)).status).toBe(200);
  });

  it("cleans names of what can't be stored and keeps every script", async () => {
    const odd = await app.signUp({ name: `\u0000نورا <script>alert(1)</script>${"x".repeat(10_000)}` });
    const { name } = (await odd.api("GET", "/me")).body;
    expect(name.startsWith("نورا")).toBe(true);
    expect(name.length).toBeLessThanOrEqual(100);
    expect(name).not.toContain("script");
  });
});
