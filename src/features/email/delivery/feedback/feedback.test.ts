// @project server-postgres
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { findLatestTo, recordFeedback } from "#src/features/email/delivery/delivery.ts";
import { reserveSends } from "#src/features/email/sending-accounts/sending-accounts.ts";
import { DAY_MS } from "#src/lib/time.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import { addBatch } from "#test/harness/campaigns.ts";
import type { Client } from "#test/harness/client.ts";
import { eventsOf } from "#test/harness/events.ts";

let app: TestApp;
let owner: Client;
let mailbox: string;
beforeAll(async () => {
  app = await startApp();
});
beforeEach(async () => {
  owner = await app.signUp();
  mailbox = randomUUID();
  await app.platform.db.execute(sql`insert into mailboxes (user_id, id, kind, from_name, from_address, state, state_since, created_at)
    values (${owner.id}, ${mailbox}, 'smtp', 'Mia', 'mia@mia.example', 'active', now(), now())`);
});
afterAll(() => app?.close());

/** A campaign that has gone out to these contacts. */
async function sent(contacts: string[], { state = "handed_over", reached = contacts.length } = {}) {
  const id = randomUUID();
  const now = app.platform.now().toISOString();
  await app.platform.db.execute(sql`insert into campaigns (user_id, id, name, state, state_at, audience, mailbox_id, created_at, updated_at)
    values (${owner.id}, ${id}, 'News', 'sent', ${now}, '{"tags": [], "profile_ids": []}', ${mailbox}, ${now}, ${now})`);
  await addBatch(app, { user_id: owner.id, id, mailbox_id: mailbox });
  await app.platform.db.execute(sql`insert into deliveries (user_id, batch_id, contact_id, state, host, due_at, handed_over_at, attempt_started_at)
    select ${owner.id}, ${id}, c, ${state}, 'fans.example', ${now}, case when ${state} = 'handed_over' then ${now}::timestamptz end,
      case when ${state} = 'leased' then ${now}::timestamptz end
    from unnest(${sql.param(contacts)}::uuid[]) c`);
  if (reached > contacts.length)
    await app.platform.db.execute(sql`insert into deliveries (user_id, batch_id, contact_id, state, host, due_at, handed_over_at)
      select ${owner.id}, ${id}, gen_random_uuid(), 'handed_over', 'x.example', ${now}, ${now} from generate_series(1, ${reached - contacts.length}::int)`);
  return id;
}

async function fan(email = `${randomUUID()}@fans.example`): Promise<string> {
  return (await owner.api("POST", "/contacts", { email })).body.id;
}

type Given = Partial<Parameters<typeof recordFeedback>[1]>;
function tell(campaign: string, contact: string, kind: NonNullable<Given["kind"]>, more: Given = {}) {
  return recordFeedback(app.platform, {
    account: owner.id,
    message_id: `<${campaign}.${contact}@mia.example>`,
    kind,
    words: "",
    at: app.platform.now().toISOString(),
    event_id: randomUUID(),
    ...more,
  });
}

async function delivery(campaign: string, contact: string) {
  const [row] = await rowsOf<Record<string, unknown>>(
    app.platform.db,
    sql`select * from deliveries where user_id = ${owner.id} and batch_id = ${campaign} and contact_id = ${contact}`,
  );
  return row;
}
const contactOf = async (id: string) => (await owner.api("GET", `/contacts/${id}`)).body;

it("5.9 what comes back moves a message forward, once for each report, and only its own account's", async () => {
  const id = await fan();
  const campaign = await sent([id]);
  const stranger = await app.signUp();
  expect(await tell(campaign, id, "bounced_hard", { account: stranger.id })).toBeUndefined();
  expect(await tell("x", id, "bounced_hard")).toBeUndefined();
  const words = "550 5.1.1 no such user";
  expect(await tell(campaign, id, "bounced_hard", { words, event_id: "1" })).toMatchObject({ is_new: true });
  expect(await tell(campaign, id, "bounced_hard", { words, event_id: "1" })).toMatchObject({ is_new: false });
  expect(await tell(campaign, id, "delivered")).toMatchObject({ is_new: true });
  expect(await delivery(campaign, id)).toMatchObject({ state: "bounced_hard", outcome: words });
  const { status, suppressions } = await contactOf(id);
  expect([status, suppressions.length, suppressions[0].note]).toEqual(["bounced", 1, words]);
});

it("5.9 what comes back about someone who was merged into somebody else since stops their old address, and a complaint both", async () => {
  const ids = [await fan(), await fan(), await fan(), await fan()] as const;
  const campaign = await sent([...ids]);
  const [ada, bea, cleo, dora] = ids;
  const { email: to } = await contactOf(dora);
  for (const [keep_id, gone_id] of [
    [ada, bea],
    [cleo, dora],
  ])
    await owner.api("POST", "/contacts/merge", { keep_id, gone_id });
  // One of them was on the way just then.
  await app.platform.db.execute(
    sql`update deliveries set handed_over_at = handed_over_at + interval '1 minute' where contact_id = ${dora}`,
  );
  const asked = { account: owner.id, mailbox_id: mailbox, email: to };
  expect(await findLatestTo(app.platform, asked)).toBe(`<${campaign}.${dora}>`);
  await tell(campaign, bea, "bounced_hard");
  await tell(campaign, dora, "complained");
  const statuses = async () => Promise.all(ids.map(async (id) => (await contactOf(id)).status));
  expect(await statuses()).toEqual(["new", "new", "complained", "complained"]);
  for (const id of [bea, dora]) await owner.api("POST", `/contact-merges/${id}/undo`);
  expect(await statuses()).toEqual(["new", "bounced", "complained", "complained"]);
  // From then on they have their address again, and it's the one that was written to.
  const { email } = await contactOf(bea);
  await owner.api("DELETE", "/suppressions", { email, note: "Works" });
  expect((await contactOf(bea)).status).toBe("new");
  await tell(campaign, bea, "bounced_hard");
  expect((await contactOf(bea)).status).toBe("bounced");
});

it("5.10.9 a complaint by somebody who was deleted holds when the deletion is undone", async () => {
  const id = await fan();
  const campaign = await sent([id]);
  const undo_id = randomUUID();
  await owner.api("POST", "/contacts/delete", { selection: { ids: [id] }, undo_id });
  await tell(campaign, id, "complained", { words: "Reported: abuse" });
  expect((await owner.api("POST", "/contacts/restore", { undo_id })).body.restored).toBe(1);
  expect(await contactOf(id)).toMatchObject({ status: "complained", suppressions: [{ note: null }] });
});

it("5.9 a late bounce says nothing about the address that a contact has by then", async () => {
  const id = await fan();
  const campaign = await sent([id]);
  const email = `${randomUUID()}@fans.example`;
  const { email: old } = await contactOf(id);
  const moveTo = async (email: string) => {
    app.clock.advance(60_000);
    expect((await owner.api("PATCH", `/contacts/${id}`, { email })).body.email).toBe(email);
  };
  await moveTo(email);
  await tell(campaign, id, "bounced_hard");
  expect(await delivery(campaign, id)).toMatchObject({ state: "bounced_hard" });
  expect((await contactOf(id)).suppressions).toEqual([]);
  // Nor does it when they had gone back to the old one, got it there, and left it again.
  await moveTo(old);
  app.clock.advance(60_000);
  const second = await sent([id]);
  await moveTo(email);
  await tell(second, id, "bounced_hard");
  expect(await delivery(second, id)).toMatchObject({ state: "bounced_hard" });
  expect((await contactOf(id)).suppressions).toEqual([]);
});

it("5.9 of whoever is erased it's known only that they got something", async () => {
  const id = await fan();
  const campaign = await sent([id]);
  await tell(campaign, id, "bounced_hard", { words: "550 someone@fans.example is unknown" });
  const left = () =>
    rowsOf(
      app.platform.db,
      sql`select 1 from delivery_returns where user_id = ${owner.id} and contact_id = ${id}`,
    );
  expect(await left()).toHaveLength(1);
  expect((await owner.api("DELETE", `/contacts/${id}`)).status).toBe(200);
  await vi.waitUntil(async () => (await left()).length === 0, { timeout: 20_000 });
  expect(await delivery(campaign, id)).toMatchObject({ state: "bounced_hard", outcome: "" });
});

it("5.10.1 what comes back settles what was uncertain or not written down yet", async () => {
  const [a, b] = [await fan(), await fan()];
  const lost = await sent([a], { state: "uncertain" });
  const leaving = await sent([b], { state: "leased" });
  await tell(lost, a, "replied");
  await tell(leaving, b, "bounced_soft", { words: "452 4.2.2 mailbox full" });
  expect(await delivery(lost, a)).toMatchObject({ state: "delivered", replied_at: expect.anything() });
  const row = await delivery(leaving, b);
  expect(row).toMatchObject({ state: "bounced_soft", bounced_at: expect.anything(), worker: null });
  expect(row?.handed_over_at).not.toBeNull();
});

it("5.9 five campaigns in a row that an inbox has no room for rest it for 30 days; what it takes starts anew", async () => {
  const id = await fan();
  const paused = async () => (await contactOf(id)).paused_until;
  for (let count = 1; count <= 4; count++) await tell(await sent([id]), id, "bounced_soft");
  app.clock.advance(DAY_MS);
  await tell(await sent([id]), id, "delivered");
  app.clock.advance(DAY_MS);
  for (let count = 1; count <= 4; count++) await tell(await sent([id]), id, "bounced_soft");
  const fifth = await sent([id]);
  expect(await paused()).toBeNull();
  const at = app.platform.now();
  await tell(fifth, id, "bounced_soft", { at: at.toISOString() });
  await tell(fifth, id, "bounced_soft", { at: at.toISOString() });
  expect(Date.parse(await paused())).toBe(at.getTime() + 30 * DAY_MS);
});

it("5.10.8 a policy block is no dead address, and alarms once a day", async () => {
  const ids = [await fan(), await fan()];
  const campaign = await sent(ids);
  for (const id of ids) await tell(campaign, id, "policy", { words: "554 5.7.1 blocked" });
  expect(await delivery(campaign, ids[0] ?? "")).toMatchObject({ state: "bounced_soft", reason: "policy" });
  expect((await contactOf(ids[0] ?? "")).status).toBe("new");
  const alarms = (await eventsOf(app, mailbox)).filter(({ name }) => name === "sending.alarmed");
  expect(alarms.map(({ payload }) => payload)).toEqual([{ why: "policy" }]);
  await vi.waitUntil(async () => {
    const { items } = (await owner.api("GET", "/notifications")).body;
    return items.some(({ text }: { text: string }) => /refuse e-mail from .*mia@mia\.example/.test(text));
  });
});

it("5.10.11 a complaint suppresses at once; at 0.1% we alarm, at 0.3% nothing more goes out", async () => {
  const ids: string[] = [];
  for (let count = 0; count < 6; count++) ids.push(await fan());
  const campaign = await sent(ids, { reached: 1500 });
  const state = async () => (await owner.api("GET", "/mailboxes")).body.items[0].state;
  const alarms = async () =>
    (await eventsOf(app, mailbox)).filter(({ name }) => name === "sending.alarmed").length;
  await tell(campaign, ids[0] ?? "", "complained");
  expect([(await contactOf(ids[0] ?? "")).status, await alarms()]).toEqual(["complained", 0]);
  await tell(campaign, ids[1] ?? "", "complained", { event_id: "again" });
  await tell(campaign, ids[1] ?? "", "complained", { event_id: "again" });
  for (const id of ids.slice(2, 4)) await tell(campaign, id, "complained");
  expect([await alarms(), await state()]).toEqual([1, "active"]);
  await tell(campaign, ids[4] ?? "", "complained");
  expect([await alarms(), await state()]).toEqual([1, "paused_by_reputation"]);
});

it("5.1.7 more than 2% dead addresses pause a sending account while it warms up, and only then", async () => {
  const ids: string[] = [];
  for (let count = 0; count < 8; count++) ids.push(await fan());
  const campaign = await sent(ids);
  const shown = async () => (await owner.api("GET", "/mailboxes")).body.items[0];
  const bounce = (index: number, more: Given = {}) => tell(campaign, ids[index] ?? "", "bounced_hard", more);
  for (const index of [0, 1, 2]) await bounce(index);
  expect((await shown()).state).toBe("active");
  await app.platform.db.execute(sql`update mailboxes set proven_at = now(), tested_at = now()`);
  await owner.api("PATCH", `/mailboxes/${mailbox}`, { warms_up: true });
  // A hundred e-mails may lose two.
  await reserveSends(app.platform, { account: owner.id, id: mailbox }, 50, app.clock.now());
  app.clock.advance(DAY_MS);
  await reserveSends(app.platform, { account: owner.id, id: mailbox }, 50, app.clock.now());
  for (const index of [3, 4]) await bounce(index);
  // A webhook and an inbox may both tell of it.
  await bounce(4);
  expect((await shown()).state).toBe("active");
  await bounce(5);
  expect(await shown()).toMatchObject({
    state: "paused_by_reputation",
    last_error: "3 of the last 100 e-mails came back.",
  });
  await owner.api("PATCH", `/mailboxes/${mailbox}`, { is_enabled: true });
  // What came back before doesn't stop it again.
  for (const index of [6, 7]) await bounce(index);
  expect((await shown()).state).toBe("active");
});
