// @project server-postgres
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { emailChanged } from "#src/features/identity/accounts/events.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { eventsOf } from "#test/harness/events.ts";
import { StripeServer } from "#test/harness/stripe-server.ts";
import { receiveStripeEvent } from "./billing-events.ts";
import { endDuplicate } from "./duplicate-subscriptions.ts";
import { reactToEvents, releaseCoupons, syncSubscription } from "./sync.ts";

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
const checkout = async (who: Client, units: number) =>
  (await who.api("POST", "/billing/checkout", { units })).body.url as string;

function tell(event: object, at?: number) {
  const { body, headers } = stripe.sign(event, at);
  return app.visitor().call("POST", "/api/v1/stripe/webhook", body, headers);
}

/** Someone who has paid at Stripe, and their subscription there. */
async function subscriber(units: number) {
  const who = await app.signUp();
  const subscription = stripe.complete(await checkout(who, units));
  expect(await tell(stripe.event("customer.subscription.created", subscription))).toMatchObject({
    status: 200,
  });
  await expect.poll(async () => (await billing(who)).state, { timeout: 20_000 }).toBe("active");
  return { who, subscription };
}

describe("paying through Stripe", () => {
  it("§9 begins at its checkout with the price rule's units, and counts only once Stripe says so", async () => {
    const who = await app.signUp();
    const url = await checkout(who, 25);
    expect(url).toMatch(/^https:\/\/checkout\.stripe\.example\/cs_/);
    const session = stripe.all("checkout.session").at(-1);
    expect(session).toMatchObject({
      mode: "subscription",
      client_reference_id: who.id,
      line_items: { 0: { quantity: "26" } },
    });
    expect(stripe.all("price")).toMatchObject([{ tiers_mode: "volume" }]);
    const again = await checkout(who, 2);
    expect(stripe.all("customer").filter(({ metadata }) => metadata.account === who.id)).toHaveLength(1);
    expect(session?.status).toBe("expired");
    expect(await billing(who)).toMatchObject({ provider: "stripe", state: "none" });
    const subscription = stripe.complete(again);
    expect(await billing(who)).toMatchObject({ state: "none" });
    await tell(stripe.event("checkout.session.completed", { ...session, object: "checkout.session" }));
    await expect.poll(async () => (await billing(who)).state, { timeout: 20_000 }).toBe("active");
    expect(await billing(who)).toMatchObject({ units: 2, granted_units: 2, next_invoice_cents: 600 });
    expect((await who.api("GET", "/billing/invoices")).body.items).toMatchObject([
      { total_cents: 600, status: "paid", url: "https://invoice.stripe.example/i" },
    ]);
    expect((await who.api("POST", "/billing/portal")).body.url).toMatch(/^https:\/\/billing\.stripe/);
    expect((await who.api("GET", "/billing/sandbox")).body.code).toBe("SANDBOX_CLOSED");
    expect(subscription.status).toBe("active");
  });

  it("sends invoices to the owner's address, also when that changes, and to the next owner", async () => {
    const { who } = await subscriber(1);
    const { db } = app.platform;
    const addressee = () => stripe.all("customer").find(({ metadata }) => metadata.account === who.id)?.email;
    expect(addressee()).toBe(who.email);
    const email = `new-${who.email}`;
    await db.execute(sql`update users set email = ${email} where id = ${who.id}`);
    await app.platform.announce(emailChanged, { account: who.id, subject: who.id, payload: {} });
    await expect.poll(addressee, { timeout: 20_000 }).toBe(email);
    const next = await app.signUp();
    await db.execute(sql`update users set email_verified = true where id = ${next.id}`);
    await db.execute(
      sql`insert into team_members (account, user_id, role, created_at) values (${who.id}, ${next.id}, 'admin', now())`,
    );
    await who.api("POST", "/team/handover", { member_id: next.id, is_staying: false });
    const [offer] = (await next.api("GET", "/team/handover/offers")).body.items;
    expect((await next.api("POST", "/team/handover/accept", { id: offer.id })).status).toBe(200);
    await expect.poll(addressee, { timeout: 20_000 }).toBe(next.email);
  });

  it("loses nothing if the process is killed after paying: the event's job is stored with it", async () => {
    const who = await app.signUp();
    const subscription = stripe.complete(await checkout(who, 1));
    stripe.isDown = true;
    await tell(stripe.event("invoice.paid", subscription));
    await expect(reactToEvents(app.platform, { account: who.id })).rejects.toThrow("can't be reached");
    stripe.isDown = false;
    await reactToEvents(app.platform, { account: who.id });
    expect(await billing(who)).toMatchObject({ state: "active", units: 1 });
  });

  it("changes, pauses, discounts, and ends through Stripe, and answers with what it says then", async () => {
    const { who, subscription } = await subscriber(10);
    const change = async (units: number) => {
      const { at, due_now_cents, credit_cents } = (await who.api("POST", "/billing/preview", { units })).body;
      return { due_now_cents, credit_cents, done: await who.api("PUT", "/billing/units", { units, at }) };
    };
    expect(await change(12)).toMatchObject({
      due_now_cents: 300,
      credit_cents: 0,
      done: { body: { units: 12 } },
    });
    stripe.declines = true;
    expect((await change(40)).done).toMatchObject({ status: 402, body: { code: "CARD_DECLINED" } });
    stripe.declines = false;
    expect(await change(1)).toMatchObject({
      due_now_cents: 0,
      credit_cents: 3000,
      done: { body: { units: 1 } },
    });
    const offered = await who.api("POST", "/billing/discount", { reason: "too_expensive" });
    expect(offered.body).toMatchObject({ discount: { percent_off: 20 }, next_invoice_cents: 240 });
    expect((await who.api("POST", "/billing/pause", { months: 2 })).body.state).toBe("pausing");
    expect((await who.api("POST", "/billing/resume")).body.state).toBe("active");
    expect((await who.api("POST", "/billing/cancel", { reason: "other" })).body.state).toBe("ending");
    expect((await who.api("POST", "/billing/resume")).body.state).toBe("active");
    stripe.bill(subscription.id, "failed");
    await tell(
      stripe.event("invoice.payment_failed", {
        object: "invoice",
        id: "in",
        customer: subscription.customer,
      }),
    );
    await expect.poll(async () => (await billing(who)).state, { timeout: 20_000 }).toBe("failing");
    await app.mailTo(who.email, /^Your payment didn’t go through$/);
  });

  it("keeps one subscription if two tabs pay, refunds the other, and says so once", async () => {
    const who = await app.signUp();
    const urls = await Promise.all([checkout(who, 2), checkout(who, 10)]);
    const open = () => stripe.all("checkout.session").filter(({ status }) => status === "open");
    const own = urls.map((url) => open().filter(({ id }) => url.endsWith(id)).length);
    expect(own.sort()).toEqual([0, 1]);
    // Both were paid before the other could be ended.
    const [first, second] = urls.map((url) => stripe.complete(url));
    const events = [second, first, second].map((one) =>
      stripe.event("customer.subscription.created", one ?? {}),
    );
    for (const event of events) expect((await tell(event)).status).toBe(200);
    await Promise.all(Array.from({ length: 5 }, () => syncSubscription(app.platform, who.id)));
    await expect.poll(() => second?.status, { timeout: 20_000 }).toBe("canceled");
    const refunds = () => stripe.all("refund").map(({ payment_intent }) => payment_intent);
    await expect.poll(refunds, { timeout: 20_000 }).toEqual([`pi_${second?.latest_invoice}`]);
    const again = { account: who.id, subscription: String(second?.id) };
    await endDuplicate(app.platform, again);
    expect(refunds()).toHaveLength(1);
    await syncSubscription(app.platform, who.id);
    expect(await billing(who)).toMatchObject({ state: "active", units: 2 });
    const mail = await app.mailsTo(who.email, /^We’re refunding your second payment$/, 1);
    expect(mail).toHaveLength(1);
    expect(mail[0]?.text).toContain("$30.00");
    const told = (await eventsOf(app, who.id)).filter(({ name }) => name === "billing.paid_twice");
    expect(told).toMatchObject([{ payload: { units: 10, cents: 3000 } }]);
  });

  it("§9 takes a coupon's discount through a coupon of Stripe's, and counts it once it's paid", async () => {
    const form = { percent_off: 20, months: 3, redemptions_max: 2 };
    const founded = await founder.api("POST", "/coupons", { code: "SPRING", ...form });
    const who = await app.signUp();
    const units = 10;
    const bought = await who.api("POST", "/billing/checkout", { units, code: "spring" });
    const session = stripe.all("checkout.session").at(-1);
    const coupon = `fanfare-${founded.body.id}`;
    expect(session).toMatchObject({ discounts: { 0: { coupon } } });
    expect(session).not.toHaveProperty("allow_promotion_codes");
    expect(Number(session?.expires_at) - Date.now() / 1000).toBeGreaterThan(30 * 60);
    const counted = async () => (await founder.api("GET", "/coupons")).body.items[0];
    expect(await counted()).toMatchObject({ reserved: 1, redeemed: 0 });
    const subscription = stripe.complete(bought.body.url);
    await tell(stripe.event("customer.subscription.created", subscription));
    await expect.poll(async () => (await billing(who)).state, { timeout: 20_000 }).toBe("active");
    expect(await billing(who)).toMatchObject({ discount: { percent_off: 20 }, next_invoice_cents: 2400 });
    expect(await counted()).toMatchObject({ reserved: 0, redeemed: 1 });
    const other = await app.signUp();
    await other.api("POST", "/billing/checkout", { units, code: "SPRING" });
    expect(stripe.all("coupon").filter(({ id }) => id === coupon)).toHaveLength(1);
    stripe.isDown = true;
    app.clock.advance(61 * 60_000);
    await expect(releaseCoupons(app.platform)).rejects.toThrow("can't be reached");
    expect(await counted()).toMatchObject({ reserved: 1 });
    stripe.isDown = false;
    await releaseCoupons(app.platform);
    expect(await counted()).toMatchObject({ reserved: 0, redeemed: 1 });
    app.clock.set(new Date());
  });

  it("says to the cent what credit does to the next invoices", async () => {
    const { who, subscription } = await subscriber(10);
    stripe.setBalance(subscription.customer, -1000);
    await syncSubscription(app.platform, who.id);
    expect(await billing(who)).toMatchObject({ credit_cents: 1000, next_invoice_cents: 2000 });
    const preview = async (units: number) => (await who.api("POST", "/billing/preview", { units })).body;
    expect(await preview(12)).toMatchObject({
      due_now_cents: 0,
      balance_cents: 700,
      next_invoice_cents: 2600,
    });
    expect(await preview(9)).toMatchObject({
      due_now_cents: 0,
      credit_cents: 300,
      balance_cents: 1300,
      next_invoice_cents: 1400,
    });
  });

  it("says that Stripe can't be reached, and changes nothing", async () => {
    const { who } = await subscriber(2);
    const other = await app.signUp();
    const { at } = (await who.api("POST", "/billing/preview", { units: 3 })).body;
    const { who: leaving } = await subscriber(2);
    await leaving.api("POST", "/billing/cancel", { reason: "other" });
    stripe.isDown = true;
    const calls: [Client, string, string, object?][] = [
      [other, "POST", "/billing/checkout", { units: 1 }],
      [who, "POST", "/billing/preview", { units: 3 }],
      [who, "PUT", "/billing/units", { units: 3, at }],
      [who, "POST", "/billing/cancel", { reason: "other" }],
      [leaving, "POST", "/billing/resume", {}],
      [who, "POST", "/billing/pause", { months: 1 }],
      [who, "POST", "/billing/discount", { reason: "too_expensive" }],
      [who, "POST", "/billing/portal", {}],
      [who, "GET", "/billing/invoices"],
    ];
    const answers = await Promise.all(calls.map(([one, ...call]) => one.api(...call)));
    stripe.isDown = false;
    expect(answers.map(({ body }) => body.code)).toEqual(calls.map(() => "PROVIDER_DOWN"));
    expect(await billing(who)).toMatchObject({ state: "active", units: 2 });
  });
});

describe("Stripe's webhook", () => {
  it("believes nothing that isn't signed lately with its secret", async () => {
    const event = stripe.event("invoice.paid", { object: "invoice", id: "in_1", customer: "cus_1" });
    expect((await app.visitor().call("POST", "/api/v1/stripe/webhook", event)).body.code).toBe(
      "SIGNATURE_WRONG",
    );
    const old = Math.floor(Date.now() / 1000) - 3600;
    expect((await tell(event, old)).body.code).toBe("SIGNATURE_WRONG");
    const { headers } = stripe.sign(event);
    const forged = await app
      .visitor()
      .call("POST", "/api/v1/stripe/webhook", { ...event, id: "evt_x" }, headers);
    expect(forged.body.code).toBe("SIGNATURE_WRONG");
    expect((await tell(event)).status).toBe(200);
  });

  it("stores an event once, and nobody's at all", async () => {
    const { who, subscription } = await subscriber(1);
    const event = stripe.event(
      "invoice.paid",
      { object: "invoice", id: "in_2", customer: subscription.customer },
      "evt_same",
    );
    for (let time = 0; time < 3; time++) expect((await tell(event)).status).toBe(200);
    await tell(
      stripe.event(
        "invoice.paid",
        { object: "invoice", id: "in_3", customer: "cus_stranger" },
        "evt_stranger",
      ),
    );
    const rows = await rowsOf(
      app.platform.db,
      sql`select account from billing_events where id in ('evt_same', 'evt_stranger')`,
    );
    expect(rows).toEqual([{ account: who.id }]);
  });

  it("may come in any order, twice, and while things go on: the end is what Stripe says", async () => {
    const { who, subscription } = await subscriber(3);
    const types = ["customer.subscription.updated", "invoice.paid", "invoice.payment_failed"];
    const events = Array.from({ length: 30 }, (_, at) =>
      stripe.event(types[at % types.length] ?? "", { ...subscription }),
    );
    const order = [...events, ...events].map((event) => ({ event, key: Math.random() }));
    order.sort((a, b) => a.key - b.key);
    stripe.bill(subscription.id, "failed");
    await Promise.all(order.map(({ event }) => receiveStripeEvent(app.platform, event)));
    const syncs = Array.from({ length: 10 }, () => syncSubscription(app.platform, who.id));
    stripe.bill(subscription.id, "failed");
    await Promise.all([...syncs, syncSubscription(app.platform, who.id)]);
    expect(await billing(who)).toMatchObject({ state: "failing", units: 3, granted_units: 3 });
    const [left] = await rowsOf<{ count: number }>(
      app.platform.db,
      sql`select count(*)::int from billing_events where account = ${who.id} and processed_at is null`,
    );
    expect(left?.count).toBe(0);
  });
});
