// @project server-postgres
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { OAuth2Server } from "oauth2-mock-server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rowsOf } from "#src/platform/db/database.ts";
import { PASSWORD, startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { eventsOf } from "#test/harness/events.ts";
import { totpAt } from "#test/harness/totp.ts";
import { banAccount } from "../bans/bans.ts";

const CLIENT = { GOOGLE_CLIENT_ID: "fanfare", GOOGLE_CLIENT_SECRET: "between us" };
const google = new OAuth2Server();
/** The person in front of Google. */
let claims: Record<string, unknown> = {};
let app: TestApp;

beforeAll(async () => {
  await google.issuer.keys.generate("RS256");
  await google.start(0, "localhost");
  google.service.on("beforeTokenSigning", ({ payload }) => Object.assign(payload, claims));
  const issuer = google.issuer.url ?? "";
  const provider = {
    issuer,
    authorize: `${issuer}/authorize`,
    token: `${issuer}/token`,
    keys: `${issuer}/jwks`,
  };
  app = await startApp(CLIENT, { google: provider });
});
afterAll(async () => {
  await app?.close();
  await google.stop();
});

const somebodyAtGoogle = () => ({
  sub: randomUUID(),
  email: `${randomUUID()}@example.com`,
  email_verified: true,
  name: "Gina",
});

/** Goes to Google and comes back. Returns where it ends. */
async function goThroughGoogle(client: Client, path = "sign-in/google", body: object = {}) {
  const { body: answer, status } = await client.call("POST", `/api/auth/${path}`, body);
  expect([status, answer.message]).toEqual([200, undefined]);
  const back = await fetch(answer.url, { redirect: "manual" });
  return comeBack(client, back.headers.get("location") ?? "");
}

async function comeBack(client: Client, location: string) {
  const { pathname, search } = new URL(location);
  expect(pathname).toBe("/auth/callback");
  const answer = await client.call("GET", pathname + search);
  expect(answer.status).toBe(302);
  return answer.headers.get("location")?.slice(app.platform.instance.publicUrl.length);
}

const problem = (code: string) => `/auth?problem=${code}&next=%2Fdashboard%2Fprofiles`;
const confirmAddress = ({ id }: Client) =>
  app.platform.db.execute(sql`update users set email_verified = true where id = ${id}`);

describe("signing in with Google", () => {
  it("makes no account where only invited people can have one, and says so", async () => {
    const founder = await app.signUp();
    await founder.api("PATCH", "/settings", { values: { sign_ups: "invited" } });
    claims = somebodyAtGoogle();
    expect(await goThroughGoogle(app.visitor())).toBe(problem("SIGN_UPS_CLOSED"));
    await founder.api("PATCH", "/settings", { values: { sign_ups: null } });
    expect(await goThroughGoogle(app.visitor())).toBe("/dashboard/profiles");
  });

  it("makes an account of a confirmed address, and finds it again, whatever the address is by then", async () => {
    claims = somebodyAtGoogle();
    const client = app.visitor();
    expect(await goThroughGoogle(client, "sign-in/google", { next: "/dashboard/links?a=1" })).toBe(
      "/dashboard/links?a=1",
    );
    const me = (await client.api("GET", "/me")).body;
    expect(me).toMatchObject({ name: "Gina", email: claims.email, email_verified: true });
    const [stored] = await rowsOf(app.platform.db, sql`select * from accounts where user_id = ${me.id}`);
    expect(stored).toMatchObject({ provider_id: "google", access_token: null, id_token: null });
    claims = { ...somebodyAtGoogle(), sub: claims.sub };
    const again = app.visitor();
    expect(await goThroughGoogle(again, "sign-in/google", { next: "//evil.example" })).toBe(
      "/dashboard/profiles",
    );
    expect((await again.api("GET", "/me")).body).toMatchObject({ id: me.id, email: me.email });
    expect((await eventsOf(app, me.id)).map(({ name }) => name)).toEqual([
      "account.created",
      "account.signed_in",
      "account.signed_in",
    ]);
    const removed = await again.api("DELETE", "/me/google");
    expect([removed.status, removed.body.code]).toEqual([409, "LAST_WAY_IN"]);
  });

  it.each([false, true])(
    "takes over no account with the same address, and is taken over by none (confirmed: %s)",
    async (isConfirmed) => {
      const person = await app.signUp();
      if (isConfirmed) await confirmAddress(person);
      claims = { ...somebodyAtGoogle(), email: person.email.toUpperCase() };
      const client = app.visitor();
      expect(await goThroughGoogle(client)).toBe(problem("GOOGLE_NOT_CONNECTED"));
      expect((await client.api("GET", "/me")).status).toBe(401);
      const rows = await rowsOf(
        app.platform.db,
        sql`select provider_id, email_verified from accounts a join users u on u.id = a.user_id
            where u.id = ${person.id}`,
      );
      expect(rows).toEqual([{ provider_id: "credential", email_verified: isConfirmed }]);
    },
  );

  it("believes no address that Google hasn’t confirmed", async () => {
    claims = { ...somebodyAtGoogle(), email_verified: false };
    expect(await goThroughGoogle(app.visitor())).toBe(problem("GOOGLE_UNPROVEN"));
  });

  it("believes nobody else’s word, and no word about someone else", async () => {
    for (const wrong of [
      { aud: "another app" },
      { iss: "https://evil.example" },
      { nonce: "x" },
      { exp: 1 },
    ]) {
      claims = { ...somebodyAtGoogle(), ...wrong };
      expect(await goThroughGoogle(app.visitor())).toBe(problem("GOOGLE_FAILED"));
    }
  });

  it("asks with PKCE, state and nonce, and comes back only in the browser that went", async () => {
    claims = somebodyAtGoogle();
    const client = app.visitor();
    const { url } = (await client.call("POST", "/api/auth/sign-in/google", {})).body;
    const asked = Object.fromEntries(new URL(url).searchParams);
    expect(asked).toMatchObject({
      client_id: "fanfare",
      code_challenge_method: "S256",
      redirect_uri: `${app.platform.instance.publicUrl}/auth/callback`,
      scope: "openid email profile",
    });
    expect([asked.state, asked.nonce, asked.code_challenge].every((one) => (one ?? "").length >= 32)).toBe(
      true,
    );
    const back = (await fetch(url, { redirect: "manual" })).headers.get("location") ?? "";
    expect(await comeBack(app.visitor(), back)).toBe(problem("GOOGLE_FAILED"));
    const canceled = (await client.call("POST", "/api/auth/sign-in/google", {})).body.url;
    const state = new URL(canceled).searchParams.get("state");
    const said = await comeBack(client, `${app.url}/auth/callback?error=access_denied&state=${state}`);
    expect(said).toBe(problem("GOOGLE_FAILED"));
    expect((await client.call("GET", "/api/auth/callback/google?state=x")).status).toBe(404);
  });

  it("still takes the code of two-step sign-in, and lets nobody in who is banned", async () => {
    claims = somebodyAtGoogle();
    const client = app.visitor();
    await goThroughGoogle(client);
    const { secret } = (await client.api("POST", "/me/two-factor")).body;
    await client.api("POST", "/me/two-factor/confirm", { code: await totpAt(secret, app.clock.now()) });
    app.clock.advance(30_000);
    const other = app.visitor();
    expect(await goThroughGoogle(other)).toBe("/auth?step=code&next=%2Fdashboard%2Fprofiles");
    expect((await other.api("GET", "/me")).status).toBe(401);
    const code = await totpAt(secret, app.clock.now());
    expect((await other.call("POST", "/api/auth/sign-in/second-step", { code })).status).toBe(200);
    const { id } = (await other.api("GET", "/me")).body;
    await other.api("DELETE", "/me/two-factor");
    await banAccount(app.platform, { id, reason: "spam" });
    expect(await goThroughGoogle(app.visitor())).toBe(problem("BANNED_USER"));
  });
});

describe("connecting Google", () => {
  it("is for people with a confirmed address who have recently proven who they are", async () => {
    const person = await app.signUp();
    const connect = () => person.call("POST", "/api/auth/connect-google", {});
    expect((await app.visitor().call("POST", "/api/auth/connect-google", {})).status).toBe(401);
    expect((await connect()).body.code).toBe("EMAIL_UNCONFIRMED");
    await confirmAddress(person);
    app.clock.advance(11 * 60_000);
    expect((await connect()).body).toMatchObject({
      code: "REAUTHENTICATION_REQUIRED",
      data: { methods: ["password"] },
    });
    await person.call("POST", "/api/auth/reauthenticate", { password: PASSWORD });
    claims = somebodyAtGoogle();
    expect(await goThroughGoogle(person, "connect-google")).toBe("/dashboard/settings/profile");
    await app.mailTo(person.email, /Google was connected/);
    const client = app.visitor();
    await goThroughGoogle(client);
    expect((await client.api("GET", "/me")).body.id).toBe(person.id);

    const other = await app.signUp();
    await confirmAddress(other);
    expect(await goThroughGoogle(other, "connect-google")).toBe(
      "/dashboard/settings/profile?problem=GOOGLE_TAKEN",
    );
    expect((await other.api("DELETE", "/me/google")).body.code).toBe("GOOGLE_NOT_CONNECTED");
    expect((await person.api("DELETE", "/me/google")).status).toBe(200);
    await app.mailTo(person.email, /Google was disconnected/);
    expect((await person.api("GET", "/me/ways-in")).body.google).toBe("not_connected");
  });
});

it("without its keys, an instance offers no Google", async () => {
  const plain = await startApp();
  const client = await plain.signUp();
  expect((await client.api("GET", "/instance")).body.offers_google).toBe(false);
  expect((await client.api("GET", "/me/ways-in")).body.google).toBe("not_offered");
  for (const path of ["sign-in/google", "connect-google"])
    expect((await client.call("POST", `/api/auth/${path}`, {})).status).toBe(404);
  await plain.close();
});
