// @project server-postgres
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { reserveReceivers } from "#src/features/email/sending-accounts/sending-accounts.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import type { TestApp } from "#test/harness/app.ts";
import { addBatch } from "#test/harness/campaigns.ts";
import type { Client } from "#test/harness/client.ts";
import { eventsOf } from "#test/harness/events.ts";
import { type ImapServer, startImapServer } from "#test/harness/imap-server.ts";
import {
  addActiveMailbox,
  FROM,
  LOGIN,
  MAIL_HOST,
  signUpSender,
  startMailboxApp,
} from "#test/harness/mailbox.ts";
import { pollDueInboxes, pollInbox } from "./poll.ts";

let app: TestApp;
let owner: Client;
let mailbox: Awaited<ReturnType<typeof addActiveMailbox>>;
beforeAll(async () => {
  // Jobs run when a test says so.
  app = await startMailboxApp({ ROLES: "web" });
});
beforeEach(async () => {
  owner = await signUpSender(app);
  mailbox = await addActiveMailbox(app, owner);
});
afterAll(() => app?.close());

const form = (port: number, more: object = {}) => ({
  host: MAIL_HOST,
  port,
  security: "none",
  username: LOGIN.user,
  password: LOGIN.pass,
  ...more,
});
const path = () => `/mailboxes/${mailbox.id}/inbox`;
const read = () => pollInbox(app.platform, { account: owner.id, mailbox_id: mailbox.id });

/** An inbox that's read from now on. */
async function connect(more: Partial<Parameters<typeof startImapServer>[0]> = {}): Promise<ImapServer> {
  const server = await startImapServer({ login: LOGIN, ...more });
  server.deliver("Subject: from before");
  expect((await owner.api("PUT", path(), form(server.port))).status).toBe(200);
  await read();
  return server;
}

/** A fan who has got a campaign, and the Message-ID it had. */
async function sendTo(email: string) {
  const { id } = (await owner.api("POST", "/contacts", { email, name: "Nora" })).body;
  const campaign = randomUUID();
  await app.platform.db.execute(sql`insert into campaigns (user_id, id, name, state, state_at, audience, mailbox_id, created_at, updated_at)
    values (${owner.id}, ${campaign}, 'News', 'sent', now(), '{"tags": [], "profile_ids": []}', ${mailbox.id}, now(), now())`);
  await addBatch(app, { user_id: owner.id, id: campaign, mailbox_id: mailbox.id });
  await app.platform.db.execute(sql`insert into deliveries (user_id, batch_id, contact_id, state, host, due_at, handed_over_at)
    values (${owner.id}, ${campaign}, ${id}, 'handed_over', 'fans.example', now(), now())`);
  return { id, campaign, message_id: `<${campaign}.${id}@mia.example>` };
}

const replyTo = (message_id: string, text: string, more = "") =>
  `From: Nora <nora@fans.example>\nSubject: Re: News\nMessage-ID: <${randomUUID()}@fans.example>\nIn-Reply-To: ${message_id}\n${more}\n${text}`;
const bounceOf = (message_id: string) =>
  `From: MAILER-DAEMON@mx.example\nSubject: failure notice\nMessage-ID: <${randomUUID()}@mx.example>\n\nHi. This is the qmail-send program.\n<x@y.example>:\nRemote host said: 550 5.1.1 no such user\n\n--- Below this line is a copy of the message.\n\nMessage-ID: ${message_id}\n`;
type Entry = { id: string; kind: string; data: Record<string, string> };
const timeline = async (id: string): Promise<Entry[]> =>
  (await owner.api("GET", `/contacts/${id}/timeline`)).body.items;
const repliesOf = async (id: string) => (await timeline(id)).filter(({ kind }) => kind === "reply");

it("a reply shows up at its lead as text, is answered through the same account, and read once", async () => {
  const server = await connect();
  const { id, message_id } = await sendTo("nora@fans.example");
  server.deliver(replyTo(message_id, "Love it <b>so</b> much!\n\nOn Monday, Mia wrote:\n> Hello"));
  await read();
  await read();
  const [reply, ...others] = await repliesOf(id);
  expect([reply?.data.text, reply?.data.quoted, reply?.data.subject, others]).toEqual([
    ...["Love it <b>so</b> much!", "On Monday, Mia wrote:\nHello", "Re: News", []],
  ]);
  expect((await eventsOf(app, id)).filter(({ name }) => name === "contact.replied")).toHaveLength(1);
  const answer = { text: "Thank you <3", answer_id: randomUUID() };
  const to = `/contacts/${id}/replies/${reply?.id}/answer`;
  for (const _ of [1, 2])
    expect((await owner.api("POST", to, answer)).body).toEqual({
      id: answer.answer_id,
    });
  const [sent, ...more] = mailbox.server.received;
  expect(more).toEqual([]);
  expect([sent?.subject, sent?.inReplyTo, sent?.text?.trim()]).toEqual([
    ...["Re: News", reply?.data.message_id, "Thank you <3"],
  ]);
  expect((await timeline(id))[0]).toMatchObject({ kind: "answer", data: { text: "Thank you <3" } });
  expect(server.commands.filter((one) => /STORE|EXPUNGE|SELECT|COPY|MOVE|BODY\[/i.test(one))).toEqual([]);
});

it("a reply says that files came along, and nothing of the pictures in its signature", async () => {
  const server = await connect();
  const { id, message_id } = await sendTo("files@fans.example");
  const file = (type: string, more: string) =>
    `--b\nContent-Type: ${type}\nContent-Transfer-Encoding: base64\n${more}\n\niVBORw0KGgo=\n`;
  const mixed = (parts: string) =>
    [`${parts}--b--\n`, "Content-Type: multipart/mixed; boundary=b\n"] as const;
  const words = "--b\n\nSee below.\n\n[cid:image001.png@01DA.5B]\n";
  const attached = "Content-Disposition: attachment; filename=order.pdf";
  server.deliver(replyTo(message_id, ...mixed(words + file("application/pdf", attached))));
  server.deliver(replyTo(message_id, ...mixed(file("image/jpeg", attached))));
  const html = "--b\nContent-Type: text/html\n\n<p>Hi</p><img src=cid:logo>\n";
  const related = "Content-Type: multipart/related; boundary=b\n";
  const logo = "Content-ID: <logo>\nContent-Disposition: inline";
  server.deliver(replyTo(message_id, `${html}${file("image/png", logo)}--b--\n`, related));
  await read();
  const replies = (await repliesOf(id)).map(({ data: { text, files } }) => [text, files]);
  expect(replies).toHaveLength(3);
  expect(replies).toEqual(
    expect.arrayContaining([
      ["See below.", 1],
      ["", 1],
      ["Hi", undefined],
    ]),
  );
});

it("an e-mail that can't be noted doesn't hold up the others, and long subjects are cut between letters", async () => {
  const server = await connect();
  const { id, message_id } = await sendTo("poison@fans.example");
  const { db } = app.platform;
  await db.execute(
    sql`alter table contact_timeline add constraint poison check (data->>'text' is distinct from 'poison')`,
  );
  server.deliver(replyTo(message_id, "poison"));
  server.deliver(replyTo(message_id, "fine").replace("Re: News", `${"x".repeat(299)}\u{1f600}`));
  await read();
  await db.execute(sql`alter table contact_timeline drop constraint poison`);
  const replies = await repliesOf(id);
  expect(replies.map(({ data }) => [data.text, data.subject])).toEqual([["fine", "x".repeat(299)]]);
  expect((await owner.api("GET", path())).body.last_error).toBe("");
});

it("5.10.9 a bounce suppresses its address, and a vacation notice does nothing", async () => {
  const server = await connect();
  const [gone, away] = [await sendTo("gone@fans.example"), await sendTo("away@fans.example")];
  server.deliver(bounceOf(gone.message_id));
  server.deliver(replyTo(away.message_id, "I'm away", "Auto-Submitted: auto-replied\n"));
  await read();
  expect((await owner.api("GET", `/contacts/${gone.id}`)).body.status).toBe("bounced");
  expect(await repliesOf(away.id)).toEqual([]);
});

it("5.10.9 a bounce that names no message is about the last one to that address through the account", async () => {
  const server = await connect();
  const [gone, other] = [await sendTo("nameless@fans.example"), await sendTo("named@fans.example")];
  const nameless = (email: string, rest = "") =>
    `From: MAILER-DAEMON@mx.example\nSubject: failure notice\nMessage-ID: <${randomUUID()}@mx.example>\n\nHi. This is the qmail-send program.\n<${email}>:\nRemote host said: 550 5.1.1 no such user\n${rest}`;
  server.deliver(nameless("nameless@fans.example"));
  // This one is about somebody's own e-mail.
  server.deliver(
    nameless(
      "named@fans.example",
      "\n--- Below this line is a copy of the message.\n\nMessage-ID: <own@mia.example>\n",
    ),
  );
  await read();
  const statusOf = async (id: string) => (await owner.api("GET", `/contacts/${id}`)).body.status;
  expect([await statusOf(gone.id), await statusOf(other.id)]).toEqual(["bounced", "new"]);
});

it("5.10.3 an e-mail with the header's token or about a message unsubscribes; anybody's own words don't", async () => {
  const server = await connect();
  const [a, b, c, d, e] = [
    await sendTo("a@fans.example"),
    await sendTo("b@fans.example"),
    await sendTo("c@fans.example"),
    await sendTo("d@fans.example"),
    await sendTo("e@fans.example"),
  ];
  await owner.api("POST", "/contacts/merge", { keep_id: d.id, gone_id: e.id });
  const { unsubscribePath } = await import("#src/features/audience/consent/consent.ts");
  const token = unsubscribePath(app.platform, {
    account: owner.id,
    contact_id: a.id,
    email: "a@fans.example",
  })
    .split("/")
    .at(-1);
  server.deliver(`From: other@fans.example\nSubject: unsubscribe ${token}\n\n`);
  server.deliver(replyTo(b.message_id, "").replace("Re: News", "unsubscribe"));
  server.deliver(replyTo(e.message_id, "").replace("Re: News", "unsubscribe"));
  server.deliver("From: c@fans.example\nSubject: unsubscribe\n\n");
  await read();
  const states: string[] = [];
  for (const { id } of [a, b, c, d]) states.push((await owner.api("GET", `/contacts/${id}`)).body.status);
  expect(states).toEqual(["unsubscribed", "unsubscribed", "new", "unsubscribed"]);
});

it("an e-mail of 50 MB costs its start, and whoever is killed goes on where they were", async () => {
  let isHungUp = false;
  const server = await connect({ hangsUp: (command) => isHungUp && /FETCH 12/.test(command) });
  const fans = [];
  for (let count = 0; count < 14; count++) fans.push(await sendTo(`fan-${count}@fans.example`));
  server.deliver(replyTo(fans[0]?.message_id ?? "", "x".repeat(50 * 1024 * 1024)));
  for (const { message_id } of fans.slice(1)) server.deliver(bounceOf(message_id));
  isHungUp = true;
  await read();
  const inbox = async () => (await owner.api("GET", path())).body;
  expect((await inbox()).last_error).toContain("hung up");
  isHungUp = false;
  await read();
  expect((await inbox()).last_error).toBe("");
  expect(server.bytesSent).toBeLessThan(1024 * 1024);
  const [{ count }] = (await rowsOf<{ count: number }>(
    app.platform.db,
    sql`select count(*)::int as count from deliveries where user_id = ${owner.id} and state = 'bounced_hard'`,
  )) as [{ count: number }];
  expect([count, (await repliesOf(fans[0]?.id ?? "")).length]).toEqual([13, 1]);
});

it("only one worker reads an inbox at a time, and a server that numbers anew is read again", async () => {
  const server = await connect();
  const { id, message_id } = await sendTo("again@fans.example");
  server.deliver(replyTo(message_id, "one"));
  const fetched = () => server.commands.filter((one) => one.startsWith("UID FETCH")).length;
  const before = fetched();
  await Promise.all([read(), read(), read()]);
  expect(fetched() - before).toBe(1);
  server.uidValidity++;
  server.messages = [];
  server.deliver(replyTo(message_id, "two"));
  await read();
  const texts = (await repliesOf(id)).map(({ data }) => data.text);
  expect(texts.sort()).toEqual(["one", "two"]);
});

it("the minute's job finds what's due, and waits longer after each failure", async () => {
  const server = await connect();
  server.stop();
  app.clock.advance(3 * 60_000);
  const queued = vi.fn();
  await pollDueInboxes({ ...app.platform, enqueue: queued as never });
  expect(queued.mock.calls.find(([, data]) => data.mailbox_id === mailbox.id)?.[2]).toMatchObject({
    key: `${owner.id} ${mailbox.id}`,
  });
  await read();
  const [row] = await rowsOf<{ due_at: string; failures: number }>(
    app.platform.db,
    sql`select due_at, failures from inboxes where mailbox_id = ${mailbox.id}`,
  );
  expect(row?.failures).toBe(1);
  expect(Date.parse(row?.due_at ?? "") - app.platform.now().getTime()).toBeGreaterThan(3 * 60_000);
});

it("says in words what's wrong with an inbox, and never gives its password back", async () => {
  const server = await startImapServer({ login: LOGIN });
  expect(await owner.api("POST", `${path()}/test`)).toMatchObject({
    status: 404,
    body: { code: "INBOX_NOT_FOUND" },
  });
  expect((await owner.api("DELETE", path())).body.code).toBe("INBOX_NOT_FOUND");
  const saved = await owner.api("PUT", path(), form(server.port));
  expect(JSON.stringify(saved.body)).not.toContain(LOGIN.pass);
  expect(saved.body).toMatchObject({ is_on: true, server: { host: MAIL_HOST, username: FROM } });
  const test = async () => (await owner.api("POST", `${path()}/test`)).body;
  expect(await test()).toMatchObject({ is_ok: true, step: "done" });
  const cases = [
    [{ password: "wrong" }, "sign_in", /refuses this username or password.*Wrong username/],
    [{ host: "nowhere.example" }, "name", /no host named nowhere\.example/],
    [{ host: "inside.example", security: "tls" }, "name", /private network/],
    [{ port: 1 }, "connection", /Nothing answers/],
    [{ security: "tls" }, "encryption", /doesn’t speak TLS/],
    [{ security: "starttls" }, "encryption", /doesn’t offer STARTTLS/],
  ] as const;
  for (const [more, step, words] of cases) {
    const isPlain = "host" in more && more.host === "nowhere.example";
    await owner.api("PUT", path(), form(server.port, { ...(isPlain && { security: "tls" }), ...more }));
    expect([more, await test()]).toEqual([more, { is_ok: false, step, words: expect.stringMatching(words) }]);
  }
  const codeOf = async (more: object) => (await owner.api("PUT", path(), form(server.port, more))).body.code;
  expect([
    await codeOf({ host: "a b" }),
    await codeOf({ host: "imap.example" }),
    await codeOf({ username: "" }),
    await codeOf({ username: "other", password: "" }),
  ]).toEqual(["MAIL_HOST_INVALID", "MAIL_HOST_PLAIN", "MAIL_USERNAME_MISSING", "MAIL_PASSWORD_MISSING"]);
  for (const [method, more] of [
    ["GET", ""],
    ["PUT", ""],
    ["DELETE", ""],
    ["POST", "/test"],
  ] as const) {
    const answer = await owner.api(
      method,
      `/mailboxes/${randomUUID()}/inbox${more}`,
      method === "PUT" ? form(1) : undefined,
    );
    expect([method, answer.body.code]).toEqual([method, "MAILBOX_NOT_FOUND"]);
  }
  await app.platform.db.execute(sql`update mailboxes set kind = 'gmail' where id = ${mailbox.id}`);
  expect((await owner.api("PUT", path(), form(1))).body.code).toBe("INBOX_OF_GMAIL");
  expect((await owner.api("GET", path())).body).toMatchObject({ is_on: false, server: null });
});

it("an answer that can't go says why, and leaves nothing behind", async () => {
  const server = await connect();
  const { id, message_id } = await sendTo("refused@fans.example");
  server.deliver(replyTo(message_id, "Hi").replace("nora@fans.example", "refused@t-online.de"));
  await read();
  const [reply] = await repliesOf(id);
  const answer = async (text = "Hi", contact = id, to = reply?.id) =>
    (await owner.api("POST", `/contacts/${contact}/replies/${to}/answer`, { text })).body;
  await owner.api("PUT", "/sending", { is_stopped: true });
  expect((await answer()).code).toBe("SENDING_STOPPED");
  await owner.api("PUT", "/sending", { is_stopped: false });
  expect((await answer("Hi", randomUUID())).code).toBe("CONTACT_NOT_FOUND");
  expect((await answer("Hi", id, randomUUID())).code).toBe("REPLY_NOT_FOUND");
  expect((await answer(" \n")).code).toBe("ANSWER_EMPTY");
  // Answers keep to the limits of whoever receives them, too (5.10.12).
  const crowd = { hosts: Array(120).fill("t-online.de"), now: app.clock.now() };
  await reserveReceivers(app.platform, { account: owner.id, id: mailbox.id }, crowd);
  expect((await answer()).code).toBe("ANSWER_NOT_READY");
  app.clock.advance(2 * 60_000);
  await app.platform.db.execute(sql`update mailboxes set from_address = 'refused' where id = ${mailbox.id}`);
  expect(await answer()).toMatchObject({ code: "ANSWER_REFUSED" });
  await app.platform.db.execute(sql`update mailboxes set state = 'disabled' where id = ${mailbox.id}`);
  expect((await answer()).code).toBe("ANSWER_NOT_READY");
  await app.platform.db.execute(sql`update contacts set status = 'complained' where id = ${id}`);
  expect((await answer()).code).toBe("ANSWER_COMPLAINED");
  expect((await timeline(id)).map(({ kind }) => kind)).not.toContain("answer");
});

it("another server or password takes proof of who enters it, long after they signed in", async () => {
  const server = await connect();
  app.clock.advance(3_600_000);
  const save = async (more: object) => (await owner.api("PUT", path(), form(server.port, more))).body;
  expect((await save({ port: 1 })).code).toBe("REAUTHENTICATION_REQUIRED");
  expect((await save({ password: "" })).is_on).toBe(true);
  app.clock.advance(-3_600_000);
});

it("an inbox takes the token that its sending account signs in with, at servers of the same domain only", async () => {
  const asked: string[] = [];
  const issuer = createServer(async (request, response) => {
    for await (const chunk of request) asked.push(String(chunk));
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ access_token: `token-${asked.length}`, expires_in: 3600 }));
  });
  await new Promise<void>((done) => issuer.listen(0, "127.0.0.1", done));
  onTestFinished(() => void issuer.close());
  let valid = "token-1";
  const server = await startImapServer({ login: LOGIN, token: () => valid });
  const lent = form(server.port, { auth: "xoauth2", password: "" });
  expect((await owner.api("PUT", path(), lent)).body.code).toBe("INBOX_TOKEN");
  const token_url = `http://127.0.0.1:${(issuer.address() as AddressInfo).port}/token`;
  mailbox = await addActiveMailbox(app, owner, {
    more: { auth: "xoauth2", token_url, client_id: "fanfare" },
  });
  const elsewhere = form(1, { auth: "xoauth2", host: "imap.mallory.example", security: "tls" });
  expect((await owner.api("PUT", path(), elsewhere)).body.code).toBe("INBOX_TOKEN");
  expect((await owner.api("PUT", path(), lent)).body).toMatchObject({
    is_on: true,
    server: { auth: "xoauth2" },
  });
  const test = async () => (await owner.api("POST", `${path()}/test`)).body;
  expect([await test(), asked.length]).toMatchObject([{ is_ok: true }, 1]);
  // One that ended early is replaced.
  valid = "token-2";
  await read();
  expect([(await owner.api("GET", path())).body.last_error, asked.length]).toEqual(["", 2]);
  valid = "none of these";
  expect(await test()).toMatchObject({ step: "sign_in", words: expect.stringContaining("token") });
});
