// @project server-postgres
import { afterAll, beforeAll, expect, it } from "vitest";
import { syncSubscription } from "#src/features/money/billing/sync.ts";
import { addDays, DAY_MS } from "#src/lib/time.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { proveAgain } from "#test/harness/mailbox.ts";
import { publishPrices } from "#test/harness/prices.ts";
import { StripeServer } from "#test/harness/stripe-server.ts";
import { followMoves } from "./move-steps.ts";

const stripe = new StripeServer();
let app: TestApp;
let founder: Client;

beforeAll(async () => {
  app = await startApp({
    STRIPE_SECRET_KEY: "sk_test_x",
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    STRIPE_API_URL: await stripe.start(),
  });
  founder = await app.signUp();
});
afterAll(async () => {
  await app?.close();
  stripe.stop();
});

const billing = async (who: Client) => (await who.api("GET", "/billing")).body;

async function subscriber(units: number) {
  const who = await app.signUp();
  const { url } = (await who.api("POST", "/billing/checkout", { units })).body;
  const subscription = stripe.complete(url);
  await syncSubscription(app.platform, who.id);
  return { who, subscription };
}

async function plan(from_list: number): Promise<void> {
  await proveAgain(app, founder);
  const { to_list, subscribers } = (await founder.api("POST", "/admin/prices/moves/preview", { from_list }))
    .body;
  const moves_at = addDays(app.clock.now(), 31);
  const move = { from_list, to_list, subscribers, moves_at, reason: "Costs rose" };
  expect((await founder.api("POST", "/admin/prices/moves", move)).status).toBe(200);
}

it("each list is a price of its own at Stripe, and a subscription keeps the one that it was bought at", async () => {
  const old = await subscriber(25);
  const number = await publishPrices(app, founder, [
    [1, 400],
    [31, 350],
  ]);
  const fresh = await subscriber(10);
  await subscriber(2);
  expect(stripe.all("price").map(({ lookup_key }) => lookup_key)).toEqual([
    "fanfare_premium_unit_v1",
    expect.stringMatching(new RegExp(`^fanfare_premium_unit_v${number}_[0-9a-f]{12}$`)),
  ]);
  expect(stripe.all("price")[1]?.tiers).toEqual({
    0: { up_to: "30", unit_amount: "400" },
    1: { up_to: "inf", unit_amount: "350" },
  });
  expect(await billing(old.who)).toMatchObject({ next_invoice_cents: 6500, prices: { number: 1 } });
  expect(await billing(fresh.who)).toMatchObject({ next_invoice_cents: 4000, prices: { number } });
  // A change of units is at the subscription's own prices.
  const { at, price_list, total_cents } = (await old.who.api("POST", "/billing/preview", { units: 40 })).body;
  expect([price_list, total_cents]).toEqual([1, 10_000]);
  await old.who.api("PUT", "/billing/units", { units: 40, at, price_list });
  expect(old.subscription.items.data[0]).toMatchObject({
    quantity: 40,
    price: { lookup_key: "fanfare_premium_unit_v1" },
  });
  // Nobody accepts a price of other prices than those that count for them.
  const other = await old.who.api("PUT", "/billing/units", { units: 41, at, price_list: number });
  expect([other.status, other.body.code]).toEqual([409, "PREVIEW_OUTDATED"]);
});

it("those who are moved get the new price at Stripe without being charged for it at once, also after it was down", async () => {
  const number = await publishPrices(app, founder, [
    [1, 420],
    [26, 380],
  ]);
  const { who, subscription } = await subscriber(9);
  const gone = await subscriber(4);
  const by_hand = await subscriber(5);
  const next = await publishPrices(app, founder, [
    [1, 500],
    [10, 430],
  ]);
  await plan(number);
  await followMoves(app.platform);
  stripe.end(gone.subscription.id);
  by_hand.subscription.items.data[0].price = {
    lookup_key: null,
    metadata: {},
    tiers: by_hand.subscription.items.data[0].price.tiers,
  };
  await syncSubscription(app.platform, by_hand.who.id);
  stripe.isDown = true;
  // The instance's own job may begin at once.
  app.clock.advance(32 * DAY_MS);
  await expect(followMoves(app.platform)).rejects.toThrow("can't be reached");
  expect(await billing(who)).toMatchObject({ prices: { number } });
  stripe.isDown = false;
  const invoices = stripe.all("invoice").length;
  await followMoves(app.platform);
  await followMoves(app.platform);
  expect(stripe.all("invoice")).toHaveLength(invoices);
  // Ten cost less than nine there, so there are ten.
  expect(subscription.items.data[0]).toMatchObject({ quantity: 10 });
  expect(await billing(who)).toMatchObject({ units: 10, next_invoice_cents: 4300, prices: { number: next } });
  expect(await billing(gone.who)).toMatchObject({ state: "none" });
  // Who has a price of their own keeps it.
  expect(by_hand.subscription.items.data[0]).toMatchObject({ quantity: 5, price: { lookup_key: null } });
  const { moves } = (await founder.api("GET", "/admin/prices")).body;
  expect(moves[0]).toMatchObject({ told: 3, moved: 1 });
  const updates = stripe.calls.filter((call) => call === `POST /v1/subscriptions/${subscription.id}`);
  expect(updates).toHaveLength(1);
  app.clock.set(new Date());
});
