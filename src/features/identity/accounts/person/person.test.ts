// @project server-postgres
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Ctx } from "#src/platform/context.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import { PASSWORD, startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { eventsOf } from "#test/harness/events.ts";
import { requireRecentSignIn } from "../reauthentication.ts";

const ELEVEN_MINUTES_MS = 11 * 60_000;

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app?.close());

describe("me", () => {
  it("takes another name, without script in it, and announces it once", async () => {
    const person = await app.signUp();
    const answer = await person.api("PATCH", "/me", { name: " Ada <script>x</script>Lovelace " });
    expect(answer.body).toMatchObject({ name: "Ada Lovelace", email: person.email });
    expect((await person.api("GET", "/me")).body).toEqual(answer.body);
    await person.api("PATCH", "/me", { name: "Ada Lovelace" });
    const told = (await eventsOf(app)).filter(({ name }) => name === "account.updated");
    expect(told).toMatchObject([{ account: person.id, subject: person.id, payload: { fields: ["name"] } }]);
    const blank = await person.api("PATCH", "/me", { name: "\u200b " });
    expect([blank.status, blank.body.code]).toEqual([400, "NAME_REQUIRED"]);
  });
});

describe("a time zone", () => {
  it("is one that exists, or none", async () => {
    const person = await app.signUp();
    const change = async (time_zone: string | null) => (await person.api("PATCH", "/me", { time_zone })).body;
    expect((await change("Asia/Kolkata")).time_zone).toBe("Asia/Kolkata");
    for (const strange of ["Mars/Olympus", "+05:30", "x".repeat(90)])
      expect(await change(strange)).toMatchObject({ code: "TIME_ZONE_UNKNOWN" });
    expect((await person.api("GET", "/me")).body.time_zone).toBe("Asia/Kolkata");
    expect((await change(null)).time_zone).toBeNull();
  });
});

describe("a region", () => {
  it("is a country, or none, and decides how our e-mails write the time", async () => {
    const person = await app.signUp();
    const change = async (region: string | null) => (await person.api("PATCH", "/me", { region })).body;
    expect((await change("DE")).region).toBe("DE");
    for (const strange of ["XX", "de", "", '"><script>', "DE-BY"])
      expect(await change(strange)).toMatchObject({ code: "REGION_UNKNOWN" });
    expect((await person.api("GET", "/me")).body.region).toBe("DE");
    await app.visitor().call("POST", "/api/auth/sign-in/email", { email: person.email, password: PASSWORD });
    const { text } = await app.mailTo(person.email, /New sign-in/);
    expect(text).toMatch(/\d{1,2} [A-Z][a-z]+ \d{4} at \d\d:\d\d UTC/);
    expect((await change(null)).region).toBeNull();
  });
});

describe("a language", () => {
  it("is one of ours, or none", async () => {
    const person = await app.signUp();
    const change = async (language: string | null) => (await person.api("PATCH", "/me", { language })).body;
    expect((await change("es")).language).toBe("es");
    for (const strange of ["xx", "ES", "es-MX", "", '"><script>'])
      expect(await change(strange)).toMatchObject({ code: "LANGUAGE_UNKNOWN" });
    expect((await person.api("GET", "/me")).body.language).toBe("es");
    expect((await change(null)).language).toBeNull();
  });

  it("decides, together with the region, how our e-mails write the time", async () => {
    const signIn = async (changes: { language: string; region?: string }) => {
      const person = await app.signUp();
      await person.api("PATCH", "/me", changes);
      await app
        .visitor()
        .call("POST", "/api/auth/sign-in/email", { email: person.email, password: PASSWORD });
      return (await app.mailTo(person.email, /sign-in|sesión/)).text;
    };
    expect(await signIn({ language: "es" })).toMatch(/\d{1,2} de [a-z]+ de \d{4} a las \d{1,2}:\d\d UTC/);
    expect(await signIn({ language: "es", region: "MX" })).toMatch(
      /de \d{4} a las \d{1,2}:\d\d\s[ap]\.m\. UTC/,
    );
  });
});

describe("before what can’t be undone, a person", () => {
  /** As an endpoint's verb gets it. */
  async function ctxOf({ id }: Client): Promise<Ctx> {
    const { db } = app.platform;
    const [row] = await rowsOf<{ id: string }>(db, sql`select id from sessions where user_id = ${id}`);
    const person = {
      id,
      name: "Ada",
      email: "ada@example.com",
      email_verified: false,
      role: "user",
      deletion_due_at: null,
    };
    const actor = { type: "person" as const, person, role: "owner" as const, sessionId: row?.id ?? "" };
    return { ...app.platform, actor, account: id, profileIds: null, isAdmitted: async () => true };
  }
  const reauthenticate = (person: Client, password: string) =>
    person.call("POST", "/api/auth/reauthenticate", { password });

  it("proves who they are again, with their password, ten minutes after they last did", async () => {
    const person = await app.signUp();
    const ctx = await ctxOf(person);
    await requireRecentSignIn(ctx);
    app.clock.advance(ELEVEN_MINUTES_MS);
    const required = { code: "REAUTHENTICATION_REQUIRED", status: 403, data: { methods: ["password"] } };
    await expect(requireRecentSignIn(ctx)).rejects.toMatchObject(required);
    const wrong = await reauthenticate(person, `${PASSWORD}!`);
    expect([wrong.status, wrong.body.code]).toEqual([400, "PASSWORD_WRONG"]);
    await expect(requireRecentSignIn(ctx)).rejects.toMatchObject(required);
    expect((await reauthenticate(person, PASSWORD)).status).toBe(200);
    await requireRecentSignIn(ctx);
  });

  it("guesses their password at most ten times, and only while signed in", async () => {
    const person = await app.signUp();
    for (let guess = 0; guess < 10; guess++) await reauthenticate(person, "x".repeat(201));
    const more = await reauthenticate(person, PASSWORD);
    expect([more.status, more.body.code]).toEqual([429, "TOO_MANY_REQUESTS"]);
    expect((await reauthenticate(app.visitor(), PASSWORD)).status).toBe(401);
  });

  it("without a password is told about the link by e-mail, and no program takes their place", async () => {
    const person = await app.signUp();
    const ctx = await ctxOf(person);
    await app.platform.db.execute(sql`update accounts set password = null where user_id = ${person.id}`);
    app.clock.advance(ELEVEN_MINUTES_MS);
    await expect(requireRecentSignIn(ctx)).rejects.toMatchObject({ data: { methods: ["link"] } });
    expect((await reauthenticate(person, PASSWORD)).body.code).toBe("PASSWORD_WRONG");
    const key = {
      ...ctx,
      actor: {
        type: "api-key" as const,
        id: "key",
        maker: person.id,
        role: "owner" as const,
        permissions: [],
      },
    };
    await expect(requireRecentSignIn(key)).rejects.toMatchObject({ code: "PERSON_REQUIRED" });
    await requireRecentSignIn({ ...ctx, actor: { type: "system", job: "test" } });
  });
});
