// @project server-postgres
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startApp, type TestApp } from "#test/harness/app.ts";
import { addBatch } from "#test/harness/campaigns.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ PLANS: "off" });
  app.clock.set("2026-03-31T12:00:00Z");
});
afterAll(() => app?.close());

it("says for each day of a warm-up what was planned, and what campaigns and programs sent", async () => {
  const owner = await app.signUp();
  const { db } = app.platform;
  const [mailbox, old, batch] = [randomUUID(), randomUUID(), randomUUID()];
  for (const [id, since] of [
    [mailbox, "2026-03-29T10:00:00Z"],
    [old, "2026-01-01T10:00:00Z"],
  ])
    await db.execute(sql`insert into mailboxes (user_id, id, kind, from_name, from_address, state, state_since, host, port, warm_up_since, created_at)
      values (${owner.id}, ${id}, 'smtp', 'Mia', 'hi@mia.example', 'active', now(), 'none.invalid', 587, ${since}, now())`);
  await addBatch(app, {
    ...{ user_id: owner.id, id: batch, mailbox_id: mailbox, tracking: "each", recipients: 7 },
    snapshot: { subject: "", preheader: "", html: "", text: "", links: [], postal_address: "" },
    started_at: "2026-03-30T11:00:00.000Z",
  });
  await db.execute(sql`insert into deliveries (user_id, batch_id, contact_id, host, due_at)
    select ${owner.id}, ${batch}, gen_random_uuid(), 'gmail.com', '2026-03-30T11:00:00Z' from generate_series(1, 7)`);
  await db.execute(sql`update deliveries set state = 'handed_over', handed_over_at = '2026-03-30T11:00:00Z',
    tried_at = '2026-03-30T11:00:00Z' where batch_id = ${batch}`);
  await db.execute(sql`insert into transactional_mails (user_id, id, mailbox_id, email, subject, due_at, state, handed_over_at, created_at)
    values (${owner.id}, ${randomUUID()}, ${mailbox}, 'x@fans.example', 'Hi', now(), 'handed_over', '2026-03-29T12:00:00Z', now())`);
  const { items } = (await owner.api("GET", "/deliverability/warm-up")).body;
  expect(items.length).toBe(1);
  expect(items[0]).toMatchObject({ mailbox_id: mailbox, address: "hi@mia.example", is_over: false });
  expect(items[0].days.length).toBe(10);
  expect(items[0].days.slice(0, 4)).toEqual([
    { at: "2026-03-29T10:00:00.000Z", planned: 50, sent: 1 },
    { at: "2026-03-30T10:00:00.000Z", planned: 100, sent: 7 },
    { at: "2026-03-31T10:00:00.000Z", planned: 200, sent: 0 },
    { at: "2026-04-01T10:00:00.000Z", planned: 400, sent: null },
  ]);
  expect((await (await app.signUp()).api("GET", "/deliverability/warm-up")).body).toEqual({ items: [] });
});
