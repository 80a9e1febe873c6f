// @project server-postgres
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { systemCtx } from "#src/platform/context.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import type { TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { startDns, type TestDns } from "#test/harness/dns.ts";
import { eventsOf } from "#test/harness/events.ts";
import { startMailServer } from "#test/harness/mail-server.ts";
import {
  addActiveMailbox,
  FROM,
  LOGIN,
  MAIL_HOST,
  MAIL_PASSWORD,
  mailboxForm,
  proveAgain,
  signUpSender,
  startMailboxApp,
} from "#test/harness/mailbox.ts";
import { CODE_MS_MAX, MAILBOXES_MAX } from "./rules.ts";
import { listReadyMailboxes, pauseForReputation, reserveSends } from "./sending-accounts.ts";

let app: TestApp;
let owner: Client;

let dns: TestDns;

beforeAll(async () => {
  dns = await startDns();
  app = await startMailboxApp({ DNS_SERVERS: dns.address });
});
afterAll(async () => {
  await app?.close();
  dns?.close();
});
beforeEach(async () => {
  owner = await signUpSender(app);
});

const create = (port: number, more: object = {}) => owner.api("POST", "/mailboxes", mailboxForm(port, more));
const test = (id: string) => owner.api("POST", `/mailboxes/${id}/test`);
const stateOf = async (id: string) =>
  (await owner.api("GET", "/mailboxes")).body.items.find((one: { id: string }) => one.id === id).state;
const movesOf = async (id: string) =>
  (await eventsOf(app, id)).flatMap(({ name, payload }) =>
    name === "mailbox.state_changed" ? `${payload.from} → ${payload.to}` : [],
  );

describe("a sending account", () => {
  it("is ready after a test whose sign-in is the sender’s own address, at its domain’s own server", async () => {
    dns.addZone("mia.example", { MX: [MAIL_HOST] });
    const server = await startMailServer({ login: LOGIN });
    const id = randomUUID();
    const [made, again] = [await create(server.port, { id }), await create(server.port, { id })];
    expect([made.status, again.status, made.body.state, again.body.id]).toEqual([201, 201, "unverified", id]);
    const { body } = await test(id);
    expect(body).toMatchObject({ is_ok: true, step: "done" });
    expect(body.mailbox).toMatchObject({ state: "active", is_proven: true, is_ready: true, last_error: "" });
    const [mail] = server.received;
    expect([mail?.from?.text, mail?.subject]).toEqual([`"Mia" <${FROM}>`, "Test from Fanfare"]);
    expect(mail?.headers.get("auto-submitted")).toBe("auto-generated");
    expect(await movesOf(id)).toEqual(["unverified → active"]);
    const ready = await listReadyMailboxes(systemCtx(app.platform, { job: "test", account: owner.id }));
    expect(ready.map((one) => one.id)).toEqual([id]);
  });

  it("waits for a proof if somebody signs in as another, or at a server that takes any name", async () => {
    const user = "ceo@bank.example";
    for (const [login, from] of [
      ["apikey", FROM],
      [user, user],
    ] as const) {
      const server = await startMailServer({ login: { user: login, pass: MAIL_PASSWORD } });
      const { id } = (await create(server.port, { username: login, from_address: from })).body;
      expect((await test(id)).body).toMatchObject({
        is_ok: true,
        mailbox: { state: "unverified", is_proven: false, is_ready: false },
      });
    }
  });

  it("a test says nothing about the address that it’s given while the test runs", async () => {
    dns.addZone("mia.example", { MX: [MAIL_HOST] });
    const gate = Promise.withResolvers<undefined>();
    const asked = Promise.withResolvers<undefined>();
    const judge = () => {
      asked.resolve(undefined);
      return gate.promise;
    };
    const server = await startMailServer({ login: LOGIN, judge });
    const { id } = (await create(server.port)).body;
    const running = test(id);
    await asked.promise;
    await owner.api("PATCH", `/mailboxes/${id}`, { from_address: "ceo@bank.example" });
    gate.resolve(undefined);
    expect((await running).body.mailbox).toMatchObject({ state: "unverified", is_proven: false });
  });

  it("is proven by a code at its address, which only works there, for a while, and for a few tries", async () => {
    const { id } = (await create(25, { username: "apikey" })).body;
    await app.platform.db.execute(sql`update mailboxes set tested_at = now() where id = ${id}`);
    const ask = () => owner.api("POST", `/mailboxes/${id}/code`);
    const prove = (code: string) => owner.api("POST", `/mailboxes/${id}/proof`, { code });
    expect((await prove("123456")).body.code).toBe("CODE_OVER");
    const codeIn = (text = "") => /\b\d{6}\b/.exec(text)?.[0] ?? "";
    const codes = async (count: number) =>
      (await app.mailsTo(FROM, /Your code/, count)).map(({ text }) => codeIn(text));
    await ask();
    const [first = ""] = await codes(1);
    const wrong = first === "000000" ? "000001" : "000000";
    for (let n = 0; n < 5; n++) expect((await prove(wrong)).body.code).toBe("CODE_WRONG");
    expect((await prove(first)).body.code).toBe("CODE_OVER");
    app.clock.advance(1000);
    await ask();
    const second = (await codes(2)).find((code) => code !== first) ?? "";
    await owner.api("PATCH", `/mailboxes/${id}`, { from_address: "victim@bank.example" });
    expect((await prove(second)).body.code).toBe("CODE_OVER");
    await owner.api("PATCH", `/mailboxes/${id}`, { from_address: FROM });
    await app.platform.db.execute(sql`update mailboxes set tested_at = now() where id = ${id}`);
    await ask();
    const third = (await codes(3)).find((code) => ![first, second].includes(code)) ?? "";
    app.clock.advance(CODE_MS_MAX);
    expect((await prove(third)).body.code).toBe("CODE_OVER");
    await ask();
    const fourth = (await codes(4)).find((code) => ![first, second, third].includes(code)) ?? "";
    // Coming back to the dialog keeps the code that’s in the inbox.
    expect((await owner.api("POST", `/mailboxes/${id}/code`, { keeps_code: true })).status).toBe(200);
    expect((await prove(` ${fourth.slice(0, 3)} ${fourth.slice(3)} `)).body).toMatchObject({
      is_proven: true,
      state: "active",
    });
    expect((await eventsOf(app, id)).map(({ name }) => name)).toContain("mailbox.proven");
    expect((await ask()).status).toBe(200);
    for (const [path, body] of [["code"], ["proof", { code: "1" }]] as const)
      expect((await owner.api("POST", `/mailboxes/${randomUUID()}/${path}`, body)).body.code).toBe(
        "MAILBOX_NOT_FOUND",
      );
  });

  it("5.1.11 keeps its password out of answers, events, and the database", async () => {
    const { body } = await create(25);
    await owner.api("PATCH", `/mailboxes/${body.id}`, { password: `${MAIL_PASSWORD}!`, port: 26 });
    const listed = (await owner.api("GET", "/mailboxes")).body;
    const stored = await rowsOf(app.platform.db, sql`select * from mailboxes`);
    const told = await eventsOf(app, body.id);
    expect(told.map(({ payload }) => payload)).toContainEqual({ fields: ["port", "password"] });
    for (const seen of [body, listed, stored, told])
      expect(JSON.stringify(seen)).not.toContain(MAIL_PASSWORD);
  });

  it("asks for the password again before it’s sent to another server", async () => {
    const { id } = (await create(25)).body;
    const change = (changes: object) => owner.api("PATCH", `/mailboxes/${id}`, changes);
    for (const changes of [
      { host: "other.example", security: "tls" },
      { port: 2525 },
      { security: "tls" },
      { username: "x" },
    ])
      expect((await change(changes)).body.code).toBe("MAIL_PASSWORD_MISSING");
    expect((await change({ from_name: "Mia B." })).body.from_name).toBe("Mia B.");
    expect((await change({ host: "other.example", security: "tls", password: "new" })).status).toBe(200);
  });

  it("stops when somebody turns it off, and goes on where it was", async () => {
    const { id, key } = await addActiveMailbox(app, owner);
    const turn = async (is_enabled: boolean) =>
      (await owner.api("PATCH", `/mailboxes/${id}`, { is_enabled })).body.state;
    expect(await turn(false)).toBe("disabled");
    expect(await reserveSends(app.platform, key, 1, app.clock.now())).toEqual({
      granted: 0,
      next_at: null,
    });
    expect(await turn(true)).toBe("active");
    await owner.api("PATCH", `/mailboxes/${id}`, { from_address: "other@mia.example" });
    expect(await stateOf(id)).toBe("unverified");
    expect((await owner.api("DELETE", `/mailboxes/${id}`)).body).toEqual({ id });
    const told = (await eventsOf(app, id)).map(({ name }) => name);
    expect(told.filter((name) => name !== "mailbox.state_changed")).toEqual([
      "mailbox.created",
      "mailbox.updated",
      "mailbox.deleted",
    ]);
    expect((await owner.api("DELETE", `/mailboxes/${id}`)).body.code).toBe("MAILBOX_NOT_FOUND");
  });

  it("5.1.10 goes on after it was paused for its reputation only once somebody turns it on", async () => {
    const { id, key } = await addActiveMailbox(app, owner);
    await pauseForReputation(app.platform, key, "5 of the last 900 e-mails were reported as spam.");
    const change = async (changes: object) =>
      (await owner.api("PATCH", `/mailboxes/${id}`, changes)).body.state;
    expect((await test(id)).body).toMatchObject({ is_ok: true, mailbox: { state: "paused_by_reputation" } });
    expect(await change({ from_name: "Mia B." })).toBe("paused_by_reputation");
    expect(await change({ is_enabled: true })).toBe("active");
    expect(await reserveSends(app.platform, key, 1, app.clock.now())).toMatchObject({ granted: 1 });
  });

  it("says what’s missing in its form", async () => {
    const codes: [object, string][] = [
      [{ from_name: "  " }, "FROM_NAME_MISSING"],
      [{ from_address: "mia" }, "FROM_ADDRESS_INVALID"],
      [{ from_address: `${FROM}\r\nBcc: x@y.example` }, "FROM_ADDRESS_INVALID"],
      [{ reply_to: "mia@" }, "REPLY_TO_INVALID"],
      [{ host: "https://smtp.mia.example" }, "MAIL_HOST_INVALID"],
      [{ host: "plain.example" }, "MAIL_HOST_PLAIN"],
      [{ username: " " }, "MAIL_USERNAME_MISSING"],
      [{ password: "" }, "MAIL_PASSWORD_MISSING"],
      [{ auth: "xoauth2", token_url: "ftp://x" }, "TOKEN_URL_INVALID"],
    ];
    for (const [more, code] of codes) {
      const { body, status } = await create(25, more);
      expect([status, body.code]).toEqual([400, code]);
    }
    const { id } = (await create(25)).body;
    for (const [more, code] of codes)
      expect([
        code,
        (await owner.api("PATCH", `/mailboxes/${id}`, { port: 26, password: "new", ...more })).status,
      ]).toEqual([code, 400]);
    expect((await owner.api("PATCH", `/mailboxes/${randomUUID()}`, {})).body.code).toBe("MAILBOX_NOT_FOUND");
    expect((await test(randomUUID())).body.code).toBe("MAILBOX_NOT_FOUND");
  });

  it("that’s added, deleted, or changed in where e-mail leaves or answers go takes proof, long after signing in", async () => {
    const { id } = (await create(25)).body;
    app.clock.advance(3_600_000);
    const change = (body: object) => owner.api("PATCH", `/mailboxes/${id}`, body);
    const refused = [
      await create(26),
      await change({ password: "another" }),
      await change({ host: "other.example", security: "tls", password: MAIL_PASSWORD }),
      await change({ from_address: "other@mia.example" }),
      await change({ reply_to: "other@mia.example" }),
      await owner.api("DELETE", `/mailboxes/${id}`),
    ].map(({ status, body }) => [status, body.code]);
    expect(refused).toEqual(refused.map(() => [403, "REAUTHENTICATION_REQUIRED"]));
    for (const body of [{ from_name: "Nora" }, { is_enabled: false }, { from_address: FROM, reply_to: "" }])
      expect((await change(body)).status).toBe(200);
    expect((await owner.api("POST", "/mailboxes", { ...mailboxForm(26), from_address: "" })).body.code).toBe(
      "FROM_ADDRESS_INVALID",
    );
    await proveAgain(app, owner);
    expect((await owner.api("DELETE", `/mailboxes/${id}`)).status).toBe(200);
  });

  it("is one of a few, and for people whose address is confirmed", async () => {
    for (let n = 0; n < MAILBOXES_MAX; n++) await create(25);
    expect((await create(25)).body.code).toBe("MAILBOX_LIMIT");
    await app.platform.db.execute(sql`update users set email_verified = false where id = ${owner.id}`);
    expect((await create(25)).body.code).toBe("EMAIL_UNCONFIRMED");
  });
});
