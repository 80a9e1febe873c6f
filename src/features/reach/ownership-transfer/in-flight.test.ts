// @project server-postgres
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { unsubscribeLink } from "#src/features/identity/preferences/preferences.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import { PASSWORD, startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { totpAt } from "#test/harness/totp.ts";

let app: TestApp;
let owner: Client;
let member: Client;

beforeAll(async () => {
  app = await startApp({ PLANS: "off" });
  await app.signUp();
});
afterAll(() => app?.close());

beforeEach(async () => {
  owner = await app.signUp({ name: "Olga" });
  member = await app.signUp({ name: "Mia" });
  const { db } = app.platform;
  await db.execute(sql`update users set email_verified = true where id in (${owner.id}, ${member.id})`);
  await db.execute(
    sql`insert into team_members (account, user_id, role, created_at) values (${owner.id}, ${member.id}, 'editor', now())`,
  );
});

async function prepare(): Promise<() => Promise<number>> {
  await owner.api("POST", "/team/handover", { member_id: member.id, is_staying: false });
  const [offer] = (await member.api("GET", "/team/handover/offers")).body.items;
  return async () => (await member.api("POST", "/team/handover/accept", { id: offer.id })).status;
}

const handOver = async () => expect(await (await prepare())()).toBe(200);

const signIn = (client: Client, { email }: Client) =>
  client.call("POST", "/api/auth/sign-in/email", { email, password: PASSWORD });

it("a link in the former owner's inbox opens nothing of the new owner's", async () => {
  await app.visitor().call("POST", "/api/auth/request-password-reset", { email: owner.email });
  const { text } = await app.mailTo(owner.email, /password/i);
  const token = /token=([\w-]+)/.exec(text)?.[1];
  await handOver();
  const newPassword = "an entirely different phrase 7";
  const used = await app.visitor().call("POST", "/api/auth/reset-password", { token, newPassword });
  expect(used.body.code).toBe("LINK_EXPIRED");
  expect((await signIn(app.visitor(), member)).status).toBe(200);
  expect((await signIn(app.visitor(), owner)).status).toBe(200);
});

it("a link that stops e-mail, in the former owner's inbox, stops nothing of the new owner's", async () => {
  const link = unsubscribeLink(app.platform, { person: owner.id, topic: "fans" });
  expect((await fetch(link.url)).status).toBe(200);
  await handOver();
  expect((await fetch(link.url, { method: "POST" })).status).toBe(404);
  const { items } = (await member.api("GET", "/me/notification-preferences")).body;
  expect(items.find(({ topic }: { topic: string }) => topic === "fans").email.is_on).toBe(true);
});

it("a first step taken before doesn't lead to the other person's second", async () => {
  const { secret } = (await owner.api("POST", "/me/two-factor")).body;
  const codeOf = async () => ({ code: await totpAt(secret, app.clock.now()) });
  await owner.api("POST", "/me/two-factor/confirm", await codeOf());
  app.clock.advance(30_000);
  const browser = app.visitor();
  expect((await signIn(browser, owner)).body.code).toBe("SECOND_STEP_REQUIRED");
  await handOver();
  const late = await browser.call("POST", "/api/auth/sign-in/second-step", await codeOf());
  expect(late.body.code).toBe("SECOND_STEP_EXPIRED");
  // From the start, it works with the same app.
  expect((await signIn(browser, owner)).body.code).toBe("SECOND_STEP_REQUIRED");
  expect((await browser.call("POST", "/api/auth/sign-in/second-step", await codeOf())).status).toBe(200);
  expect((await browser.api("GET", "/me")).body.email).toBe(owner.email);
});

it("a sign-in that began before the ids were swapped starts no session", async () => {
  const { db } = app.platform;
  const at = new Date(app.clock.now().getTime() + 60_000).toISOString();
  await db.execute(sql`update users set handed_over_at = ${at}::timestamptz where id = ${owner.id}`);
  const before = await rowsOf(db, sql`select id from sessions where user_id = ${owner.id}`);
  const browser = app.visitor();
  expect((await signIn(browser, owner)).status).toBe(401);
  expect((await browser.api("GET", "/me")).status).toBe(401);
  expect(await rowsOf(db, sql`select id from sessions where user_id = ${owner.id}`)).toEqual(before);
});

it("nothing that the former owner makes meanwhile becomes the new owner's", async () => {
  const { db } = app.platform;
  for (let round = 0; round < 3; round++) {
    if (round > 0) {
      owner = await app.signUp({ name: "Olga" });
      member = await app.signUp({ name: "Mia" });
      await db.execute(sql`update users set email_verified = true where id in (${owner.id}, ${member.id})`);
      await db.execute(
        sql`insert into team_members (account, user_id, role, created_at) values (${owner.id}, ${member.id}, 'editor', now())`,
      );
    }
    const accept = await prepare();
    const [status, ...made] = await Promise.all([
      accept(),
      owner.api("POST", "/keys", { name: "Mine", scopes: ["profiles.see"] }),
      owner.api("POST", "/me/two-factor"),
      owner.api("PATCH", "/me", { name: "Olga B." }),
      owner.api("POST", "/me/email", { email: `next-${round}@example.com` }),
    ]);
    expect(status).toBe(200);
    for (const answer of made) expect([200, 201, 401, 403, 404]).toContain(answer.status);
    const theirs = await rowsOf(
      db,
      sql`select name, (select count(*)::int from api_keys where made_by = u.id) as keys,
          (select count(*)::int from two_factors where user_id = u.id) as factors,
          (select count(*)::int from email_changes where user_id = u.id) as changes
        from users u where id = ${owner.id}`,
    );
    expect(theirs).toEqual([{ name: "Mia", keys: 0, factors: 0, changes: 0 }]);
  }
});
