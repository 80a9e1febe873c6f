// @project server-postgres
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseEmail } from "#src/lib/email-address.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import { PASSWORD, startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
  await app.signUp();
});
afterAll(() => app?.close());

const post = (client: Client, path: string, body: unknown, headers: Record<string, string> = {}) =>
  client.call("POST", `/api/auth/${path}`, body, headers);
const signIn = (email: string) => post(app.visitor(), "sign-in/email", { email, password: PASSWORD });
const signUp = (email: string, headers = {}) =>
  post(app.visitor(), "sign-up/email", { name: "Ada", email, password: PASSWORD }, headers);
const verify = (email: string) =>
  app.platform.db.execute(sql`update users set email_verified = true where email = ${email}`);
const unique = () => randomUUID().slice(0, 8);

describe("one idea of an e-mail address", () => {
  it.each([
    ["ada@m\u00fcnchen.example", "ada@xn--mnchen-3ya.example"],
    ["ada@\u043f\u043e\u0447\u0442\u0430.\u0440\u0444", "ADA@xn--80a1acny.xn--p1ai"],
    ["o!brien&co@fans.example", "O!Brien&Co@Fans.Example."],
    ['"ada b"@fans.example', '"Ada B"@fans.example'],
    ["j\u00f6rg@fans.example", "jo\u0308rg@fans.example"],
    ["ada@plain.example", "mailto:Ada@plain.example"],
  ])("§8 who signs up as %s signs in as %s", async (first, second) => {
    expect((await signUp(first)).status).toBe(200);
    for (const typed of [first, second, ` ${first}\u200b`]) expect((await signIn(typed)).status).toBe(200);
    expect((await signUp(second)).status).not.toBe(200);
    const { email } = (await signIn(first)).body.user;
    expect(email).not.toContain("coded");
    expect(email).toBe(parseEmail(second));
    // Kept e-mail shows domains as people write them.
    const [row] = await rowsOf(app.platform.db, sql`select state from mails where recipient = ${email}`);
    expect(row).toBeDefined();
  });

  it("§8 who changes to a domain in Unicode isn't locked out, by password, link or reset", async () => {
    const name = unique();
    const person = await app.signUp();
    await verify(person.email);
    const typed = `${name}@b\u00fccher.example`;
    expect((await person.api("POST", "/me/email", { email: typed })).status).toBe(200);
    const email = `${name}@xn--bcher-kva.example`;
    for (const [to, subject] of [
      [person.email, /Confirm your new/],
      [typed, /Confirm/],
    ] as const) {
      const { text } = await app.mailTo(to, subject);
      const token = /token=([\w-]+)/.exec(text)?.[1];
      expect((await post(person, "confirm-email-change", { token })).status).toBe(200);
    }
    expect((await person.api("GET", "/me")).body.email).toBe(email);
    expect((await signIn(typed)).status).toBe(200);
    expect((await signIn(email)).status).toBe(200);
    expect((await post(app.visitor(), "request-password-reset", { email: typed })).status).toBe(200);
    expect((await app.mailTo(typed, /new password/)).text).toContain("token=");
    expect((await post(app.visitor(), "request-sign-in-link", { email: typed })).status).toBe(200);
    expect((await app.mailTo(typed, /^Sign in to/)).text).toContain("token=");
  });

  it.each(["ada", "ada@localhost", "a@b@fans.example", "ada@fans..example", "", 7])(
    "§8 %j is refused in words",
    async (email) => {
      expect((await post(app.visitor(), "sign-in/email", { email, password: PASSWORD })).body.code).toBe(
        "EMAIL_INVALID",
      );
      expect(
        (await post(app.visitor(), "sign-up/email", { name: "Ada", email, password: PASSWORD })).body.code,
      ).toBe("EMAIL_INVALID");
    },
  );
});

describe("nobody's inbox is bombed", () => {
  const inboxes = {
    tags: (n: number, name: string) => `${name}+${n}@fans.example`,
    "dots at Gmail": (n: number, name: string) =>
      `${name.slice(0, n)}.${name.slice(n)}@${n % 2 ? "gmail" : "googlemail"}.com`,
    "case and spelling of the domain": (n: number, name: string) =>
      [
        `${name}@b\u00fccher.example`,
        `${name}@xn--bcher-kva.example`,
        `${name.toUpperCase()}@BU\u0308CHER.example`,
      ][n % 3] as string,
  };
  it.each(Object.entries(inboxes))(
    "1.5 the first e-mails to one inbox count together: %s",
    async (_, email) => {
      const name = `x${unique()}`;
      const statuses: number[] = [];
      for (let n = 1; n <= 7; n++) statuses.push((await signUp(email(n, name))).status);
      expect(statuses.slice(5)).toEqual([429, 429]);
    },
  );

  it.each([
    ["request-password-reset", 5],
    ["request-sign-in-link", 3],
  ])("1.5 links asked for with tags count together: %s", async (path, attempts) => {
    const name = unique();
    const statuses: number[] = [];
    for (let n = 0; n <= attempts; n++)
      statuses.push((await post(app.visitor(), path, { email: `${name}+${n}@fans.example` })).status);
    expect(statuses).toEqual([...Array.from({ length: attempts }, () => 200), 429]);
  });

  it("1.5 a site counts as a whole, however many networks it has", async () => {
    const ask = (network: number) =>
      post(
        app.visitor(),
        "request-sign-in-link",
        { email: `${unique()}@fans.example` },
        {
          "x-forwarded-for": `2a00:1450:4001:${network.toString(16)}::1`,
        },
      );
    const statuses: number[] = [];
    for (let n = 0; n < 401; n++) statuses.push((await ask(n)).status);
    expect([
      statuses.indexOf(429),
      (
        await post(
          app.visitor(),
          "request-sign-in-link",
          { email: "a@fans.example" },
          { "x-forwarded-for": "2a00:1450:4002::1" },
        )
      ).status,
    ]).toEqual([400, 200]);
  });
});
