// @project server-postgres
import { sql } from "drizzle-orm";
import { beforeEach, expect, it, onTestFinished } from "vitest";
import type { TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { type MailServer, startMailServer } from "#test/harness/mail-server.ts";
import { signUpSender, startMailboxApp } from "#test/harness/mailbox.ts";
import { openSender, reserveSends } from "./sending-accounts.ts";

const ADDRESS = "fans@fanfare.example";
const LOGIN = { user: "site", pass: "a password of the site" };
let app: TestApp;
let server: MailServer;
let changePassword: () => void;
let founder: Client;
let owner: Client;

beforeEach(async () => {
  const login = { ...LOGIN };
  server = await startMailServer({ login });
  changePassword = () => Object.assign(login, { pass: "another" });
  const url = Object.assign(new URL(server.url), { username: login.user, password: login.pass });
  app = await startMailboxApp({ SMTP_URL: url.href, MAIL_FROM: `Fanfare <${ADDRESS}>` });
  onTestFinished(() => app.close());
  founder = await signUpSender(app);
  owner = await signUpSender(app);
});

const allow = (value: string) => founder.api("PATCH", "/settings", { values: { instance_sending: value } });
const list = async () => (await owner.api("GET", "/mailboxes")).body;
const add = (more: object = {}) =>
  owner.api("POST", "/mailboxes", { kind: "instance", from_name: "Mia", reply_to: owner.email, ...more });
const mails = () => server.received.filter(({ from }) => from?.value[0]?.name === "Mia");

it("accounts send through the instance's own mail server only while its founder says so", async () => {
  expect([(await list()).instance_address, (await add()).body.code]).toEqual([null, "INSTANCE_UNAVAILABLE"]);
  expect((await owner.api("PATCH", "/settings", { values: { instance_sending: "5" } })).status).toBe(404);
  await allow("5");
  expect((await list()).instance_address).toBe(ADDRESS);
  expect((await add({ reply_to: " " })).body.code).toBe("REPLY_TO_MISSING");
  const { status, body } = await add();
  expect([status, body.state, body.is_proven, body.from_address]).toEqual([201, "unverified", true, ADDRESS]);
  expect((await add()).body.code).toBe("INSTANCE_TAKEN");
  const { id } = body;
  const bare = await owner.api("PATCH", `/mailboxes/${id}`, { reply_to: "" });
  expect([bare.status, bare.body.code]).toEqual([400, "REPLY_TO_MISSING"]);
  const test = await owner.api("POST", `/mailboxes/${id}/test`);
  expect(test.body).toMatchObject({ is_ok: true, mailbox: { state: "active", may_today: 5, server: null } });
  expect(mails()[0]).toMatchObject({
    from: { value: [{ address: ADDRESS, name: "Mia" }] },
    replyTo: { value: [{ address: owner.email }] },
  });
  const key = { account: owner.id, id };
  const reserve = (wanted: number) => reserveSends(app.platform, key, wanted, app.clock.now());
  expect((await reserve(9)).granted).toBe(5);
  app.clock.advance(25 * 60 * 60_000);

  await allow("off");
  const over = (await list()).items[0];
  expect(over).toMatchObject({ state: "disabled", is_ready: false });
  expect(over.last_error).toMatch(/no longer let accounts send.*waits/);
  expect(await reserve(1)).toEqual({ granted: 0, next_at: null });
  await allow("3");
  expect(await reserve(9)).toMatchObject({ granted: 3 });
  expect((await list()).items[0]).toMatchObject({ state: "active", last_error: "" });
});

it("replies to what an account sends through the instance go to an address that's proven to be its own", async () => {
  await allow("100");
  const { id } = (await add({ reply_to: "team@mia.example" })).body;
  const test = await owner.api("POST", `/mailboxes/${id}/test`);
  expect(test.body.mailbox).toMatchObject({ state: "unverified", is_proven: false });
  await owner.api("POST", `/mailboxes/${id}/code`);
  const codeMail = () => server.received.find(({ subject }) => /code to get replies/.test(subject ?? ""));
  await expect.poll(codeMail, { timeout: 10_000 }).toBeTruthy();
  expect(codeMail()?.to).toMatchObject({ value: [{ address: "team@mia.example" }] });
  const code = /\b\d{6}\b/.exec(codeMail()?.text ?? "")?.[0] ?? "";
  const proven = await owner.api("POST", `/mailboxes/${id}/proof`, { code });
  expect(proven.body).toMatchObject({ state: "active", is_proven: true });
  const elsewhere = await owner.api("PATCH", `/mailboxes/${id}`, { reply_to: "ceo@bank.example" });
  expect(elsewhere.body).toMatchObject({ state: "unverified", is_proven: false, from_address: ADDRESS });
});

it("what the instance's own mail server refuses stops no account and tells nobody its password", async () => {
  await allow("100");
  const { id } = (await add()).body;
  await owner.api("POST", `/mailboxes/${id}/test`);
  await app.platform.db.execute(sql`update mailboxes set postal_address = 'Main Street 1' where id = ${id}`);
  const sender = await openSender(app.platform, { account: owner.id, id });
  const message = {
    id: "a.b",
    to: "fan@fans.example",
    subject: "Hi",
    html: "<p>Hi</p>",
    text: "Hi",
    headers: {},
  };
  expect(await sender.send(message)).toMatchObject({ accepted: true });
  changePassword();
  sender.close();
  const second = await openSender(app.platform, { account: owner.id, id });
  expect(await second.send(message)).toMatchObject({
    accepted: false,
    failure: { kind: "connection", words: "This instance’s mail server didn’t take it" },
  });
  second.close();
  expect((await list()).items[0].state).toBe("active");
});
