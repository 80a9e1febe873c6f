// @project server-postgres
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { addActiveMailbox, FROM, signUpSender, startMailboxApp } from "#test/harness/mailbox.ts";

const BLOCKS = [{ id: "t", type: "text", html: "<p>Hi {{ contact.first_name }}, {{ sender.name }}</p>" }];
const NOBODY = "00000000-0000-4000-8000-000000000000";

let app: TestApp;
let mia: Client;
let mailbox: Awaited<ReturnType<typeof addActiveMailbox>>;
let isFull = false;

beforeAll(async () => {
  app = await startMailboxApp();
  await app.signUp();
});
afterAll(() => app?.close());
beforeEach(async () => {
  mia = await signUpSender(app);
  const manners = { judge: () => (isFull ? { code: 550, words: "5.7.1 No more of this" } : undefined) };
  mailbox = await addActiveMailbox(app, mia, { manners, more: { postal_address: "Oslo 1" } });
});

const preview = (draft: object, more: object = {}) =>
  mia.api("POST", "/templates/preview", { draft, ...more });

it("5.2.4 an e-mail is previewed before it’s saved anywhere, with its sender, as somebody", async () => {
  const { id: contact_id } = (
    await mia.api("POST", "/contacts", { email: "nora@fans.example", name: "Nora" })
  ).body;
  const draft = { subject: "For {{ contact.name }}", preheader: "Soon", mode: "blocks", blocks: BLOCKS };
  const usual = (await preview(draft)).body;
  expect(usual).toMatchObject({ from: { address: "" }, subject: expect.stringMatching(/^For /) });
  const { body } = await preview(
    { ...draft, mailbox_id: mailbox.id, from_name: "Mia & band" },
    { contact_id },
  );
  expect(body).toMatchObject({ subject: "For Nora", preheader: "Soon" });
  expect(body.from).toEqual({ name: "Mia & band", address: FROM });
  expect(body.html).toMatch(/Hi Nora, Mia &amp; band[\s\S]*Oslo 1/);
  expect((await preview({ ...draft, mailbox_id: mailbox.id })).body.from.name).toBe("Mia");

  const form = { name: "T", subject: "Theirs", preheader: "Theirs, too", html: "<p>Template</p>" };
  const { id: template_id } = (await mia.api("POST", "/templates", form)).body;
  const ofTemplate = (await preview({ ...draft, template_id, preheader: "" })).body;
  expect(ofTemplate).toMatchObject({ preheader: "Theirs, too", html: expect.stringContaining("Template") });
  expect((await preview({ mode: "html", source: "<p>{{ oops }}</p>" })).body.findings).toContainEqual(
    expect.objectContaining({ severity: "stop", message: expect.stringContaining("oops") }),
  );
});

it("5.2.4 what a draft names has to be there", async () => {
  const test = (draft: object, more: object = {}) =>
    mia.api("POST", "/templates/test", { draft: { mailbox_id: mailbox.id, ...draft }, ...more });
  for (const call of [preview, test]) {
    const answers = [
      await call({ template_id: NOBODY }),
      await call({ attachments: [{ id: NOBODY }] }),
      await call({ blocks: BLOCKS }, { contact_id: NOBODY }),
    ];
    const found = answers.map(({ status, body }) => [status, body.code]);
    expect(found).toEqual([
      [404, "TEMPLATE_NOT_FOUND"],
      [404, "ATTACHMENT_NOT_FOUND"],
      [404, "CONTACT_NOT_FOUND"],
    ]);
  }
  expect((await test({ mailbox_id: NOBODY })).body.code).toBe("MAILBOX_NOT_FOUND");
  const theirs = await signUpSender(app);
  const stolen = await theirs.api("POST", "/templates/test", { draft: { mailbox_id: mailbox.id } });
  expect([stolen.status, stolen.body.code]).toEqual([404, "MAILBOX_NOT_FOUND"]);
});

it("5.2.4 a test of a draft goes to whoever asks, from the name that it has", async () => {
  const draft = { subject: "Hello", mode: "blocks", blocks: BLOCKS, mailbox_id: mailbox.id };
  const test = (more: object = {}) => mia.api("POST", "/templates/test", { draft: { ...draft, ...more } });
  const sent = await test({ from_name: "Mia & band" });
  expect([sent.status, sent.body]).toEqual([200, { to: mia.email }]);
  const [message] = mailbox.server.received;
  expect(message).toMatchObject({ subject: "[Test] Hello", from: { text: expect.stringContaining("band") } });
  expect(message?.html).toMatch(/Mia &amp; band[\s\S]*Oslo 1/);

  expect((await test({ blocks: [{ ...BLOCKS[0], html: "{{ oops }}" }] })).body.code).toBe("TEMPLATE_BROKEN");
  await app.platform.db.execute(sql`update mailboxes set state = 'disabled' where id = ${mailbox.id}`);
  expect((await test()).body.code).toBe("TEST_MAILBOX_BUSY");
  await app.platform.db.execute(sql`update mailboxes set state = 'active' where id = ${mailbox.id}`);
  await mia.api("PUT", "/sending", { is_stopped: true });
  expect((await test()).body.code).toBe("SENDING_STOPPED");
  await mia.api("PUT", "/sending", { is_stopped: false });
  isFull = true;
  expect((await test()).body.code).toBe("TEST_REFUSED");
  isFull = false;
  await app.platform.db.execute(sql`update users set email_verified = false where id = ${mia.id}`);
  expect((await test()).body.code).toBe("TEST_UNCONFIRMED");
});

it("5.2.6 the list of templates has a sketch of each, for its thumbnail", async () => {
  const blocks = [
    { id: "h", type: "heading", text: "On tour" },
    ...BLOCKS,
    { id: "b", type: "button", label: "Dates", url: "https://mia.example" },
  ];
  const other = await signUpSender(app);
  await other.api("POST", "/templates", { name: "Tour", blocks });
  await other.api("POST", "/templates", { name: "Code", html: "<p>Hi</p>" });
  const { items } = (await other.api("GET", "/templates")).body;
  const lookOf = (name: string) => items.find((one: { name: string }) => one.name === name).look;
  expect(
    lookOf("Tour").parts.map(({ type, words }: { type: string; words: string }) => [type, words]),
  ).toEqual([
    ["heading", "On tour"],
    ["text", ""],
    ["button", "Dates"],
  ]);
  expect(lookOf("Code").parts.length).toBeGreaterThan(0);
});
