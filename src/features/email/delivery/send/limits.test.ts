// @project server-postgres
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { DRAFTS_MAX } from "#src/features/email/campaigns/rules.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import type { TestApp } from "#test/harness/app.ts";
import { type Sender, startSender } from "#test/harness/campaigns.ts";
import { startMailboxApp } from "#test/harness/mailbox.ts";

const WAIT = { timeout: 20_000 };

let app: TestApp;
beforeAll(async () => {
  app = await startMailboxApp();
});
afterAll(() => app?.close());

const ENDS: Record<string, (sender: Sender, id: string) => Promise<unknown>> = {
  paused: ({ act }, id) => act(id, "pause"),
  canceled: ({ act }, id) => act(id, "cancel"),
};

it.each(Object.entries(ENDS))(
  "5.1.7 what was reserved when a campaign was %s counts only if it went out",
  async (state, end) => {
    const gate = Promise.withResolvers<undefined>();
    const sender = await startSender(app, { judge: () => gate.promise });
    const { owner, mailbox, add, act, reaches, addFans } = sender;
    await addFans(Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`fan${at}`, {}])));
    const id = await add();
    await act(id, "send");
    const began = () =>
      rowsOf(
        app.platform.db,
        sql`select from deliveries where batch_id = ${id} and attempt_started_at is not null`,
      );
    await vi.waitUntil(async () => (await began()).length > 0, WAIT);
    await end(sender, id);
    await reaches(id, state);
    gate.resolve(undefined);
    const card = async () =>
      (await owner.api("GET", "/mailboxes")).body.items.find((one: { id: string }) => one.id === mailbox.id);
    const leased = () =>
      rowsOf(app.platform.db, sql`select from deliveries where batch_id = ${id} and state = 'leased'`);
    await vi.waitUntil(async () => (await leased()).length === 0, WAIT);
    await vi.waitFor(async () => {
      const sent = mailbox.server.received.length;
      expect(sent).toBeLessThan(30);
      expect((await card()).sent_today).toBe(sent);
    }, WAIT);
  },
);

it("5.1.7 whoever is skipped at the last moment doesn’t count as sent", async () => {
  const gate = Promise.withResolvers<undefined>();
  // One at a time, so that something still waits.
  const limits = { per_second: 1, per_minute: null, per_hour: null, per_day: null };
  const sender = await startSender(app, { judge: () => gate.promise }, { limits });
  const { owner, mailbox, add, act, reaches, addFans } = sender;
  await addFans({ a: {}, b: {} });
  const id = await add();
  await act(id, "send");
  const handing = () =>
    rowsOf<{ contact_id: string }>(
      app.platform.db,
      sql`select contact_id from deliveries where batch_id = ${id} and attempt_started_at is not null`,
    );
  await vi.waitUntil(async () => (await handing()).length === 1, WAIT);
  const [first] = await handing();
  await app.platform.db.execute(sql`update contacts set status = 'unsubscribed'
    where user_id = ${owner.id} and id <> ${first?.contact_id}`);
  gate.resolve(undefined);
  await reaches(id, "sent");
  const { sent_today } = (await owner.api("GET", "/mailboxes")).body.items[0];
  expect([mailbox.server.received.length, sent_today]).toEqual([1, 1]);
});

it("5.1.2 a campaign under way says when it goes on and why, and how many days its limits make of it", async () => {
  const limits = { per_second: null, per_minute: null, per_hour: null, per_day: 2 };
  const sender = await startSender(app, {}, { limits });
  const { owner, mailbox, add, act, get: campaignOf, addFans, received } = sender;
  await addFans({ a: {}, b: {}, c: {}, d: {}, e: {} });
  const id = await add();
  await act(id, "send");
  await vi.waitUntil(() => received().length === 2, WAIT);
  await vi.waitFor(async () => {
    const { outlook, figures } = await campaignOf(id);
    expect([figures.waiting, outlook?.why]).toEqual([3, "Your sending account has reached its limit."]);
    const hours = (Date.parse(outlook.goes_on_at) - app.clock.now().getTime()) / 3_600_000;
    expect(hours).toBeGreaterThan(20);
    expect(hours).toBeLessThanOrEqual(24.25);
    expect(outlook.days).toBe(3);
  }, WAIT);
  const { sent_today } = (await owner.api("GET", "/mailboxes")).body.items.find(
    (one: { id: string }) => one.id === mailbox.id,
  );
  expect(sent_today).toBe(2);
  await act(id, "pause");
  expect((await campaignOf(id)).outlook).toBeNull();
});

it("an account has a number of drafts at most", async () => {
  const owner = await app.signUp();
  await app.platform.db.execute(sql`insert into campaigns (user_id, id, name, audience, state_at, created_at, updated_at)
    select ${owner.id}, gen_random_uuid(), 'x', '{}', now(), now(), now() from generate_series(1, ${DRAFTS_MAX})`);
  expect((await owner.api("POST", "/campaigns", { name: "One more" })).body.code).toBe("DRAFT_LIMIT");
});
