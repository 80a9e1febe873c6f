// @project server-postgres
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { rowsOf } from "#src/platform/db/database.ts";
import type { TestApp } from "#test/harness/app.ts";
import { addBatch } from "#test/harness/campaigns.ts";
import type { Client } from "#test/harness/client.ts";
import { type ImapServer, startImapServer } from "#test/harness/imap-server.ts";
import { addActiveMailbox, LOGIN, MAIL_HOST, signUpSender, startMailboxApp } from "#test/harness/mailbox.ts";
import { pollInbox } from "./poll.ts";

let app: TestApp;
let owner: Client;
let mailbox: Awaited<ReturnType<typeof addActiveMailbox>>;
let server: ImapServer;
beforeAll(async () => {
  app = await startMailboxApp({ ROLES: "web" });
});
beforeEach(async () => {
  owner = await signUpSender(app);
  mailbox = await addActiveMailbox(app, owner);
  server = await startImapServer({ login: LOGIN });
});
afterAll(() => app?.close());

const connect = () =>
  owner.api("PUT", `/mailboxes/${mailbox.id}/inbox`, {
    host: MAIL_HOST,
    port: server.port,
    security: "none",
    username: LOGIN.user,
    password: LOGIN.pass,
  });
const read = () => pollInbox(app.platform, { account: owner.id, mailbox_id: mailbox.id });

/** A fan who has got a campaign with a subject, and the Message-ID it had. */
async function sendTo(email: string, subject = "News") {
  const { id } = (await owner.api("POST", "/contacts", { email, name: "Nora" })).body;
  const campaign = randomUUID();
  await app.platform.db.execute(sql`insert into campaigns (user_id, id, name, subject, state, state_at, audience, mailbox_id, created_at, updated_at)
    values (${owner.id}, ${campaign}, 'News', ${subject}, 'sent', now(), '{"tags": [], "profile_ids": []}', ${mailbox.id}, now(), now())`);
  await addBatch(app, { user_id: owner.id, id: campaign, mailbox_id: mailbox.id, snapshot: { subject } });
  await app.platform.db.execute(sql`insert into deliveries (user_id, batch_id, contact_id, state, host, due_at, handed_over_at)
    values (${owner.id}, ${campaign}, ${id}, 'handed_over', 'fans.example', now(), now())`);
  return { id, campaign, message_id: `<${campaign}.${id}@mia.example>` };
}

const statusOf = async (id: string) => (await owner.api("GET", `/contacts/${id}`)).body.status;
const repliesOf = async (id: string) =>
  (await owner.api("GET", `/contacts/${id}/timeline`)).body.items.filter(
    ({ kind }: { kind: string }) => kind === "reply",
  );
const mailOf = (subject: string, message_id: string, more = "") =>
  `From: Nora <nora@fans.example>\nSubject: ${subject}\nMessage-ID: <${randomUUID()}@fans.example>\nIn-Reply-To: ${message_id}\n${more}\nHello!`;
const bounceOf = (message_id: string, words: string) =>
  `From: MAILER-DAEMON <>\nSubject: Mail delivery failed\nMessage-ID: <${randomUUID()}@mx.example>\n\nThis is a mail agent.\n\nThere was an error delivering your mail to <x@fans.example>.\n\nmx.fans.example [192.0.2.7] did not like our RCPT TO:\n${words}\n\nMessage headers follow.\n\nMessage-Id: ${message_id}\n`;

it("5.10.9 what came in the last days before the inbox was set up counts, and so does what comes before the first look", async () => {
  const [before, meanwhile] = [await sendTo("before@fans.example"), await sendTo("meanwhile@fans.example")];
  server.deliver(bounceOf(before.message_id, "550 5.1.1 no such user"));
  expect((await connect()).status).toBe(200);
  server.deliver(bounceOf(meanwhile.message_id, "550 5.1.1 no such user"));
  await read();
  expect([await statusOf(before.id), await statusOf(meanwhile.id)]).toEqual(["bounced", "bounced"]);
  // Not everything that was ever there.
  expect(server.commands.filter((one) => /SEARCH/i.test(one))).toEqual([expect.stringMatching(/SINCE/i)]);
});

it("5.10.8 from a bounce in the inbox to the contact and the campaign's figures: only a dead address is one", async () => {
  await connect();
  const cases = [
    [
      await sendTo("gone@fans.example"),
      "450 4.1.1 <x@fans.example>: User unknown in virtual mailbox table",
      1,
    ],
    [await sendTo("full@fans.example"), "552 5.1.1 <x@fans.example>: Mailbox is over quota", 0],
    [await sendTo("listed@fans.example"), "550 5.2.1 Mailbox unavailable. Your IP address is blacklisted", 0],
    [await sendTo("fast@fans.example"), "550 5.1.1 192.0.2.1 has sent to too many recipients this hour", 0],
  ] as const;
  for (const [{ message_id }, words] of cases) server.deliver(bounceOf(message_id, words));
  await read();
  for (const [{ id, campaign }, , hard] of cases) {
    expect(await statusOf(id)).toBe(hard === 1 ? "bounced" : "new");
    const [row] = await rowsOf<{ state: string }>(
      app.platform.db,
      sql`select state from deliveries where batch_id = ${campaign}`,
    );
    expect(row?.state).toBe(hard === 1 ? "bounced_hard" : "bounced_soft");
  }
});

it("5.10.8 a person who answers “Out of office?” is heard, and a program that answers it isn't", async () => {
  await connect();
  const ours = "Out of office? Read this, {{ first_name }}";
  const [person, program] = [
    await sendTo("nora@fans.example", ours),
    await sendTo("away@fans.example", ours),
  ];
  server.deliver(mailOf("Out of office? Read this, Nora", person.message_id));
  server.deliver(mailOf("Automatic reply: Out of office? Read this, Nora", program.message_id));
  await read();
  expect([await repliesOf(person.id), await repliesOf(program.id)].map(({ length }) => length)).toEqual([
    1, 0,
  ]);
});

it.each([
  ["where it says", "Reply-To: Nora at work <Work@münchen.example>\n", "work@xn--mnchen-3ya.example"],
  ["to the address that wrote", "", "nora@fans.example"],
  ["to the address that wrote if what it says is no address", "Reply-To: nobody\n", "nora@fans.example"],
])("an answer to a reply goes %s", async (_, header, to) => {
  await connect();
  const { id, message_id } = await sendTo("nora.old@fans.example");
  server.deliver(mailOf("Re: News", message_id, header));
  await read();
  const [reply] = await repliesOf(id);
  const answer = { text: "Thank you", answer_id: randomUUID() };
  expect((await owner.api("POST", `/contacts/${id}/replies/${reply.id}/answer`, answer)).status).toBe(201);
  // As it came, since parsing it would write the domain in Unicode.
  expect(/^To: (.*)$/m.exec(String(mailbox.server.raw.at(-1)))?.[1]?.trim()).toBe(to);
});

it("5.10.8 a bounce that names only an address is about that one, apostrophe and all", async () => {
  await connect();
  const [irish, other] = [await sendTo("o'neil@fans.example"), await sendTo("neil@fans.example")];
  server.deliver(
    `From: MAILER-DAEMON <>\nSubject: Mail delivery failed\nMessage-ID: <${randomUUID()}@mx.example>\n\nThere was an error delivering your mail to <o'neil@fans.example>.\n\n550 5.1.1 no such user\n`,
  );
  await read();
  expect([await statusOf(irish.id), await statusOf(other.id)]).toEqual(["bounced", "new"]);
});
