// @project server-postgres
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import * as z from "zod";
import { runWorker } from "#src/features/email/delivery/worker/worker.ts";
import { readGmail, requireMailbox } from "#src/features/email/sending-accounts/sending-accounts.ts";
import { mailLedger } from "#src/features/email/transactional/mail-ledger.ts";
import { systemCtx } from "#src/platform/context.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import { report } from "#test/harness/bounce-fixtures.ts";
import { addBatch } from "#test/harness/campaigns.ts";
import type { Client } from "#test/harness/client.ts";
import { answerWith, type GmailServer, startGmailServer } from "#test/harness/gmail-server.ts";
import { proveAgain, signUpSender } from "#test/harness/mailbox.ts";
import { syncGmailOptIn } from "./gmail-opt-in.ts";
import { pollDueInboxes, pollInbox } from "./poll.ts";

const GOOGLE = { GOOGLE_CLIENT_ID: "fanfare", GOOGLE_CLIENT_SECRET: "between us" };

let google: GmailServer;
let app: TestApp;
let owner: Client;
let id: string;

beforeAll(async () => {
  google = await startGmailServer();
  // Jobs run when a test says so.
  app = await startApp({ ...GOOGLE, NEW_ACCOUNT_MAILS: "off", ROLES: "web" }, { gmail: google.endpoints });
  google.now = app.platform.now;
});
afterAll(async () => {
  await app?.close();
  await google?.stop();
});
beforeEach(async () => {
  Object.assign(google, {
    email: "mia@gmail.example",
    grants: "send",
    isRevoked: false,
    messages: [],
    asked: [],
    oldestPlace: 0,
    pageSize: 100,
    refuses: undefined,
    broken: new Set(),
  });
  owner = await signUpSender(app);
  id = (await owner.api("POST", "/mailboxes", { kind: "gmail", from_name: "Mia", gmail_plan: "personal" }))
    .body.id;
});

const path = () => `/mailboxes/${id}/inbox`;
const read = () => pollInbox(app.platform, { account: owner.id, mailbox_id: id });
const inbox = async () => (await owner.api("GET", path())).body;
const mailbox = async () => (await owner.api("GET", "/mailboxes")).body.items[0];

/** Goes to Google, says yes to that, and comes back. */
async function grant(grants: GmailServer["grants"], asked: object = { reads_replies: grants === "read" }) {
  google.grants = grants;
  await proveAgain(app, owner);
  const url = new URL((await owner.api("POST", `/mailboxes/${id}/google`, asked)).body.url);
  const back = new URL((await fetch(url, { redirect: "manual" })).headers.get("location") ?? "");
  const { state, code } = Object.fromEntries(back.searchParams);
  const { body } = await owner.api("POST", "/mailboxes/google", { state, code });
  return { scope: url.searchParams.get("scope") ?? "", body };
}

/** As `grant`, and what follows from it has happened. */
async function connect(...asked: Parameters<typeof grant>) {
  const granted = await grant(...asked);
  await syncGmailOptIn(app.platform, { account: owner.id, subject: id });
  return granted;
}

async function startReading() {
  await connect("send");
  await connect("read");
  await read();
}

/** A fan who has got a campaign, and the conversation that it's in at Gmail. */
async function sendTo(email: string) {
  const contact = (await owner.api("POST", "/contacts", { email, name: "Nora" })).body.id;
  const campaign = randomUUID();
  const { threadId } = google.deliver("Subject: News", { labelIds: ["SENT"] });
  await app.platform.db.execute(sql`insert into campaigns (user_id, id, name, state, state_at, audience, mailbox_id, created_at, updated_at)
    values (${owner.id}, ${campaign}, 'News', 'sent', now(), '{"tags": [], "profile_ids": []}', ${id}, now(), now())`);
  await addBatch(app, { user_id: owner.id, id: campaign, mailbox_id: id });
  await app.platform.db.execute(sql`insert into deliveries (user_id, batch_id, contact_id, state, host, due_at, handed_over_at, provider_id)
    values (${owner.id}, ${campaign}, ${contact}, 'handed_over', 'fans.example', now(), now(), ${threadId})`);
  return { contact, threadId, message_id: `<${campaign}.${contact}@mia.example>` };
}

const replyFrom = (email: string, text: string) =>
  `From: Nora <${email}>\r\nSubject: Re: News\r\nMessage-ID: <${randomUUID()}@fans.example>\r\nIn-Reply-To: <CA1@mail.gmail.com>\r\n\r\n${text}`;
const bounceFor = (email: string) =>
  `From: Mail Delivery Subsystem <mailer-daemon@googlemail.com>\r\nSubject: Delivery Status Notification (Failure)\r\nX-Failed-Recipients: ${email}\r\nMessage-ID: <${randomUUID()}@mx.google.com>\r\n\r\n550 5.1.1 The email account that you tried to reach does not exist.`;
const repliesOf = async (contact: string) =>
  (await owner.api("GET", `/contacts/${contact}/timeline`)).body.items.filter(
    ({ kind }: { kind: string }) => kind === "reply",
  );
const refusal = (message: string, reason: string) => ({ error: { message, errors: [{ reason }] } });

it("5.1.1 reading is asked for only by who wants it, once it’s granted nothing older is read, and it ends with one press", async () => {
  expect((await connect("send")).scope).not.toContain("readonly");
  expect(await inbox()).toEqual({ is_on: false, server: null, checked_at: null, last_error: "" });
  await read();
  const old = await sendTo("old@fans.example");
  google.deliver(replyFrom("old@fans.example", "before"), { threadId: old.threadId });
  // Whoever leaves that box unchecked only lets us send.
  expect((await connect("send", { reads_replies: true })).body.reads_replies).toBe(false);
  expect(google.asked).toEqual([]);
  const { scope, body } = await connect("read");
  expect([scope.endsWith("/auth/gmail.readonly"), body.reads_replies]).toEqual([true, true]);
  await read();
  expect(await repliesOf(old.contact)).toEqual([]);
  expect(await inbox()).toMatchObject({ is_on: true, server: null, last_error: "" });
  expect((await owner.api("POST", `${path()}/test`)).body).toMatchObject({ is_ok: true, step: "done" });
  expect((await connect("read", {})).scope).toContain("readonly");
  expect((await owner.api("DELETE", path())).status).toBe(200);
  expect([(await inbox()).is_on, (await mailbox()).reads_replies]).toEqual([false, false]);
  for (const [method, more] of [
    ["DELETE", ""],
    ["POST", "/test"],
  ] as const)
    expect((await owner.api(method, path() + more)).body.code).toBe("INBOX_NOT_FOUND");
  google.asked = [];
  await read();
  expect(google.asked).toEqual([]);
});

it("a reply at Gmail shows up at its lead, is answered in its conversation, and a bounce there suppresses", async () => {
  await startReading();
  const [nora, gone] = [await sendTo("nora@fans.example"), await sendTo("gone@fans.example")];
  google.deliver(replyFrom("nora@fans.example", `Love it\r\n${"x".repeat(2_000_000)}`), nora);
  google.deliver(bounceFor("gone@fans.example"), gone);
  google.deliver(replyFrom("stranger@fans.example", "Hi"));
  app.clock.advance(3 * 60_000);
  const queued = vi.fn();
  await pollDueInboxes({ ...app.platform, enqueue: queued as never });
  expect(queued.mock.calls.map(([, data]) => data.mailbox_id)).toContain(id);
  await read();
  await read();
  const [reply, ...others] = await repliesOf(nora.contact);
  expect([reply?.data.text.slice(0, 7), others]).toEqual(["Love it", []]);
  expect((await owner.api("GET", `/contacts/${gone.contact}`)).body.status).toBe("bounced");
  google.asked = [];
  const answered = await owner.api("POST", `/contacts/${nora.contact}/replies/${reply.id}/answer`, {
    text: "Hey",
  });
  expect(answered.status).toBe(201);
  const sent = google.messages.at(-1);
  expect(sent).toMatchObject({ threadId: nora.threadId, labelIds: ["SENT"] });
  expect(sent?.raw).toContain(`In-Reply-To: ${reply.data.message_id}`);
  // Nothing but sending changes anything there.
  expect(google.asked).toEqual(["messages/send"]);
});

it("5.10.9 a bounce at Gmail is matched by its conversation, and outside of it by the Message-ID that it names", async () => {
  await startReading();
  const [inside, outside, neither] = [
    await sendTo("inside@fans.example"),
    await sendTo("outside@fans.example"),
    await sendTo("neither@fans.example"),
  ];
  /** As Gmail writes it, with the e-mail it's about. */
  const about = (email: string, message_id: string) =>
    report({
      from: "Mail Delivery Subsystem <mailer-daemon@googlemail.com>",
      said: "** Address not found **",
      subject: "Delivery Status Notification (Failure)",
      headers: [`X-Failed-Recipients: ${email}`, `In-Reply-To: ${message_id}`, `References: ${message_id}`],
      status: `Reporting-MTA: dns; googlemail.com\n\nFinal-Recipient: rfc822; ${email}\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550-5.1.1 No such user`,
    });
  google.deliver(about("inside@fans.example", "<gmails-own@mail.gmail.com>"), { threadId: inside.threadId });
  google.deliver(about("outside@fans.example", outside.message_id));
  google.deliver(about("neither@fans.example", "<somebody-elses@mail.gmail.com>"));
  await read();
  const statuses = await Promise.all(
    [inside, outside, neither].map(
      async (fan) => (await owner.api("GET", `/contacts/${fan.contact}`)).body.status,
    ),
  );
  expect(statuses).toEqual(["bounced", "bounced", "new"]);
});

it("goes on where it stopped, page by page, and reads the last days again once Google has forgotten the place", async () => {
  await startReading();
  google.pageSize = 2;
  const fans: string[] = [];
  for (let count = 0; count < 7; count++) {
    const fan = await sendTo(`fan${count}@fans.example`);
    google.deliver(replyFrom(`fan${count}@fans.example`, "Hi"), { threadId: fan.threadId });
    fans.push(fan.contact);
  }
  const count = async () => {
    const all = await Promise.all(fans.map(repliesOf));
    return all.map((replies) => replies.length);
  };
  const real = google.messages;
  google.messages = real.filter(({ raw }) => !raw.includes("fan6@"));
  await read();
  expect(await count()).toEqual([1, 1, 1, 1, 1, 1, 0]);
  google.messages = real;
  google.oldestPlace = Number.MAX_SAFE_INTEGER;
  app.clock.advance(2 * 60_000);
  await read();
  expect(await count()).toEqual([1, 1, 1, 1, 1, 1, 1]);
  google.oldestPlace = 0;
  google.asked = [];
  await read();
  expect(google.asked).toEqual([expect.stringMatching(/^history\?startHistoryId=\d+&/)]);
});

it("reads all that came while Google forgot the place, over several looks, each e-mail once", async () => {
  await startReading();
  const { checked_at } = await inbox();
  google.pageSize = 3;
  google.oldestPlace = Number.MAX_SAFE_INTEGER;
  const fans: Awaited<ReturnType<typeof sendTo>>[] = [];
  for (let count = 0; count < 12; count++) {
    const fan = await sendTo(`fan${count}@fans.example`);
    google.deliver(replyFrom(`fan${count}@fans.example`, "Hi"), fan);
    fans.push(fan);
  }
  const read12 = async () => (await Promise.all(fans.map(({ contact }) => repliesOf(contact)))).flat().length;
  const last = google.messages.at(-1)?.id ?? "";
  const sources = () => google.asked.filter((asked) => asked.includes("format=raw"));
  app.clock.advance(4 * 24 * 60 * 60_000);
  // It wants us to slow down in the middle.
  google.limited = new Set([last]);
  await read();
  expect([await read12(), (await inbox()).checked_at]).toEqual([11, checked_at]);
  google.limited = new Set();
  google.asked = [];
  await read();
  expect([await read12(), sources().length]).toEqual([12, 2]);
  google.oldestPlace = 0;
  await read();
  expect((await inbox()).checked_at).not.toBe(checked_at);
});

it("an e-mail that Google doesn’t hand out holds up no other, and is asked for again for a day", async () => {
  await startReading();
  const [nora, mia] = [await sendTo("nora@fans.example"), await sendTo("mia@fans.example")];
  const late = google.deliver(replyFrom("nora@fans.example", "late"), nora);
  const lost = google.deliver(replyFrom("nora@fans.example", "never"), nora);
  google.deliver(replyFrom("mia@fans.example", "Hi"), mia);
  google.broken = new Set([late.id, lost.id]);
  await read();
  expect([await repliesOf(nora.contact), (await repliesOf(mia.contact)).length]).toEqual([[], 1]);
  expect((await inbox()).last_error).toBe("");
  google.broken.delete(late.id);
  app.clock.advance(23 * 60 * 60_000);
  await read();
  expect((await repliesOf(nora.contact)).map(({ data }: { data: { text: string } }) => data.text)).toEqual([
    "late",
  ]);
  app.clock.advance(2 * 60 * 60_000);
  await read();
  google.asked = [];
  await read();
  expect(google.asked).toEqual([expect.stringMatching(/^history/)]);
  // More than a few are no trouble of theirs.
  for (let count = 0; count < 25; count++)
    google.broken.add(google.deliver(replyFrom("mia@fans.example", "Hi"), mia).id);
  await read();
  expect((await inbox()).last_error).toContain("didn’t answer");
  google.broken.clear();
  await read();
  expect(await repliesOf(mia.contact)).toHaveLength(26);
});

it("a site that Google doesn’t know stops no account, and neither does a token that was replaced meanwhile", async () => {
  await startReading();
  const expired = () => app.clock.advance(2 * 60 * 60_000);
  for (const error of ["invalid_client", "unauthorized_client"]) {
    google.refuses = error;
    expired();
    await read();
    expect((await inbox()).last_error).toContain("Google doesn’t know this instance");
    expect((await owner.api("POST", `/mailboxes/${id}/test`)).body).toMatchObject({
      is_ok: false,
      step: "connection",
      words:
        "Google doesn’t know this instance. The people who run it have to check GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.",
    });
  }
  await pollInbox({ ...app.platform, gmail: undefined }, { account: owner.id, mailbox_id: id });
  expect((await inbox()).last_error).toContain("Google doesn’t know this instance");
  expect((await mailbox()).state).toBe("active");
  google.refuses = undefined;
  const row = await requireMailbox(systemCtx(app.platform, { job: "test", account: owner.id }), id);
  await connect("read");
  google.isRevoked = true;
  expired();
  await expect(readGmail(app.platform, row, { path: "profile", schema: z.unknown() })).rejects.toThrow(
    "revoked",
  );
  expect((await mailbox()).state).toBe("active");
  await read();
  expect((await mailbox()).state).toBe("auth_failed");
});

it("5.3.12 a bounce at Gmail of what a program sent is known by its conversation", async () => {
  await startReading();
  const mail = { to: "gone@fans.example", mailbox_id: id, subject: "Your order", html: "<p>Here it is.</p>" };
  const { body } = await owner.call("POST", "/api/v1/mails", mail);
  await runWorker(app.platform, mailLedger, { account: owner.id, mailbox_id: id });
  const sent = google.messages.at(-1);
  expect(sent?.raw).not.toContain(body.id);
  google.deliver(bounceFor("other@fans.example"), { threadId: sent?.threadId ?? "" });
  await read();
  expect((await owner.api("GET", `/mails/${body.id}`)).body.state).toBe("handed_over");
  google.deliver(bounceFor("Gone@fans.example"), { threadId: sent?.threadId ?? "" });
  await read();
  expect((await owner.api("GET", `/mails/${body.id}`)).body).toMatchObject({ state: "bounced_hard" });
});

it("5.1.3 waits as long as Google wants, says what’s wrong, and stops once access is revoked", async () => {
  await startReading();
  const dueIn = async () => {
    const [row] = await rowsOf<{ due_at: string }>(
      app.platform.db,
      sql`select due_at from inboxes where mailbox_id = ${id}`,
    );
    return (Date.parse(row?.due_at ?? "") - app.platform.now().getTime()) / 60_000;
  };
  const limited = refusal("Slow down", "userRateLimitExceeded");
  answerWith(google, [{ status: 403, headers: { "retry-after": "3600" }, body: limited }]);
  await read();
  expect((await inbox()).last_error).toContain("slow down");
  expect(await dueIn()).toBeCloseTo(60, 0);
  answerWith(google, [{ status: 429 }, { status: 403 }, { status: 500 }, { status: 0 }, { status: 200 }]);
  const said: string[] = [];
  for (let count = 0; count < 5; count++) {
    await read();
    said.push((await inbox()).last_error.split(".")[0]);
  }
  const silent = "Google didn’t answer";
  expect(said).toEqual([
    ...["Google asked us to slow down", "Google doesn’t let us read replies", silent, silent, silent],
  ]);
  expect((await mailbox()).state).toBe("active");
  await read();
  expect((await inbox()).last_error).toBe("");
  // A token that ended early is replaced once.
  answerWith(google, [{ status: 401 }]);
  await read();
  expect((await inbox()).last_error).toBe("");
  answerWith(google, [{ status: 401 }]);
  google.isRevoked = true;
  await read();
  expect((await inbox()).last_error).toContain("revoked");
  expect((await mailbox()).state).toBe("auth_failed");
});

it("connected again, the same inbox goes on where it was, and another one begins anew", async () => {
  await startReading();
  const fan = await sendTo("nora@fans.example");
  google.deliver(replyFrom("nora@fans.example", "meanwhile"), fan);
  await connect("read");
  await read();
  expect(await repliesOf(fan.contact)).toHaveLength(1);
  google.deliver(replyFrom("nora@fans.example", "elsewhere"), fan);
  google.email = "other@gmail.example";
  await grant("read");
  // Whoever looks before that’s followed begins anew as well.
  await read();
  expect(await repliesOf(fan.contact)).toHaveLength(1);
  google.deliver(replyFrom("nora@fans.example", "new"), fan);
  await syncGmailOptIn(app.platform, { account: owner.id, subject: id });
  await read();
  expect(await repliesOf(fan.contact)).toHaveLength(2);
});
