// @project server-postgres
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { rowsOf } from "#src/platform/db/database.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import { addBatch } from "#test/harness/campaigns.ts";
import type { Client } from "#test/harness/client.ts";
import { eventsOf } from "#test/harness/events.ts";

const WAIT = { timeout: 20_000 };

let app: TestApp;
let owner: Client;
let fan: { id: string; email: string };

beforeAll(async () => {
  app = await startApp({ PLANS: "off" });
});
afterAll(() => app?.close());
beforeEach(async () => {
  app.clock.set("2026-03-10T12:00:00Z");
  owner = await app.signUp();
  fan = (await owner.api("POST", "/contacts", { email: `${randomUUID()}@fans.example` })).body;
});

/** A campaign that went to the fan on March 1, which they clicked in. */
async function clickedCampaign(name: string, at: string, by: "person" | "machine" = "person") {
  const [id, sent] = [randomUUID(), "2026-03-01T09:00:00Z"];
  const { db } = app.platform;
  await db.execute(sql`insert into campaigns (user_id, id, name, state, state_at, audience, started_at, created_at, updated_at)
    values (${owner.id}, ${id}, ${name}, 'sent', now(), '{}', ${sent}, now(), now())`);
  await addBatch(app, { user_id: owner.id, id, started_at: sent });
  await db.execute(sql`insert into deliveries (user_id, batch_id, contact_id, host, due_at, state)
    values (${owner.id}, ${id}, ${fan.id}, 'fans.example', ${sent}, 'pending')`);
  await db.execute(
    sql`update deliveries set state = 'handed_over', handed_over_at = ${sent}, tried_at = ${sent} where batch_id = ${id}`,
  );
  await db.execute(sql`insert into delivery_clicks (user_id, id, batch_id, contact_id, link, is_scanner, is_machine, sent_at, created_at)
    values (${owner.id}, ${randomUUID()}, ${id}, ${fan.id}, 0, false, ${by === "machine"}, ${sent}, ${at})`);
  return id;
}

const report = async (more: object = {}, by = owner) =>
  (await by.api("POST", "/orders", { id: "A-1", email: fan.email, amount: 1250, currency: "USD", ...more }))
    .body;
const figures = async () =>
  (await owner.api("GET", "/marketing/analytics?from=2026-03-01&to=2026-03-10")).body;

it("5.11 an order counts once, for the campaign that its buyer clicked in last, within five days", async () => {
  await clickedCampaign("Early", "2026-03-06T10:00:00Z");
  const later = await clickedCampaign("Later", "2026-03-08T10:00:00Z");
  await clickedCampaign("Scanned", "2026-03-09T10:00:00Z", "machine");
  const ordered_at = "2026-03-09T12:00:00Z";
  const order = await report({ ordered_at, email: ` ${fan.email.toUpperCase()} ` });
  expect(order).toEqual({
    id: "A-1",
    amount: 1250,
    currency: "USD",
    contact_id: fan.id,
    campaign_id: later,
    ordered_at: "2026-03-09T12:00:00.000Z",
  });
  const [reported] = (await eventsOf(app, "A-1")).filter(({ account }) => account === owner.id);
  expect(reported).toMatchObject({
    name: "order.reported",
    payload: { contact_id: fan.id, campaign_id: later },
  });
  expect(await report({ ordered_at: "2026-03-07T00:00:00Z", amount: 1000 })).toEqual({
    ...order,
    amount: 1000,
  });
  await report({ id: "A-2", amount: 300, currency: "JPY" });
  await report({ id: "A-3", amount: 0 });
  // Exactly five days after the last click, and a moment later.
  expect((await report({ id: "B-1", amount: 1, ordered_at: "2026-03-09T10:00:00Z" })).campaign_id).toBe(
    later,
  );
  app.clock.set("2026-03-13T10:00:00.001Z");
  expect((await report({ id: "B-2", amount: 1 })).campaign_id).toBeNull();
  const { totals, campaigns } = await figures();
  const revenue = [
    { currency: "USD", amount: 1001, orders: 2 },
    { currency: "JPY", amount: 300, orders: 1 },
  ];
  expect(totals.revenue).toEqual(revenue);
  // One person, one conversion, of three e-mails delivered.
  expect([totals.conversions, totals.conversion_rate]).toEqual([1, 1 / 3]);
  const found = campaigns.map(({ label, revenue }: { label: string; revenue: unknown[] }) => [
    label,
    revenue.length,
  ]);
  expect(Object.fromEntries(found)).toEqual({ Early: 0, Later: 2, Scanned: 0 });
  const csv = await owner.api("GET", "/marketing/analytics/export?from=2026-03-01&to=2026-03-10");
  const [head, ...lines] = csv.body.trim().split("\r\n");
  expect(head).toMatch(/conversions,conversion_rate,orders_JPY,revenue_JPY,orders_USD,revenue_USD$/);
  expect(lines.find((line: string) => line.includes("Later"))).toMatch(/,1,1,1,300,2,1001$/);
});

it("an order is at its buyer's timeline, until they're erased", async () => {
  await clickedCampaign("Spring", "2026-03-09T10:00:00Z");
  await report();
  const { items } = (await owner.api("GET", `/contacts/${fan.id}/timeline`)).body;
  expect(items).toContainEqual(
    expect.objectContaining({ kind: "ordered", data: { amount: 1250, currency: "USD", campaign: "Spring" } }),
  );
  await owner.api("DELETE", `/contacts/${fan.id}`);
  const buyers = () =>
    rowsOf(app.platform.db, sql`select contact_id from orders where user_id = ${owner.id}`);
  await vi.waitFor(async () => expect(await buyers()).toEqual([{ contact_id: null }]), WAIT);
  expect((await figures()).totals.revenue).toEqual([{ currency: "USD", amount: 1250, orders: 1 }]);
});

it("what somebody clicked counts for whom they were merged into", async () => {
  const clicked = await clickedCampaign("Spring", "2026-03-09T10:00:00Z");
  const other = (await owner.api("POST", "/contacts", { email: `${randomUUID()}@fans.example` })).body;
  expect((await owner.api("POST", "/contacts/merge", { keep_id: other.id, gone_id: fan.id })).status).toBe(
    200,
  );
  expect(await report({ email: other.email })).toMatchObject({ contact_id: other.id, campaign_id: clicked });
});

it("orders of people whom nobody knows are kept, and odd ones are refused with a sentence", async () => {
  expect(await report({ email: "stranger@fans.example" })).toMatchObject({
    contact_id: null,
    campaign_id: null,
  });
  expect((await report({ email: "nobody" })).code).toBe("BUYER_INVALID");
  for (const odd of [{ amount: -1 }, { amount: 1.5 }, { amount: 1e13 }, { currency: "usd" }, { id: "" }])
    expect((await report(odd)).code).toBe("BAD_REQUEST");
  // A clock that's ahead can't earn a campaign what's ordered after its five days.
  expect((await report({ id: "C-1", ordered_at: "2027-01-01T00:00:00Z" })).ordered_at).toMatch(/^2026-03-10/);
  const stranger = await app.signUp();
  expect((await report({}, stranger)).contact_id).toBeNull();
});
