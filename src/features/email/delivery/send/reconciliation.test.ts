// @project server-postgres
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { startApp, type TestApp } from "#test/harness/app.ts";
import { addFans, runDue } from "#test/harness/campaigns.ts";
import type { Client } from "#test/harness/client.ts";
import { answerWith, type GmailServer, startGmailServer } from "#test/harness/gmail-server.ts";
import { proveAgain, signUpSender } from "#test/harness/mailbox.ts";
import { enqueueReconciliation, reconcileUncertain } from "./reconciliation.ts";

const GOOGLE = { GOOGLE_CLIENT_ID: "fanfare", GOOGLE_CLIENT_SECRET: "between us" };
const HTML = `<p>Hi</p><p>{{ sender.postal_address }} <a href="{{ unsubscribe_url }}">Unsubscribe</a></p>`;
const MINUTE_MS = 60_000;

let google: GmailServer;
let app: TestApp;
let owner: Client;
let mailbox_id: string;

beforeAll(async () => {
  google = await startGmailServer();
  app = await startApp({ ...GOOGLE, NEW_ACCOUNT_MAILS: "off" }, { gmail: google.endpoints });
  google.now = app.platform.now;
  owner = await signUpSender(app);
  const form = { kind: "gmail", from_name: "Mia", gmail_plan: "personal", postal_address: "Main Street 1" };
  mailbox_id = (await owner.api("POST", "/mailboxes", form)).body.id;
});
afterAll(async () => {
  await app?.close();
  await google?.stop();
});

async function connect(grants: GmailServer["grants"]) {
  google.grants = grants;
  await proveAgain(app, owner);
  const asked = { reads_replies: grants === "read" };
  const url = new URL((await owner.api("POST", `/mailboxes/${mailbox_id}/google`, asked)).body.url);
  const back = new URL((await fetch(url, { redirect: "manual" })).headers.get("location") ?? "");
  await owner.api("POST", "/mailboxes/google", Object.fromEntries(back.searchParams));
}

async function send(): Promise<string> {
  const form = { name: "News", subject: "Hello", html: HTML, mailbox_id };
  const { id } = (await owner.api("POST", "/campaigns", form)).body;
  expect((await owner.api("POST", `/campaigns/${id}/send`)).status).toBe(200);
  const isSent = async () => (await owner.api("GET", `/campaigns/${id}`)).body.state === "sent";
  await vi.waitUntil(isSent, { timeout: 20_000 });
  return id;
}

/** Of the recipients, by the local part of their address. */
async function recipients(id: string) {
  const { items } = (await owner.api("GET", `/campaigns/${id}/deliveries`)).body;
  type Item = { email: string; state: string; reason: string };
  return Object.fromEntries(items.map((one: Item) => [one.email.split("@")[0] ?? "", one])) as Record<
    string,
    Item
  >;
}
const statesOf = async (id: string) =>
  Object.fromEntries(Object.entries(await recipients(id)).map(([name, { state }]) => [name, state]));
const sentTo = (name: string) => google.messages.filter(({ raw }) => raw.includes(`To: ${name}@`)).length;

async function asked() {
  const queued = vi.fn();
  await enqueueReconciliation({ ...app.platform, enqueue: queued as never });
  return queued.mock.calls.map(([, data]) => data.mailbox_id);
}
const round = () => reconcileUncertain(app.platform, { account: owner.id, mailbox_id });

it("5.10.1 what Gmail hung up on is found among what it sent, or known to have never gone out, if we may look", async () => {
  await connect("send");
  await addFans(app, owner, { fine: {}, ine: {}, lost: {}, never: {}, other: {} });
  google.hangsUp = (raw) =>
    raw.includes("To: lost@") ? "after" : /To: (?:ine|never|other)@/.test(raw) ? "before" : undefined;
  const id = await send();
  // One's address is the end of another's, who got it.
  const uncertain = { ine: "uncertain", lost: "uncertain", never: "uncertain", other: "uncertain" };
  expect(await statesOf(id)).toEqual({ fine: "handed_over", ...uncertain });
  // What its owner wrote to them isn't the campaign's.
  google.deliver("To: other@fans.example\r\nMessage-ID: <x@y>\r\n\r\nHi", { labelIds: ["SENT"] });

  app.clock.advance(5 * MINUTE_MS);
  google.asked = [];
  expect(await asked()).toEqual([]);
  await round();
  expect(google.asked).toEqual([]);

  await connect("read");
  expect(await asked()).toEqual([mailbox_id]);
  await round();
  expect(await statesOf(id)).toEqual({ fine: "handed_over", ...uncertain, lost: "handed_over" });
  // A search may not know of it yet, so it's asked once more.
  expect(await asked()).toEqual([]);
  // A first look that came late wasn't the last one, either.
  await app.platform.db.execute(sql`update deliveries set looked_up_at = tried_at + interval '58 minutes'
    where user_id = ${owner.id} and state = 'uncertain'`);
  app.clock.advance(60 * MINUTE_MS);
  expect(await asked()).toEqual([mailbox_id]);
  google.answers = [{ status: 429 }];
  await round();
  expect((await statesOf(id)).never).toBe("uncertain");
  await round();
  const all = await recipients(id);
  expect([all.ine?.state, all.never?.state, all.other?.state]).toEqual(["uncertain", "failed", "uncertain"]);
  expect(all.never?.reason).toContain("never went out");
  expect(await asked()).toEqual([]);

  google.hangsUp = () => undefined;
  await owner.api("POST", `/campaigns/${id}/retry`);
  await vi.waitUntil(async () => (await statesOf(id)).never === "handed_over", { timeout: 20_000 });
  expect(["fine", "ine", "lost", "never"].map(sentTo)).toEqual([1, 0, 1, 1]);
});

it("5.10.1 another Google account isn't asked what became of what the last one may have sent", async () => {
  await addFans(app, owner, { gone: {} });
  google.hangsUp = (raw) => (raw.includes("To: gone@") ? "after" : undefined);
  const id = await send();
  expect((await statesOf(id)).gone).toBe("uncertain");
  Object.assign(google, { email: "new@gmail.example", messages: [] });
  await connect("read");
  app.clock.advance(61 * MINUTE_MS);
  expect(await asked()).toEqual([mailbox_id]);
  google.asked = [];
  await round();
  expect(google.asked).toEqual([]);
  expect((await statesOf(id)).gone).toBe("uncertain");
  expect(await asked()).toEqual([]);
});

it("5.1.3 what Gmail puts off waits as long as Google asks, whoever sends it", async () => {
  owner = await signUpSender(app);
  const form = { kind: "gmail", from_name: "Mia", gmail_plan: "personal", postal_address: "Main Street 1" };
  mailbox_id = (await owner.api("POST", "/mailboxes", form)).body.id;
  google.hangsUp = () => undefined;
  await connect("send");
  await addFans(app, owner, { nora: {} });
  const slowDown = { status: 429, headers: { "retry-after": "30" } };
  answerWith(google, [slowDown]);
  const news = { name: "News", subject: "Hello", html: HTML, mailbox_id };
  const { id } = (await owner.api("POST", "/campaigns", news)).body;
  await owner.api("POST", `/campaigns/${id}/send`);
  const isPutOff = async () => google.answers.length === 0 && (await statesOf(id)).nora === "pending";
  await vi.waitUntil(isPutOff, { timeout: 20_000 });
  app.clock.advance(31_000);
  await vi.waitUntil(
    async () => {
      await runDue(app.platform);
      return sentTo("nora") === 1;
    },
    { timeout: 20_000 },
  );

  google.answers.push(slowDown);
  const mail = { to: "ida@fans.example", mailbox_id, subject: "Your order", html: "<p>It’s on its way.</p>" };
  const one = (await owner.api("POST", "/mails", mail)).body.id;
  const of = async () => (await owner.api("GET", `/mails/${one}`)).body;
  await vi.waitUntil(async () => (await of()).outcome !== "", { timeout: 20_000 });
  const waits = Date.parse((await of()).next_try_at) - app.clock.now().getTime();
  expect(waits).toBeGreaterThan(0);
  expect(waits).toBeLessThanOrEqual(30_000);
});
