// @project server-postgres
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { eventsOf } from "#test/harness/events.ts";
import { startMailServer } from "#test/harness/mail-server.ts";
import {
  addActiveMailbox,
  FROM,
  LOGIN,
  MAIL_HOST,
  MAIL_PASSWORD,
  mailboxForm,
  signUpSender,
  startMailboxApp,
  startRawServer,
  startTokenIssuer,
} from "#test/harness/mailbox.ts";
import { SLOW_DOWN_MS } from "../rules.ts";
import { openSender, pauseForReputation, reserveSends } from "../sending-accounts.ts";
import { findMailbox } from "../store.ts";
import { runConnectionTest } from "../verification/connection-test.ts";
import { diagnose } from "../verification/diagnosis.ts";

const WAIT = { timeout: 20_000 };
/** Nobody waits for a server that hangs. */
/** Servers that hang cost half of the last. Those that answer may take as long on a busy machine. */
const IMPATIENT = { connectMs: 10_000, answerMs: 4000 };

let app: TestApp;
let owner: Client;

beforeAll(async () => {
  app = await startMailboxApp();
});
afterAll(() => app?.close());
beforeEach(async () => {
  owner = await signUpSender(app);
});

const message = (more: object = {}) => ({
  id: randomUUID(),
  to: "fan@fans.example",
  subject: "News",
  html: "<p>Hi</p>",
  text: "Hi",
  headers: {},
  ...more,
});

async function rowOf(id: string) {
  const row = await findMailbox(app.platform.db, { account: owner.id, id });
  if (!row) throw new Error("There's no such mailbox.");
  return row;
}

/** Sends one message and closes the connection. */
async function sendOne(key: { account: string; id: string }, more: object = {}) {
  const sender = await openSender(app.platform, key, IMPATIENT);
  try {
    return await sender.send(message(more));
  } finally {
    sender.close();
  }
}

const mailboxOf = async (id: string) =>
  (await owner.api("GET", "/mailboxes")).body.items.find((one: { id: string }) => one.id === id);

describe("sending", () => {
  it("hands over what it’s given, from the mailbox’s sender, with one-line headers as they are", async () => {
    const { key, server } = await addActiveMailbox(app, owner);
    const url = `https://links.example.com/u/${"x".repeat(60)}`;
    const headers = {
      "List-Unsubscribe": `<${url}>, <mailto:unsubscribe-${"y".repeat(60)}@mia.example>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    };
    const id = randomUUID();
    const sent = await sendOne(key, { id, headers, to: '"a,b"@fans.example', reply_to: "me@mia.example" });
    expect(sent).toMatchObject({ accepted: true, provider_id: `<${id}@mia.example>` });
    const [mail] = server.received;
    expect(mail?.headerLines.find((one) => one.key === "list-unsubscribe")?.line).toBe(
      `List-Unsubscribe: ${headers["List-Unsubscribe"]}`,
    );
    expect([mail?.text, mail?.from?.text, mail?.replyTo?.text]).toEqual([
      "Hi",
      `"Mia" <${FROM}>`,
      "me@mia.example",
    ]);
  });

  it.each([
    [501, "5.1.3 Bad recipient address syntax"],
    [553, "5.6.7 Non-ASCII addresses need SMTPUTF8"],
  ])(
    "an address with letters that the server can't take fails alone, and says so: %i",
    async (code, words) => {
      const { id, key } = await addActiveMailbox(app, owner, { manners: { judge: () => ({ code, words }) } });
      expect(await sendOne(key, { to: "jörg@fans.example" })).toMatchObject({
        accepted: false,
        failure: { kind: "soft", is_final: true, words: expect.stringContaining("letters such as “ö”") },
      });
      const plain = await sendOne(key);
      expect(plain).toMatchObject({ failure: { words: expect.not.stringContaining("letters") } });
      expect((await mailboxOf(id)).state).toBe("active");
    },
  );

  it("whatever a server calls letters that it never said it takes, no address is dead for it, and nothing is paused", async () => {
    const refusal = { kind: "soft", is_final: true, words: expect.stringContaining("letters such as “ö”") };
    const refuses = (address: string) => !address.startsWith("fan@");
    const silent = await addActiveMailbox(app, owner, { manners: { isAsciiOnly: true, refuses } });
    expect(await sendOne(silent.key, { to: "jörg@fans.example" })).toMatchObject({ failure: refusal });
    expect(await sendOne(silent.key, { to: "joerg@fans.example" })).toMatchObject({
      failure: { kind: "hard" },
    });
    const able = await addActiveMailbox(app, owner, { manners: { refuses } });
    expect(await sendOne(able.key, { to: "jörg@fans.example" })).toMatchObject({ failure: { kind: "hard" } });
    expect([(await mailboxOf(silent.id)).state, (await sendOne(silent.key)).accepted]).toEqual([
      "active",
      true,
    ]);
  });

  it("5.10.20 a subject that looks encoded is read as it was written", async () => {
    const { key, server } = await addActiveMailbox(app, owner);
    const subject = "=?UTF-8?Q?a=0D=0ABcc:_x@y.example?=";
    expect(await sendOne(key, { subject })).toMatchObject({ accepted: true });
    expect(server.received[0]?.subject).toBe(subject);
  });

  it("5.10.20 refuses headers, addresses, and ids that would add others", async () => {
    const { key, server } = await addActiveMailbox(app, owner);
    const bad = [
      { headers: { "X-A": "1\r\nBcc: x@y.example" } },
      { headers: { "X-A\r\nBcc": "x@y.example" } },
      { reply_to: "a@b.example\nBcc: x@y.example" },
      { id: `${"a".repeat(80)}\u2028Bcc: x@y.example` },
      { headers: { "X-A": `${"a".repeat(80)}\u2028Bcc: x@y.example` } },
    ];
    for (const more of bad) await expect(sendOne(key, more)).rejects.toThrow("isn't one line");
    const stored = ["a@b.example\r\nBcc: x@y.example", "a\u2028Bcc: x@y.example", '"a\u2028b"@fans.example'];
    for (const to of stored)
      expect(await sendOne(key, { to })).toMatchObject({ failure: { kind: "soft", is_final: true } });
    expect(server.received).toEqual([]);
  });

  it.each([
    [421, "4.7.0 Too many messages", "soft"],
    [450, "4.2.1 Try again later", "soft"],
    [550, "5.1.1 No such user", "hard"],
    [552, "5.7.1 Not this content", "policy"],
    [554, "Transaction failed", "policy"],
    [550, "5.4.5 Daily sending limit exceeded", "limit"],
  ])("tells a %i apart: %s is %s", async (code, words, kind) => {
    const { key } = await addActiveMailbox(app, owner, { manners: { judge: () => ({ code, words }) } });
    const sent = await sendOne(key);
    expect(sent).toMatchObject({ accepted: false, failure: { kind }, is_uncertain: false });
    expect("failure" in sent && sent.failure.words).toContain(words);
  });

  it("doesn’t take it out on the fan if the server dislikes the sender", async () => {
    const judgeSender = () => ({ code: 550, words: "5.1.8 Who are you" });
    const { key } = await addActiveMailbox(app, owner, { manners: { judgeSender } });
    expect(await sendOne(key)).toMatchObject({ failure: { kind: "policy" } });
  });

  it("is certain when the server hung up before the end, and isn’t when only the answer is missing", async () => {
    const greeting = "220 hi\r\n";
    const replies = (socket: { write(text: string): void }, text: string) => {
      if (/^EHLO/m.test(text)) socket.write("250 AUTH PLAIN\r\n");
      else if (/^AUTH/m.test(text)) socket.write("235 ok\r\n");
      else if (/^(MAIL|RCPT)/m.test(text)) socket.write("250 ok\r\n");
      else if (/^DATA/m.test(text)) socket.write("354 go\r\n");
    };
    const { id, key } = await addActiveMailbox(app, owner);
    const silentAtEnd = await startRawServer((socket) => {
      socket.write(greeting);
      socket.on("data", (bytes) => {
        if (/\r\n\.\r\n$/.test(bytes.toString())) socket.destroy();
        else replies(socket, bytes.toString());
      });
    });
    const silentBefore = await startRawServer((socket) => {
      socket.write(greeting);
      socket.on("data", (bytes) => {
        if (/^DATA/.test(bytes.toString())) socket.destroy();
        else replies(socket, bytes.toString());
      });
    });
    const sentTo = async (port: number) => {
      await app.platform.db.execute(sql`update mailboxes set port = ${port} where id = ${id}`);
      return sendOne(key);
    };
    const lost = { accepted: false, failure: { kind: "connection" } };
    expect(await sentTo(silentAtEnd)).toMatchObject({ ...lost, is_uncertain: true });
    expect(await sentTo(silentBefore)).toMatchObject({ ...lost, is_uncertain: false });
  });

  it("5.1.10 stops after a refused sign-in, once, until a test works again", async () => {
    const login = { ...LOGIN };
    const { id, key } = await addActiveMailbox(app, owner, { manners: { login } });
    login.pass = "changed";
    for (let n = 0; n < 2; n++) expect(await sendOne(key)).toMatchObject({ failure: { kind: "auth" } });
    expect(await mailboxOf(id)).toMatchObject({ state: "auth_failed", is_ready: false });
    const moves = (await eventsOf(app, id)).filter(({ name }) => name === "mailbox.state_changed");
    expect(moves).toHaveLength(1);
    expect(await app.mailTo(owner.email, /sign in to hello@mia\.example/)).toMatchObject({
      text: expect.stringContaining("5.7.8"),
    });
    await vi.waitUntil(async () => (await owner.api("GET", "/notifications")).body.items.length > 0, WAIT);
    expect((await owner.api("GET", "/notifications")).body.items).toMatchObject([
      { text: "We can’t sign in to hello@mia.example, so nothing goes out through it" },
    ]);
    login.pass = MAIL_PASSWORD;
    expect((await owner.api("POST", `/mailboxes/${id}/test`)).body.mailbox.state).toBe("active");
  });

  it("signs in with a token, gets a new one if that’s refused, and notices when access is gone", async () => {
    const login = { ...LOGIN };
    const issuer = await startTokenIssuer(login, "shh");
    const oauth = { auth: "xoauth2", token_url: issuer.url, client_id: "fanfare", client_secret: "shh" };
    const { id, key } = await addActiveMailbox(app, owner, { manners: { login }, more: oauth });
    expect(await sendOne(key)).toMatchObject({ accepted: true });
    expect(await sendOne(key)).toMatchObject({ accepted: true });
    expect(issuer.granted).toBe(1);
    // The server has forgotten the token, so it takes another.
    login.pass = "something else";
    expect(await sendOne(key)).toMatchObject({ accepted: true });
    expect(issuer.granted).toBe(2);
    await owner.api("PATCH", `/mailboxes/${id}`, { password: "revoked", client_secret: "shh" });
    expect(await sendOne(key)).toMatchObject({ failure: { kind: "auth" } });
    expect((await mailboxOf(id)).state).toBe("auth_failed");
  });

  it("5.1.10 waits when the server asks for it, and goes on by itself", async () => {
    const verdict = { code: 421, words: "4.7.28 Too many messages" };
    const { id, key } = await addActiveMailbox(app, owner, { manners: { judge: () => verdict } });
    await sendOne(key);
    const { retry_at, ...throttled } = await mailboxOf(id);
    expect(throttled).toMatchObject({ state: "throttled", is_ready: true });
    const ask = () => reserveSends(app.platform, key, 1, app.clock.now());
    expect(await ask()).toEqual({ granted: 0, next_at: retry_at });
    app.clock.advance(SLOW_DOWN_MS);
    expect(await ask()).toEqual({ granted: 1, next_at: null });
    expect((await mailboxOf(id)).state).toBe("active");
    await pauseForReputation(app.platform, key, "3% came back.");
    expect(await ask()).toEqual({ granted: 0, next_at: null });
    expect(await mailboxOf(id)).toMatchObject({ state: "paused_by_reputation", last_error: "3% came back." });
  });

  it("5.10.12 many nodes share one count, and the warm-up plan is part of it", async () => {
    const limits = { per_second: null, per_minute: 10, per_hour: null, per_day: 1000 };
    const { id, key } = await addActiveMailbox(app, owner, { more: { limits, warms_up: true } });
    const taken = await Promise.all(
      Array.from({ length: 8 }, () => reserveSends(app.platform, key, 3, app.clock.now())),
    );
    expect(taken.reduce((sum, { granted }) => sum + granted, 0)).toBe(10);
    expect(await mailboxOf(id)).toMatchObject({ sent_today: 10, may_today: 50 });
    let sent = 10;
    for (let minute = 0; minute < 8; minute++) {
      app.clock.advance(61_000);
      sent += (await reserveSends(app.platform, key, 100, app.clock.now())).granted;
    }
    expect(sent).toBe(50);
  });
});

describe("a test says in words what’s wrong", () => {
  const WRONG = { host: MAIL_HOST, port: 1, security: "none", from_address: FROM } as const;

  /** The finding about a mailbox with these settings. */
  async function findingOf(port: number, more: object = {}) {
    const { id } = (await owner.api("POST", "/mailboxes", mailboxForm(port, more))).body;
    const { step, words } = await runConnectionTest(app.platform, await rowOf(id), {
      to: owner.email,
      patience: IMPATIENT,
    });
    return { step, words };
  }

  it("about the name, and the port", async () => {
    const tls = { security: "tls" };
    expect(await findingOf(25, { ...tls, host: "nowhere.example" })).toEqual({
      step: "name",
      words: "There’s no host named nowhere.example. Check its spelling.",
    });
    expect(await findingOf(25, { ...tls, host: "inside.example" })).toMatchObject({
      step: "name",
      words: expect.stringMatching(/private/),
    });
    const closed = await startRawServer(() => undefined);
    expect(await findingOf(closed)).toMatchObject({
      step: "connection",
      words: expect.stringMatching(/says nothing/),
    });
    expect((await findingOf(1)).words).toMatch(/Nothing answers at/);
    const web = await startRawServer((socket) => socket.write("HTTP/1.1 400 Bad Request\r\n\r\n"));
    expect((await findingOf(web)).words).toMatch(/isn’t a mail server/);
    const closing = await startRawServer((socket) => socket.end());
    expect((await findingOf(closing)).words).toMatch(/hung up/);
  });

  it("about encryption", async () => {
    const selfSigned = await startMailServer({ encryption: "tls" });
    expect(await findingOf(selfSigned.port, { security: "tls" })).toMatchObject({
      step: "encryption",
      words: expect.stringMatching(/certificate/),
    });
    expect((await findingOf(selfSigned.port, { security: "starttls" })).words).toMatch(/Choose TLS instead/);
    const plain = await startMailServer();
    expect((await findingOf(plain.port, { security: "tls" })).words).toMatch(/Choose STARTTLS instead/);
    expect((await findingOf(plain.port, { security: "starttls" })).words).toMatch(/doesn’t offer STARTTLS/);
    for (const [message, words] of [
      ["Hostname/IP does not match certificate's altnames", /another name/],
      ["certificate has expired", /expired/],
    ] as const)
      expect(diagnose(new Error(message), WRONG)).toMatchObject({
        step: "encryption",
        words: expect.stringMatching(words),
      });
  });

  it("about the sign-in, the sender, and the e-mail", async () => {
    const server = await startMailServer({ login: LOGIN });
    expect(await findingOf(server.port, { password: "wrong" })).toMatchObject({ step: "sign_in" });
    const strict = await startMailServer({
      login: LOGIN,
      judgeSender: () => ({ code: 553, words: "5.7.1 Not yours" }),
    });
    expect(await findingOf(strict.port)).toMatchObject({ step: "sender" });
    expect((await findingOf(strict.port)).words).toContain("“553 5.7.1 Not yours”");
    const picky = await startMailServer({
      login: LOGIN,
      judge: () => ({ code: 554, words: "No tests here" }),
    });
    expect(await findingOf(picky.port)).toMatchObject({ step: "message" });
  });
});
