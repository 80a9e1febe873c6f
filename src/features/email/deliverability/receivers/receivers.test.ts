// @project server-postgres
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { rowsOf } from "#src/platform/db/database.ts";
import type { TestApp } from "#test/harness/app.ts";
import { runDue, type Sender, startSender } from "#test/harness/campaigns.ts";
import { eventsOf } from "#test/harness/events.ts";
import { signUpSender, startMailboxApp } from "#test/harness/mailbox.ts";
import { guardReceivers } from "./receivers.ts";

const WAIT = { timeout: 20_000 };

let app: TestApp;
beforeAll(async () => {
  app = await startMailboxApp();
});
afterAll(() => app?.close());

const paused = async ({ owner }: Pick<Sender, "owner">) =>
  (await owner.api("GET", "/deliverability/receivers/paused")).body.items;
const set = (verb: "pause" | "resume", { owner, mailbox }: Sender, host: string) =>
  owner.api("POST", `/mailboxes/${mailbox.id}/receivers/${verb}`, { host });

it("holds back one receiver’s e-mail, sends the rest, and sends what waited once it’s resumed", async () => {
  const sender = await startSender(app);
  const { mailbox, add, act, addFans, received, reaches } = sender;
  await addFans({ a: {}, b: {}, c: {} });
  await app.platform.db.execute(sql`update contacts set email = 'a@googlemail.com' where user_id = ${sender.owner.id}
    and email like 'a@%'`);
  expect((await set("pause", sender, "Gmail.com")).body).toEqual({ receiver: "gmail" });
  expect((await set("pause", sender, "gmail.com")).status).toBe(200);
  const id = await add();
  await act(id, "send");
  await vi.waitUntil(() => received().length === 2, WAIT);
  await vi.waitFor(async () => {
    expect(await paused(sender)).toMatchObject([
      { mailbox_id: mailbox.id, receiver: "gmail", why: "hand", waiting: 1, paused_at: expect.any(String) },
    ]);
    const [row] = await rowsOf<{ outcome: string }>(
      app.platform.db,
      sql`select outcome from deliveries where batch_id = ${id} and state = 'pending'`,
    );
    expect(row?.outcome).toBe("E-mail to this receiver is paused, so it waits.");
  }, WAIT);
  expect((await set("resume", sender, "googlemail.com")).body).toEqual({ receiver: "gmail" });
  expect(await paused(sender)).toEqual([]);
  app.clock.advance(16 * 60_000);
  await runDue(app.platform);
  await reaches(id, "sent");
  expect(received().length).toBe(3);
  const told = (await eventsOf(app, mailbox.id)).map(({ name }) => name);
  expect(told.filter((name) => name.startsWith("receiver."))).toEqual([
    "receiver.paused",
    "receiver.resumed",
  ]);
});

it("knows only the account’s own sending accounts, and wants to know which receiver", async () => {
  const sender = await startSender(app);
  const stranger = await signUpSender(app);
  for (const verb of ["pause", "resume"] as const) {
    const answer = await set(verb, { ...sender, owner: stranger }, "gmail.com");
    expect([answer.status, answer.body.code]).toEqual([404, "MAILBOX_NOT_FOUND"]);
  }
  expect((await set("pause", sender, " ")).status).toBe(400);
  expect((await set("resume", sender, "gmail.com")).status).toBe(200);
});

it("the rule pauses a receiver that puts off too much, tells of it once, and leaves a resumed one alone", async () => {
  const gate = Promise.withResolvers<undefined>();
  const sender = await startSender(app, { judge: () => gate.promise });
  const { mailbox, add, act, addFans, owner } = sender;
  await addFans({ a: {} });
  const id = await add();
  await act(id, "send");
  const { db } = app.platform;
  const isUnderWay = async () =>
    (await rowsOf(db, sql`select from deliveries where batch_id = ${id} and attempt_started_at is not null`))
      .length > 0;
  await vi.waitUntil(isUnderWay, WAIT);
  const now = app.clock.now().toISOString();
  await db.execute(sql`insert into deliveries (user_id, batch_id, contact_id, host, due_at, refusals, tried_at)
    select ${owner.id}, ${id}, gen_random_uuid(), 'outlook.com', ${now}::timestamptz + interval '1 hour', 1, ${now}
    from generate_series(1, 60)`);
  await db.execute(sql`insert into deliveries (user_id, batch_id, contact_id, host, due_at, refusals, tried_at)
    select ${owner.id}, ${id}, gen_random_uuid(), 'hotmail.com', ${now}::timestamptz + interval '1 hour', 1, ${now}
    from generate_series(1, 60)`);
  await guardReceivers(app.platform);
  await guardReceivers(app.platform);
  expect(await paused(sender)).toMatchObject([{ receiver: "microsoft", why: "deferrals", waiting: 120 }]);
  const told = async () =>
    (await eventsOf(app, mailbox.id)).filter(({ name }) => name === "receiver.paused").length;
  expect(await told()).toBe(1);
  await vi.waitFor(async () => {
    const { items } = (await owner.api("GET", "/notifications")).body;
    expect(items.map(({ kind }: { kind: string }) => kind)).toContain("mailbox_receiver_paused");
  }, WAIT);
  await set("resume", sender, "live.com");
  await guardReceivers(app.platform);
  expect([await paused(sender), await told()]).toEqual([[], 1]);
  gate.resolve(undefined);
});

it("takes hosts in any script, and nothing else", async () => {
  const sender = await startSender(app);
  for (const host of ["a\0b.example", "a b.example", "<b>x</b>", "\ud800.example", " "])
    expect((await set("pause", sender, host)).status).toBe(400);
  for (const host of ["bücher.example", "[2001:db8::1]", "t-online.de"])
    expect((await set("pause", sender, host)).status).toBe(200);
});
