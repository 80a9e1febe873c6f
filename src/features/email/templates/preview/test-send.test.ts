// @project server-postgres
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { reserveReceivers } from "#src/features/email/sending-accounts/sending-accounts.ts";
import type { TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { addActiveMailbox, signUpSender, startMailboxApp } from "#test/harness/mailbox.ts";
import { RENDER_BUDGET } from "../render/render.ts";

let app: TestApp;
let founder: Client;

beforeAll(async () => {
  app = await startMailboxApp();
  founder = await app.signUp();
});
afterAll(() => app?.close());

it("a test goes to whoever asks, through a sending account, unless something’s wrong", async () => {
  let isFull = false;
  const mia = await signUpSender(app);
  const { id: mailbox_id, server } = await addActiveMailbox(app, mia, {
    manners: { judge: () => (isFull ? { code: 550, words: "5.7.1 No more of this" } : undefined) },
    more: { postal_address: "Oslo 1" },
  });
  const html = "<p>{{ contact.first_name }}, {{ sender.name }}, {{ sender.postal_address }}</p>";
  const { id } = (await mia.api("POST", "/templates", { name: "N", subject: "Hello", html })).body;
  const test = (body: object = {}, of = id) =>
    mia.api("POST", `/templates/${of}/test`, { mailbox_id, ...body });
  const sent = await test();
  expect([sent.status, sent.body]).toEqual([200, { to: mia.email }]);
  const [message] = server.received;
  expect(message).toMatchObject({ subject: "[Test] Hello", to: { text: mia.email } });
  expect(message?.html).toContain("Mia, Mia, Oslo 1");

  const nobody = await test({ contact_id: id });
  expect([nobody.status, nobody.body.code]).toEqual([404, "CONTACT_NOT_FOUND"]);
  const gone = await test({ mailbox_id: id });
  expect([gone.status, gone.body.code]).toEqual([404, "MAILBOX_NOT_FOUND"]);
  const broken = (await mia.api("POST", "/templates", { name: "B", html: "{{ nobody }}" })).body.id;
  const refused = await test({}, broken);
  expect([refused.status, refused.body.code]).toEqual([409, "TEMPLATE_BROKEN"]);
  expect(refused.body.message).toContain("nobody");
  await app.platform.db.execute(sql`update mailboxes set state = 'disabled' where id = ${mailbox_id}`);
  expect((await test()).body.code).toBe("TEST_MAILBOX_BUSY");
  await app.platform.db.execute(sql`update mailboxes set state = 'active' where id = ${mailbox_id}`);
  // Both stops hold for it, too (5.3.11).
  for (const [by, path, stop, allow] of [
    [mia, "/sending", { is_stopped: true }, { is_stopped: false }],
    [founder, "/settings", { values: { sending: "off" } }, { values: { sending: "on" } }],
  ] as const) {
    const method = path === "/settings" ? "PATCH" : "PUT";
    expect((await by.api(method, path, stop)).status).toBe(200);
    const stopped = await test();
    expect([path, stopped.status, stopped.body.code]).toEqual([path, 409, "SENDING_STOPPED"]);
    await by.api(method, path, allow);
  }
  // So do the limits of whoever receives it and of the instance, which it counts towards (5.10.12).
  await app.platform.db.execute(sql`update users set email = 'mia@t-online.de' where id = ${mia.id}`);
  expect((await test()).status).toBe(200);
  const reserve = (count: number) =>
    reserveReceivers(
      app.platform,
      { account: mia.id, id: mailbox_id },
      { hosts: Array(count).fill("t-online.de"), now: app.clock.now() },
    );
  expect((await reserve(120)).filter((turn) => turn !== null)).toHaveLength(1);
  expect((await test()).body.code).toBe("TEST_MAILBOX_BUSY");
  app.clock.advance(2 * 60_000);
  await founder.api("PATCH", "/settings", { values: { mails_per_minute: "1" } });
  expect((await test()).status).toBe(200);
  expect((await test()).body.code).toBe("TEST_MAILBOX_BUSY");
  await founder.api("PATCH", "/settings", { values: { mails_per_minute: "off" } });
  expect(server.received).toHaveLength(3);
  isFull = true;
  const dead = await test();
  expect([dead.status, dead.body.code]).toEqual([422, "TEST_REFUSED"]);
  await app.platform.db.execute(sql`update users set email_verified = false where id = ${mia.id}`);
  expect((await test()).body.code).toBe("TEST_UNCONFIRMED");
});

it("an e-mail that can’t be put together in time has no plain text either, and says why", async () => {
  const mia = await signUpSender(app);
  const { id } = (await mia.api("POST", "/templates", { name: "N", html: "<p>Hi</p>" })).body;
  const draft = { mode: "html", source: "<p>Hi</p>".repeat(30_000) };
  const { msMax } = RENDER_BUDGET;
  RENDER_BUDGET.msMax = 1;
  try {
    const refused = await mia.api("POST", `/templates/${id}/text`, { draft });
    expect([refused.status, refused.body.code]).toEqual([409, "TEMPLATE_BROKEN"]);
    expect(refused.body.message).toContain("takes too long");
  } finally {
    RENDER_BUDGET.msMax = msMax;
  }
});
