// @project server-postgres
import { randomUUID } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "drizzle-orm";
import { simpleParser } from "mailparser";
import { OAuth2Server } from "oauth2-mock-server";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { rowsOf } from "#src/platform/db/database.ts";
import type { TestApp } from "#test/harness/app.ts";
import { startApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { signUpSender } from "#test/harness/mailbox.ts";
import { openSender, reserveSends } from "../sending-accounts.ts";

const CLIENT = {
  GOOGLE_CLIENT_ID: "fanfare",
  GOOGLE_CLIENT_SECRET: "between us",
  NEW_ACCOUNT_MAILS: "off",
};
const SCOPE = "openid email https://www.googleapis.com/auth/gmail.send";
const google = new OAuth2Server();
/** What Google's token endpoint says besides tokens, and instead of them. */
let granted: Record<string, unknown> = {};
let claims: Record<string, unknown> = {};
let isRevoked = false;
let tokensGiven = 0;

/** Gmail's API: what it got, and how it answers. */
let gmail: Server;
let sent: { authorization: string; raw: string; threadId?: string }[] = [];
let revoked: string[] = [];
let answers: { status: number; body?: object; headers?: Record<string, string> }[] = [];

let app: TestApp;
let owner: Client;

beforeAll(async () => {
  await google.issuer.keys.generate("RS256");
  await google.start(0, "localhost");
  google.service.on("beforeTokenSigning", ({ payload }) => Object.assign(payload, claims));
  google.service.on("beforeResponse", (response) => {
    tokensGiven++;
    Object.assign(response.body as object, { refresh_token: "the refresh token", scope: SCOPE, ...granted });
    if (isRevoked) Object.assign(response, { statusCode: 400, body: { error: "invalid_grant" } });
  });
  gmail = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    if (request.url === "/revoke") {
      revoked.push(new URLSearchParams(body).get("token") ?? "");
      return response.end();
    }
    const { status, body: words = {}, headers } = answers.shift() ?? { status: 200 };
    if (status === 0) return request.socket.destroy();
    const isUpload = request.url === "/upload/gmail/v1/users/me/messages/send?uploadType=media";
    const { raw, threadId } = isUpload ? { raw: Buffer.from(body).toString("base64url") } : JSON.parse(body);
    if (status === 200) sent.push({ authorization: request.headers.authorization ?? "", raw, threadId });
    const done = { id: `id-${sent.length}`, threadId: threadId ?? `thread-${sent.length}` };
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify(status === 200 ? done : words));
  });
  await new Promise<void>((done) => gmail.listen(0, "127.0.0.1", done));
  const api = `http://127.0.0.1:${(gmail.address() as AddressInfo).port}`;
  const issuer = google.issuer.url ?? "";
  const endpoints = {
    authorize: `${issuer}/authorize`,
    token: `${issuer}/token`,
    revoke: `${api}/revoke`,
    api,
  };
  app = await startApp(CLIENT, { gmail: endpoints });
});
afterAll(async () => {
  await app?.close();
  gmail?.close();
  await google.stop();
});
beforeEach(async () => {
  [granted, claims, isRevoked, sent, revoked, answers] = [
    {},
    { email: "mia@gmail.example", email_verified: true },
    false,
    [],
    [],
    [],
  ];
  owner = await signUpSender(app);
});

const create = (more: object = {}) =>
  owner.api("POST", "/mailboxes", { kind: "gmail", from_name: "Mia", gmail_plan: "personal", ...more });
const leave = (id: string) => owner.api("POST", `/mailboxes/${id}/google`);
const finish = ({ state, code }: { state: string; code: string }, who = owner) =>
  who.api("POST", "/mailboxes/google", { state, code });

/** Goes to Google, and says with what it comes back. */
async function goToGoogle(id: string): Promise<{ url: URL; state: string; code: string }> {
  const url = new URL((await leave(id)).body.url);
  const back = new URL((await fetch(url, { redirect: "manual" })).headers.get("location") ?? "");
  expect(back.origin + back.pathname).toBe(`${app.platform.instance.publicUrl}/auth/gmail/callback`);
  const { state = "", code = "" } = Object.fromEntries(back.searchParams);
  return { url, state, code };
}

async function connect(more: object = {}) {
  const { id } = (await create(more)).body;
  const { state, code } = await goToGoogle(id);
  const { body } = await finish({ state, code });
  return { id: id as string, body, key: { account: owner.id, id: id as string } };
}

async function sendOne(key: { account: string; id: string }, more: object = {}) {
  const sender = await openSender(app.platform, key);
  const message = { to: "fan@fans.example", subject: "News", html: "<p>Hi</p>", text: "Hi", headers: {} };
  return sender.send({ id: randomUUID(), ...message, ...more });
}

const mailboxOf = async (id: string) =>
  (await owner.api("GET", "/mailboxes")).body.items.find((one: { id: string }) => one.id === id);
const refusal = (message: string, reason: string) => ({ error: { message, errors: [{ reason }] } });

describe("Gmail", () => {
  it("5.2.7 gets e-mail with files as it is, because Google takes little JSON", async () => {
    const { key } = await connect();
    const content = Buffer.alloc(2 * 1024 * 1024, 7);
    const file = { name: "Tour “2026”.pdf", type: "application/pdf", content };
    expect(await sendOne(key, { attachments: [file] })).toMatchObject({ accepted: true });
    const { attachments } = await simpleParser(Buffer.from(sent[0]?.raw ?? "", "base64url"));
    expect(attachments.map(({ filename, contentType }) => [filename, contentType])).toEqual([
      ["Tour “2026”.pdf", "application/pdf"],
    ]);
    expect(attachments[0]?.content.equals(content)).toBe(true);
  });

  it("5.1.1 is asked to let us send and nothing else, with PKCE and a state, and proves the address itself", async () => {
    const { id } = (await create()).body;
    const { url, state, code } = await goToGoogle(id);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: "fanfare",
      scope: SCOPE,
      code_challenge_method: "S256",
      access_type: "offline",
    });
    expect(url.searchParams.get("code_challenge")).toMatch(/^[\w-]{43}$/);
    expect((await finish({ state, code })).body).toMatchObject({
      from_address: "mia@gmail.example",
      is_proven: true,
      state: "active",
      may_today: 500,
    });
    expect((await finish({ state, code })).body.code).toBe("GMAIL_STATE");
    const stored = JSON.stringify(
      await rowsOf(app.platform.db, sql`select * from mailboxes where id = ${id}`),
    );
    expect(stored).not.toContain("the refresh token");
  });

  it("comes back only to the person who left, in time, with what we asked for", async () => {
    const { id } = (await create()).body;
    const other = await signUpSender(app);
    const { state, code } = await goToGoogle(id);
    expect((await finish({ state, code }, other)).body.code).toBe("GMAIL_STATE");
    expect((await finish({ state: "x", code })).body.code).toBe("GMAIL_STATE");
    granted = { scope: "openid email" };
    expect((await finish({ state, code })).body.code).toBe("GMAIL_SCOPE");
    granted = {};
    claims = { email: "mia@gmail.example", email_verified: false };
    expect((await finish(await goToGoogle(id))).body.code).toBe("GMAIL_REFUSED");
    isRevoked = true;
    expect((await finish(await goToGoogle(id))).body.code).toBe("GMAIL_REFUSED");
    isRevoked = false;
    const late = await goToGoogle(id);
    app.clock.advance(15 * 60_000);
    expect((await finish(late)).body.code).toBe("GMAIL_STATE");
    expect((await leave(randomUUID())).body.code).toBe("MAILBOX_NOT_FOUND");
    expect((await create({ from_name: "" })).body.code).toBe("FROM_NAME_MISSING");
  });

  it("sends through its API, in the same conversation where that’s wanted, with one token for many", async () => {
    const { key, id } = await connect();
    tokensGiven = 0;
    expect(await sendOne(key)).toMatchObject({ accepted: true, provider_id: "id-1", thread_id: "thread-1" });
    expect(await sendOne(key, { thread_id: "thread-1" })).toMatchObject({ thread_id: "thread-1" });
    expect([tokensGiven, sent[1]?.threadId]).toEqual([1, "thread-1"]);
    const mail = await simpleParser(Buffer.from(sent[0]?.raw ?? "", "base64url"));
    expect([mail.from?.text, mail.subject, mail.text?.trim()]).toEqual([
      '"Mia" <mia@gmail.example>',
      "News",
      "Hi",
    ]);
    answers = [{ status: 401 }];
    expect(await sendOne(key)).toMatchObject({ accepted: true });
    expect((await owner.api("POST", `/mailboxes/${id}/test`)).body).toMatchObject({ is_ok: true });
  });

  it("5.1.3 waits as long as Google wants, and blames no fan for it", async () => {
    const { key, id } = await connect();
    const wait = async () => {
      const { state, retry_at } = await mailboxOf(id);
      expect(state).toBe("throttled");
      return (Date.parse(retry_at) - app.clock.now().getTime()) / 1000;
    };
    const limited = { accepted: false, failure: { kind: "limit" }, is_uncertain: false };
    answers = [
      { status: 429, headers: { "retry-after": "120" }, body: refusal("Too many", "rateLimitExceeded") },
    ];
    expect(await sendOne(key)).toMatchObject({ ...limited, failure: { kind: "limit", wait_seconds: 120 } });
    expect(await wait()).toBeCloseTo(120, -1);
    app.clock.advance(121_000);
    expect((await reserveSends(app.platform, key, 1, app.clock.now())).granted).toBe(1);
    answers = [{ status: 403, body: refusal("Daily limit", "dailyLimitExceeded") }];
    expect(await sendOne(key)).toMatchObject(limited);
    expect(await wait()).toBeCloseTo(900, -1);
  });

  it.each([
    [400, refusal("Invalid To header", "invalidArgument"), "hard", false],
    [400, refusal("Message rejected", "invalidArgument"), "policy", false],
    [503, refusal("Backend", "backendError"), "soft", false],
    [500, refusal("Backend", "backendError"), "soft", true],
    [200.5, {}, "connection", true],
  ])("tells a %d apart", async (status, body, kind, is_uncertain) => {
    const { key } = await connect();
    answers = [{ status: Number.isInteger(status) ? status : 0, body }];
    expect(await sendOne(key)).toMatchObject({ accepted: false, failure: { kind }, is_uncertain });
  });

  it("5.10.13 knows that nothing left when there was no connection to Google", async () => {
    const { key } = await connect();
    const { gmail, ...platform } = app.platform;
    for (const api of ["http://127.0.0.1:2", "http://nowhere.invalid"]) {
      const sender = await openSender({ ...platform, gmail: gmail && { ...gmail, api } }, key);
      const message = { id: randomUUID(), to: "fan@fans.example", subject: "Hi", html: "Hi", text: "Hi" };
      expect(await sender.send({ ...message, headers: {} })).toMatchObject({
        accepted: false,
        failure: { kind: "connection" },
        is_uncertain: false,
      });
    }
  });

  it("5.1.2 sends no more than 150 a minute and 500 or 2,000 in 24 hours", async () => {
    const { key } = await connect();
    const take = async () => (await reserveSends(app.platform, key, 10_000, app.clock.now())).granted;
    const taken = [await take()];
    for (let minute = 0; minute < 5; minute++) {
      app.clock.advance(61_000);
      taken.push(await take());
    }
    expect(taken).toEqual([150, 150, 150, 50, 0, 0]);
    expect((await connect({ gmail_plan: "workspace" })).body.may_today).toBe(2000);
  });

  it("5.1.1 stops when access is revoked at Google, and revokes it when it’s deleted here", async () => {
    const { key, id } = await connect();
    isRevoked = true;
    expect(await sendOne(key)).toMatchObject({ failure: { kind: "auth" } });
    expect((await mailboxOf(id)).state).toBe("auth_failed");
    expect((await reserveSends(app.platform, key, 1, app.clock.now())).granted).toBe(0);
    isRevoked = false;
    expect((await finish(await goToGoogle(id))).body.state).toBe("active");
    await owner.api("DELETE", `/mailboxes/${id}`);
    expect(revoked).toEqual(["the refresh token"]);
  });

  it("takes proof of who connects it, long after they signed in", async () => {
    const { id } = (await create()).body;
    app.clock.advance(3_600_000);
    const asked = await owner.api("POST", `/mailboxes/${id}/google`);
    expect([asked.status, asked.body.code]).toEqual([403, "REAUTHENTICATION_REQUIRED"]);
  });

  it("says what’s missing on an instance that Google doesn’t know", async () => {
    const other = await startApp();
    try {
      owner = await signUpSender(other);
      expect((await create()).body.code).toBe("GMAIL_UNAVAILABLE");
      expect((await finish({ state: "x", code: "x" })).body.code).toBe("GMAIL_UNAVAILABLE");
      expect((await owner.api("GET", "/mailboxes")).body.offers_gmail).toBe(false);
      const id = randomUUID();
      await other.platform.db.execute(
        sql`insert into mailboxes (user_id, id, kind, from_name, from_address, state, state_since, created_at)
          values (${owner.id}, ${id}, 'gmail', 'Mia', '', 'unverified', now(), now())`,
      );
      expect((await leave(id)).body.code).toBe("GMAIL_UNAVAILABLE");
    } finally {
      await other.close();
    }
  });
});
