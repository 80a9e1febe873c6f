// @project server-postgres
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { rowsOf } from "#src/platform/db/database.ts";
import type { TestApp } from "#test/harness/app.ts";
import { trustedCertificate } from "#test/harness/certificates.ts";
import type { Client } from "#test/harness/client.ts";
import { type GmailServer, startGmailServer } from "#test/harness/gmail-server.ts";
import { startImapServer } from "#test/harness/imap-server.ts";
import { startMailServer } from "#test/harness/mail-server.ts";
import {
  LOGIN,
  MAIL_HOST,
  MAIL_PASSWORD,
  mailboxForm,
  signUpSender,
  startMailboxApp,
  startTokenIssuer,
} from "#test/harness/mailbox.ts";
import { openSender } from "../sending-accounts.ts";
import { keyPurpose } from "./dkim.ts";

const CLIENT_SECRET = "the secret of an OAuth client";
const GOOGLE_SECRET = "the secret of Google's client";
const IMAP_PASSWORD = "the password of an inbox";

const logged: string[] = [];
let google: GmailServer;
let app: TestApp;
beforeAll(async () => {
  google = await startGmailServer();
  const secrets = { GOOGLE_CLIENT_ID: "fanfare", GOOGLE_CLIENT_SECRET: GOOGLE_SECRET };
  const logTo = { write: (line: string) => void logged.push(line) };
  app = await startMailboxApp({ ...secrets, LOG_LEVEL: "debug" }, { gmail: google.endpoints, logTo });
});
afterAll(async () => {
  await app?.close();
  await google?.stop();
});

const MESSAGE = {
  id: "1.2",
  to: "fan@fans.example",
  subject: "News",
  html: "<p>Hi</p>",
  text: "Hi",
  headers: {},
};

it.each([
  ...(["starttls", "tls"] as const).flatMap((security) =>
    (["PLAIN", "LOGIN", "CRAM-MD5", "XOAUTH2"] as const).map((method) => ({ security, method })),
  ),
])("5.1.4 an e-mail goes out with $security, signed in with $method", async ({ security, method }) => {
  const certificate = await trustedCertificate(MAIL_HOST);
  const login = { ...LOGIN };
  const server = await startMailServer({ login, encryption: security, certificate, authMethods: [method] });
  const issuer = await startTokenIssuer(login, CLIENT_SECRET);
  login.pass = LOGIN.pass;
  const oauth = { token_url: issuer.url, client_id: "fanfare", client_secret: CLIENT_SECRET };
  const auth = { auth: method.toLowerCase(), ...(method === "XOAUTH2" && oauth) };
  const owner = await signUpSender(app);
  const { id } = (await owner.api("POST", "/mailboxes", mailboxForm(server.port, { security, ...auth })))
    .body;
  expect((await owner.api("POST", `/mailboxes/${id}/test`)).body).toMatchObject({
    is_ok: true,
    step: "done",
  });
  const sender = await openSender(app.platform, { account: owner.id, id });
  onTestFinished(() => sender.close());
  expect(await sender.send(MESSAGE)).toMatchObject({ accepted: true });
  expect(server.received.map(({ subject }) => subject)).toEqual(["Test from Fanfare", "News"]);
  expect(server.signIns).toEqual(Array(2).fill({ method, secure: true }));
});

/** Somebody whose answers are kept. */
function listenTo(client: Client, heard: string[]): Client["api"] {
  return async (...call) => {
    const answer = await client.api(...call);
    heard.push(JSON.stringify(answer.body));
    return answer;
  };
}

/** Every row of every table, as text. */
async function dump(): Promise<string> {
  const { db } = app.platform;
  const tables = await rowsOf<{ name: string }>(
    db,
    sql`select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const texts: string[] = [];
  for (const { name } of tables)
    for (const { row } of await rowsOf<{ row: string }>(
      db,
      sql`select t::text as row from ${sql.raw(name)} t`,
    ))
      texts.push(row);
  return texts.join("\n");
}

it("5.1.11 no password, token or key is in an answer, in the log or in a dump, whatever fails", async () => {
  const owner = await signUpSender(app);
  const heard: string[] = [];
  const api = listenTo(owner, heard);
  const login = { ...LOGIN };
  const server = await startMailServer({ login });
  const { id } = (await api("POST", "/mailboxes", mailboxForm(server.port))).body;
  const test = async (id: string) => (await api("POST", `/mailboxes/${id}/test`)).body.is_ok;
  expect(await test(id)).toBe(true);
  await api("POST", `/mailboxes/${id}/dkim`);
  const inbox = await startImapServer({ login: { user: "mia", pass: "another" } });
  const saved = await api("PUT", `/mailboxes/${id}/inbox`, {
    host: MAIL_HOST,
    port: inbox.port,
    security: "none",
    auth: "plain",
    username: "mia",
    password: IMAP_PASSWORD,
  });
  expect(saved.status).toBe(200);
  await api("POST", `/mailboxes/${id}/inbox/test`);
  const issuer = await startTokenIssuer(login, CLIENT_SECRET);
  const oauth = {
    auth: "xoauth2",
    token_url: issuer.url,
    client_id: "fanfare",
    client_secret: CLIENT_SECRET,
  };
  const other = (await api("POST", "/mailboxes", mailboxForm(server.port, oauth))).body.id;
  expect(await test(other)).toBe(true);

  const gmail = (await api("POST", "/mailboxes", { kind: "gmail", from_name: "Mia", gmail_plan: "personal" }))
    .body;
  const { url } = (await api("POST", `/mailboxes/${gmail.id}/google`)).body;
  const back = new URL((await fetch(url, { redirect: "manual" })).headers.get("location") ?? "");
  await api("POST", "/mailboxes/google", Object.fromEntries(back.searchParams));
  expect(await test(gmail.id)).toBe(true);
  google.isRevoked = true;
  google.answers.push({ status: 401 }, { status: 401 });
  expect(await test(gmail.id)).toBe(false);

  login.pass = "changed";
  // The issuer refuses this one, and would have changed the password again.
  await api("PATCH", `/mailboxes/${other}`, { password: `${MAIL_PASSWORD}!`, client_secret: CLIENT_SECRET });
  for (const one of [id, other]) {
    expect(await test(one)).toBe(false);
    const sender = await openSender(app.platform, { account: owner.id, id: one });
    expect(await sender.send(MESSAGE)).toMatchObject({ accepted: false });
    sender.close();
  }
  await api("PATCH", `/mailboxes/${id}`, { port: 1, password: MAIL_PASSWORD });
  expect(await test(id)).toBe(false);
  await api("GET", "/mailboxes");
  await api("GET", "/notifications");

  const [row] = await rowsOf<{ dkim_key: string }>(
    app.platform.db,
    sql`select dkim_key from mailboxes where id = ${id}`,
  );
  const key = app.platform.vault.open(keyPurpose(id), row?.dkim_key ?? "") ?? "";
  const dkim = key.split("\n")[2] ?? "";
  expect(dkim).toMatch(/^[\w+/=]{20,}$/);
  const dumped = await dump();
  expect(dumped).toContain(id);
  const secrets = [
    MAIL_PASSWORD,
    CLIENT_SECRET,
    GOOGLE_SECRET,
    IMAP_PASSWORD,
    "a refresh token",
    dkim,
    "token 1",
  ];
  const places = { answers: heard.join("\n"), log: logged.join("\n"), dump: dumped };
  for (const [place, text] of Object.entries(places))
    for (const secret of secrets)
      for (const spelled of [secret, Buffer.from(secret).toString("base64"), encodeURIComponent(secret)])
        expect([place, secret, text.includes(spelled)]).toEqual([place, secret, false]);
});
