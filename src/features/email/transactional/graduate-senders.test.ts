// @project server-postgres
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { recordFeedback } from "#src/features/email/delivery/delivery.ts";
import { reserveSends, settleSends } from "#src/features/email/sending-accounts/sending-accounts.ts";
import type { TestApp } from "#test/harness/app.ts";
import { startSender } from "#test/harness/campaigns.ts";
import { addActiveMailbox, signUpSender, startMailboxApp } from "#test/harness/mailbox.ts";
import { recordMailFeedback } from "./feedback.ts";
import { graduateSenders } from "./graduate-senders.ts";

const DAY_MS = 86_400_000;
let app: TestApp;
beforeAll(async () => {
  app = await startMailboxApp({ NEW_ACCOUNT_MAILS: "10" });
});
afterAll(() => app?.close());

it("5.10.17 a new account sends so much a day, over all its sending accounts, until a week without complaints", async () => {
  const owner = await signUpSender(app);
  const [a, b] = [await addActiveMailbox(app, owner), await addActiveMailbox(app, owner)];
  const reserve = (key: typeof a.key, wanted: number) =>
    reserveSends(app.platform, key, wanted, app.clock.now());
  const limitOf = async () => (await owner.api("GET", "/mailboxes")).body.new_account;
  expect(await limitOf()).toEqual({ per_day: 10, sent_today: 0 });
  // Two nodes at once, and what one of them doesn't use.
  const both = await Promise.all([reserve(a.key, 8), reserve(b.key, 8)]);
  expect(both.map(({ granted }) => granted).sort()).toEqual([2, 8]);
  const now = app.clock.now();
  await settleSends(app.platform, a.key, { granted: 2, used: 1, from: now, to: now });
  expect(await limitOf()).toEqual({ per_day: 10, sent_today: 9 });

  const mail = { to: "fan@fans.example", mailbox_id: b.id, subject: "Hi", text: "Hi" };
  const ids: string[] = [];
  for (const _ of [1, 2]) ids.push((await owner.api("POST", "/mails", mail)).body.id);
  const all = () => Promise.all(ids.map(async (id) => (await owner.api("GET", `/mails/${id}`)).body));
  await vi.waitFor(
    async () => {
      const states = (await all()).map(({ state, outcome }) => [state, /New accounts/.test(outcome)]);
      expect(states.sort()).toEqual([
        ["handed_over", false],
        ["pending", true],
      ]);
    },
    { timeout: 20_000 },
  );
  // Another sending account is no way around it.
  await owner.api("DELETE", `/mailboxes/${a.id}`);
  const c = await addActiveMailbox(app, owner);
  expect(await reserve(c.key, 5)).toMatchObject({
    granted: 0,
    is_new_account: true,
    next_at: expect.any(String),
  });
  const stranger = await signUpSender(app);
  expect((await reserve((await addActiveMailbox(app, stranger)).key, 5)).granted).toBe(5);

  app.clock.advance(6 * DAY_MS);
  await graduateSenders(app.platform);
  expect((await reserve(c.key, 99)).granted).toBe(10);
  const [sent] = (await all()).filter(({ state }) => state === "handed_over");
  const complaint = {
    account: owner.id,
    message_id: `<${sent.id}@mia.example>`,
    kind: "complained" as const,
  };
  await recordMailFeedback(app.platform, { ...complaint, words: "", at: now.toISOString(), event_id: "e" });
  app.clock.advance(DAY_MS / 2);
  await app.platform.db.execute(
    sql`update mail_trust set since = ${now.toISOString()}::timestamptz - interval '1 day'`,
  );
  await graduateSenders(app.platform);
  expect(await limitOf()).toMatchObject({ per_day: 10 });
  await app.platform.db.execute(
    sql`update transactional_mails set state = 'delivered' where id = ${sent.id}`,
  );
  await graduateSenders(app.platform);
  expect(await limitOf()).toBeNull();
  expect((await reserve(c.key, 99)).granted).toBe(99);
});

it("5.10.17 a new account stays one for a week after e-mail whose records it deletes", async () => {
  const sender = await startSender(app);
  const { owner, mailbox } = sender;
  const { db } = app.platform;
  await sender.addFans({ nora: {} });
  const id = await sender.add();
  await sender.act(id, "send");
  await sender.reaches(id, "sent");
  const [contact] = (await owner.api("GET", "/contacts")).body.items;
  const told = {
    message_id: `<${id}.${contact.id}@mia.example>`,
    account: owner.id,
    kind: "complained" as const,
    words: "",
    event_id: "e",
  };
  // Whoever reported it has a clock that's far ahead.
  const at = new Date(app.clock.now().getTime() + 99 * DAY_MS).toISOString();
  expect(await recordFeedback(app.platform, { ...told, at })).toMatchObject({ is_new: true });
  await db.execute(sql`update mail_trust set since = since - interval '8 days' where user_id = ${owner.id}`);
  expect((await owner.api("DELETE", `/campaigns/${id}`)).status).toBe(200);
  const isNew = async () => (await owner.api("GET", "/mailboxes")).body.new_account !== null;
  const sendClean = async () => {
    const mail = { to: "fan@fans.example", mailbox_id: mailbox.id, subject: "Hi", text: "Hi" };
    const sent = (await owner.api("POST", "/mails", mail)).body;
    const stateOf = async () => (await owner.api("GET", `/mails/${sent.id}`)).body.state;
    await vi.waitUntil(async () => (await stateOf()) === "handed_over", { timeout: 20_000 });
  };
  await sendClean();
  await graduateSenders(app.platform);
  expect(await isNew()).toBe(true);
  app.clock.advance(7.5 * DAY_MS);
  await sendClean();
  await graduateSenders(app.platform);
  expect(await isNew()).toBe(false);
});
