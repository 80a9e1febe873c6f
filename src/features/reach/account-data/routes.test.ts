// @project server-postgres
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addDays, DAY_MS } from "#src/lib/time.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import { PASSWORD, startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { eraseDueAccounts } from "./account-data.ts";

const HOUR_MS = 3_600_000;

let app: TestApp;
let founder: Client;
let owner: Client;
let page: { id: string; username: string };
let linkId: string;

beforeAll(async () => {
  app = await startApp();
  founder = await app.signUp();
});
afterAll(() => app?.close());
beforeEach(async () => {
  owner = await app.signUp();
  page = (await owner.api("POST", "/profiles", { name: "Mia" })).body;
  const link = { title: "Shop", url: "https://shop.example" };
  linkId = (await owner.api("POST", `/profiles/${page.id}/links`, link)).body.id;
});
afterEach(() => app.clock.set(new Date()));

const close = (who = owner) => who.api("DELETE", "/me", { confirmation: who.email });
const keep = (who = owner) => who.api("DELETE", "/me/deletion");
const statusOf = async (path: string) => (await app.visitor().call("GET", path)).status;

async function signIn(email: string): Promise<Client> {
  const client = app.visitor();
  const answer = await client.call("POST", "/api/auth/sign-in/email", { email, password: PASSWORD });
  expect(answer.status).toBe(200);
  return client;
}

describe("deleting an account", () => {
  it("says first what will be deleted with it", async () => {
    const { body } = await owner.api("GET", "/me/deletion");
    expect(body).toMatchObject({ due_at: null, grace_days: 14, confirmation: owner.email, refusal: null });
    expect(body.holds).toContainEqual({ label: "Profiles and their pages", count: 1, is_estimate: false });
    expect(body.holds).toContainEqual({ label: "Links", count: 1, is_estimate: false });
  });

  it("requires its owner's typed e-mail address, and changes nothing without it", async () => {
    for (const confirmation of ["", "delete", founder.email]) {
      const refused = await owner.api("DELETE", "/me", { confirmation });
      expect(refused).toMatchObject({ status: 400, body: { code: "CONFIRMATION_WRONG" } });
    }
    expect(await statusOf(`/${page.username}`)).toBe(200);
    expect(
      (await owner.api("DELETE", "/me", { confirmation: ` ${owner.email.toUpperCase()} ` })).status,
    ).toBe(200);
  });

  it("asks its owner to prove who they are if they signed in a while ago", async () => {
    app.clock.advance(HOUR_MS);
    expect((await close()).body).toMatchObject({ code: "REAUTHENTICATION_REQUIRED" });
    expect(await statusOf(`/${page.username}`)).toBe(200);
  });

  it("is refused to the founder, who runs the instance", async () => {
    const message = expect.stringContaining("You’re the founder.");
    expect((await founder.api("GET", "/me/deletion")).body.refusal).toEqual(message);
    expect(await close(founder)).toMatchObject({ status: 409, body: { code: "FOUNDER_STAYS", message } });
    expect((await founder.api("GET", "/profiles")).status).toBe(200);
  });

  it("takes its pages and links off the web at once, even cached ones", async () => {
    const paths = [`/${page.username}`, `/go/${linkId}`];
    expect(await Promise.all(paths.map(statusOf))).toEqual([200, 302]);
    const asked = app.clock.now();
    const { body } = await close();
    expect(body.due_at >= addDays(asked, 14) && body.due_at <= addDays(app.clock.now(), 14)).toBe(true);
    expect(await statusOf(`/${page.username}`)).toBe(410);
    expect(await statusOf(`/go/${linkId}`)).not.toBe(302);
    await keep();
    expect(await Promise.all(paths.map(statusOf))).toEqual([200, 302]);
  });

  it("ends its other sessions, its keys' access, and its team's, and leaves nothing to do but keep it", async () => {
    const elsewhere = await signIn(owner.email);
    const member = await app.signUp();
    await app.platform.db.execute(
      sql`insert into team_members (account, user_id, role, created_at) values (${owner.id}, ${member.id}, 'admin', now())`,
    );
    const asMember = () =>
      member
        .call("GET", "/api/v1/profiles", undefined, { "x-account": owner.id })
        .then(({ status }) => status);
    expect(await asMember()).toBe(200);
    await close();
    expect((await elsewhere.api("GET", "/me")).status).toBe(401);
    expect(await asMember()).toBe(404);
    expect((await owner.api("GET", "/profiles")).body).toMatchObject({ code: "ACCOUNT_CLOSED" });
    expect((await owner.api("POST", "/profiles", { name: "New" })).status).toBe(403);
    const back = await signIn(owner.email);
    expect((await back.api("GET", "/me")).body.deletion_due_at).toBe((await close()).body.due_at);
    expect((await keep(back)).body).toEqual({ due_at: null });
    expect(await asMember()).toBe(200);
    expect((await owner.api("GET", "/profiles")).status).toBe(200);
  });

  it("happens once and sends one e-mail, even if requested twice", async () => {
    const [one, two] = await Promise.all([close(), close()]);
    expect(two.body.due_at).toBe(one.body.due_at);
    const [mail] = await app.mailsTo(owner.email, /will be deleted/, 1);
    expect(mail?.text).toContain("/auth/keep-account");
    const sent = await rowsOf(
      app.platform.db,
      sql`select 1 from mails where account = ${owner.id} and template = 'account-data.closing'`,
    );
    expect(sent).toHaveLength(1);
  });

  it("can't be canceled if nobody asked for it, or once the time is up", async () => {
    expect((await keep()).body).toMatchObject({ code: "DELETION_NOT_PENDING" });
    await close();
    app.clock.advance(14 * DAY_MS - HOUR_MS);
    await eraseDueAccounts(app.platform);
    expect((await owner.api("GET", "/me")).status).toBe(200);
    app.clock.advance(HOUR_MS);
    expect((await keep()).status).toBe(409);
    await eraseDueAccounts(app.platform);
    expect((await owner.api("GET", "/me")).status).toBe(401);
    await app.mailTo(owner.email, /is gone/);
  });

  it("ends with an e-mail in the language that the person had", async () => {
    await owner.api("PATCH", "/me", { language: "es" });
    await close();
    app.clock.advance(15 * DAY_MS);
    await eraseDueAccounts(app.platform);
    expect((await app.mailTo(owner.email, /ya no existe/)).text).toContain("Gracias por haber estado aquí.");
  });

  it("frees its e-mail address for a new account, and reserves its usernames for 90 days, unless they were only tried on", async () => {
    await owner.api("PATCH", `/profiles/${page.id}`, { username: `mia${Date.now()}` });
    const { username } = (await owner.api("GET", `/profiles/${page.id}`)).body;
    await app.platform.db.execute(
      sql`update client_profiles set username_since = now() - interval '1 day' where id = ${page.id}`,
    );
    const brief = (await owner.api("POST", "/profiles", { name: `brief${Date.now()}` })).body.username;
    await close();
    app.clock.advance(15 * DAY_MS);
    await eraseDueAccounts(app.platform);
    const again = await app.signUp({ email: owner.email });
    const { id } = (await again.api("POST", "/profiles", { name: "Mia" })).body;
    const take = (name = username) => again.api("PATCH", `/profiles/${id}`, { username: name });
    expect((await take(brief)).status).toBe(200);
    expect((await take()).body).toMatchObject({ code: "USERNAME_TAKEN" });
    expect(await statusOf(`/${username}`)).toBe(404);
    app.clock.advance(90 * DAY_MS);
    expect((await take()).status).toBe(200);
  });
});
