// @project server-postgres
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rowsOf } from "#src/platform/db/database.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { eventsOf } from "#test/harness/events.ts";
import { StripeServer } from "#test/harness/stripe-server.ts";
import { updateCustomerEmail } from "./customer-email.ts";
import { endWithAccount, resumeWithAccount } from "./manage.ts";
import { reactToEvents, syncSubscription } from "./sync.ts";

const stripe = new StripeServer();
let app: TestApp;

beforeAll(async () => {
  app = await startApp({
    STRIPE_SECRET_KEY: "sk_test_x",
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    STRIPE_API_URL: await stripe.start(),
  });
  await app.signUp();
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

it("premium goes on at Stripe for whoever keeps an account that was to be deleted, and stays canceled if it was", async () => {
  const { who, subscription } = await subscriber(2);
  const { who: leaving, subscription: ending } = await subscriber(2);
  await leaving.api("POST", "/billing/cancel", { reason: "other" });
  for (const one of [who, leaving]) {
    expect((await one.api("DELETE", "/me", { confirmation: one.email })).status).toBe(200);
    await endWithAccount(app.platform, { account: one.id });
  }
  expect([subscription.cancel_at_period_end, ending.cancel_at_period_end]).toEqual([true, true]);
  for (const one of [who, leaving]) {
    expect((await one.api("DELETE", "/me/deletion")).status).toBe(200);
    await resumeWithAccount(app.platform, { account: one.id });
  }
  expect([subscription.cancel_at_period_end, ending.cancel_at_period_end]).toEqual([false, true]);
  expect([(await billing(who)).state, (await billing(leaving)).state]).toEqual(["active", "ending"]);
});

describe("a customer that Stripe doesn't have anymore", () => {
  const customerOf = async (who: Client) =>
    (
      await rowsOf<{ customer_id: string }>(
        app.platform.db,
        sql`select customer_id from subscriptions where account = ${who.id}`,
      )
    )[0]?.customer_id ?? "";
  const stateOf = async (who: Client) => (await billing(who)).state;

  it("ends premium when it's deleted, and gets a new one for another checkout", async () => {
    const { who } = await subscriber(2);
    const customer = await customerOf(who);
    stripe.deleteCustomer(customer);
    const told = await tell(stripe.event("customer.deleted", { id: customer, object: "customer" }));
    expect(told.status).toBe(200);
    await expect.poll(() => stateOf(who), { timeout: 20_000 }).toBe("none");
    // Its invoices are there for good.
    expect((await who.api("GET", "/billing/invoices")).body.items).toHaveLength(1);
    const subscription = stripe.complete(await checkout(who, 3));
    expect(subscription.customer).not.toBe(customer);
    await tell(stripe.event("customer.subscription.created", subscription));
    await expect.poll(() => stateOf(who), { timeout: 20_000 }).toBe("active");
  });

  it("ends premium once it's looked for under other keys, and gets a new one", async () => {
    const { who } = await subscriber(2);
    const started = await app.signUp();
    await checkout(started, 1);
    const before = [await customerOf(who), await customerOf(started)];
    stripe.switchKeys();
    await syncSubscription(app.platform, who.id);
    expect(await stateOf(who)).toBe("none");
    await updateCustomerEmail(app.platform, { account: who.id });
    for (const one of [who, started]) {
      const subscription = stripe.complete(await checkout(one, 1));
      expect(before).not.toContain(subscription.customer);
      await tell(stripe.event("customer.subscription.created", subscription));
      await expect.poll(() => stateOf(one), { timeout: 20_000 }).toBe("active");
    }
  });

  it.each([
    ["deleted there", () => undefined],
    ["unknown under other keys", () => stripe.switchKeys()],
  ])("changes nothing and says so: %s", async (_, lose) => {
    const calls: [string, string, object?][] = [
      ["POST", "/billing/portal", {}],
      ["POST", "/billing/preview", { units: 3 }],
      ["PUT", "/billing/units", { units: 3 }],
      ["POST", "/billing/cancel", { reason: "other" }],
      ["POST", "/billing/resume", {}],
      ["POST", "/billing/pause", { months: 1 }],
      ["POST", "/billing/discount", { reason: "too_expensive" }],
    ];
    const everyone = await Promise.all(calls.map(() => subscriber(2)));
    await everyone[4]?.who.api("POST", "/billing/cancel", { reason: "other" });
    const customers = await Promise.all(everyone.map(({ who }) => customerOf(who)));
    const at = app.clock.now().toISOString();
    for (const customer of customers) stripe.deleteCustomer(customer);
    lose();
    for (const [index, [method, path, body]] of calls.entries()) {
      const { who } = everyone[index] as (typeof everyone)[number];
      const sent = path === "/billing/units" ? { ...body, at } : body;
      const { status, body: said } = await who.api(method, path, sent);
      expect([path, status, said.code, said.message]).toEqual([
        ...[path, 409, "PREMIUM_MISSING", expect.stringContaining("doesn’t have your subscription")],
      ]);
      expect(await stateOf(who)).toBe("none");
      expect((await who.api("POST", "/billing/checkout", { units: 1 })).status).toBe(200);
    }
  });

  it("is told of once, however often and in whatever order its events come", async () => {
    const { who, subscription } = await subscriber(2);
    const customer = await customerOf(who);
    stripe.deleteCustomer(customer);
    for (const [type, object] of [
      ["customer.deleted", { id: customer, object: "customer" }],
      ["customer.subscription.deleted", subscription],
      ["customer.subscription.deleted", subscription],
      ["customer.subscription.updated", subscription],
    ] as const)
      expect((await tell(stripe.event(type, object))).status).toBe(200);
    await expect.poll(() => stateOf(who), { timeout: 20_000 }).toBe("none");
    await reactToEvents(app.platform, { account: who.id });
    const ended = (await eventsOf(app, who.id)).filter(({ name }) => name === "billing.ended");
    expect(ended).toHaveLength(1);
  });
});

describe("a signed event that's odd", () => {
  const customer = { id: "cus_x", object: "customer" };
  it.each([
    ["no event at all", null],
    ["a list", []],
    ["a number", 7],
    ["nothing", {}],
    ["no object", { id: "evt_x", type: "x", created: 1, data: {} }],
    ["a time beyond all", { id: "evt_a", type: "x", created: 1e300, data: { object: customer } }],
    ["a time before all", { id: "evt_b", type: "x", created: -1e15, data: { object: customer } }],
    ["half a second", { id: "evt_c", type: "x", created: 1.5, data: { object: customer } }],
    ["an id that no database stores", { id: "evt\0", type: "x", created: 1, data: { object: customer } }],
    [
      "a type that no database stores",
      { id: "evt_d", type: "\ud800\0", created: 1, data: { object: customer } },
    ],
    [
      "a customer that no database stores",
      { id: "evt_e", type: "x", created: 1, data: { object: { ...customer, id: "\0" } } },
    ],
    [
      "a customer that's a list",
      {
        id: "evt_f",
        type: "x",
        created: 1,
        data: { object: { id: "in_1", object: "invoice", customer: [] } },
      },
    ],
    ["an endless id", { id: "e".repeat(70_000), type: "x", created: 1, data: { object: customer } }],
  ])("with %s is refused, and its sender told", async (_, event) => {
    const { who } = await knownCustomer();
    const text = JSON.stringify(event).replaceAll("cus_x", who);
    const { body, headers } = stripe.signText(text);
    const { status } = await app.visitor().call("POST", "/api/v1/stripe/webhook", body, headers);
    expect(status).toBe(400);
  });

  it("may be about what has no id, a customer nobody knows, or no customer at all", async () => {
    for (const object of [
      { object: "invoice", customer: "cus_nobody" },
      { object: "balance", available: [] },
      { object: "customer", id: "cus_nobody" },
    ])
      expect((await tell(stripe.event("some.event", object))).status).toBe(200);
  });

  let known: string | undefined;
  async function knownCustomer(): Promise<{ who: string }> {
    if (known === undefined) {
      const who = await app.signUp();
      await checkout(who, 1);
      known = stripe.all("customer").at(-1)?.id;
    }
    return { who: known ?? "" };
  }
});
