// @project server-postgres
import { hash } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { PASSWORD, startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";

let app: TestApp;
let founder: Client;

beforeAll(async () => {
  app = await startApp({ SIGN_UPS: "invited" });
  // Somebody has to be able to open it.
  founder = await app.signUp({ name: "Fay" });
  await app.platform.db.execute(sql`update users set email_verified = true where id = ${founder.id}`);
});
afterAll(() => app?.close());

function signUp(email: string, invitation?: unknown) {
  const person = { name: "Nora", email, password: PASSWORD, invitation };
  return app.visitor().call("POST", "/api/auth/sign-up/email", person);
}

/** Returns the token of the link in the e-mail about it. */
async function invite(email: string): Promise<string> {
  const { status } = await founder.api("POST", "/team/invitations", { email, role: "viewer" });
  expect(status).toBe(201);
  const [mail] = await app.mailsTo(email, /invited you/, 1);
  return /token=([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
}

it("lets only the founder and invited people make an account where staff have closed sign-ups", async () => {
  const email = "nora@example.com";
  expect(await signUp(email)).toMatchObject({ status: 403, body: { code: "SIGN_UPS_CLOSED" } });
  const token = await invite(email);
  expect((await signUp("Nora+me@example.com", token)).status).toBe(403);
  expect((await signUp("Nora@Example.com", token)).status).toBe(200);
});

it("doesn't let in somebody who only knows an invited address, and their tries don't keep out the person", async () => {
  const email = "known@example.com";
  const token = await invite(email);
  const others = await invite("another@example.com");
  const guesses = [undefined, "", "guess", `${token}x`, others, "\0", 5, null, ["x"], "x".repeat(5000)];
  for (const guess of guesses)
    expect([guess, (await signUp(email, guess)).body.code]).toEqual([guess, "SIGN_UPS_CLOSED"]);
  expect((await signUp(email, token)).status).toBe(200);
});

it("doesn't let in somebody whose invitation was revoked or has run out", async () => {
  const [revoked, old] = ["revoked@example.com", "old@example.com"];
  const tokens = [await invite(revoked), await invite(old)];
  const { items } = (await founder.api("GET", "/team/invitations")).body;
  const { id } = items.find((one: { email: string }) => one.email === revoked);
  await founder.api("DELETE", `/team/invitations/${id}`);
  expect((await signUp(revoked, tokens[0])).status).toBe(403);
  app.clock.advance(60 * 86_400_000);
  expect((await signUp(old, tokens[1])).status).toBe(403);
});

it("doesn't let in somebody whose team is closed, and does once it's open again", async () => {
  const email = "closed@example.com";
  const owner = "team-of-closed";
  await app.platform.db.execute(
    sql`insert into users (id, name, email, email_verified, role, created_at, updated_at)
      values (${owner}, 'Olga', 'olga@example.com', true, 'user', now(), now())`,
  );
  await app.platform.db.execute(
    sql`insert into team_invitations (id, account, email, role, token_hashes, state, created_at, expires_at)
      values (gen_random_uuid(), ${owner}, ${email}, 'viewer', ${`{${hash("sha256", "token", "base64url")}}`}, 'open',
        now(), now() + interval '90 days')`,
  );
  await app.platform.db.execute(sql`update users set banned = true where id = ${owner}`);
  expect((await signUp(email, "token")).status).toBe(403);
  await app.platform.db.execute(sql`update users set banned = false where id = ${owner}`);
  expect((await signUp(email, "token")).status).toBe(200);
});

it("says so wherever the site asks people to sign up", async () => {
  const { body: instance } = await app.visitor().api("GET", "/instance");
  expect(instance.sign_ups).toBe("invited");
  const landing = await (await fetch(app.url)).text();
  expect(landing).toContain("Accounts here are by invitation.");
  expect(landing).not.toContain("mode=sign-up");
  const missing = await (await fetch(`${app.url}/nobodyhere`)).text();
  expect(missing).toContain("There’s no page at");
  expect(missing).not.toMatch(/mode=sign-up|may still be free/);
  expect(await (await fetch(`${app.url}/demo`)).text()).not.toContain("mode=sign-up");
});
