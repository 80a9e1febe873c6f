// @project server-postgres
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { DAY_MS } from "#src/lib/time.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { eventsOf } from "#test/harness/events.ts";
import { payForUnits, signUpSubscriber } from "#test/harness/subscribers.ts";
import { billSandbox } from "./sandbox.ts";
import { applyDueChanges, syncSubscription } from "./sync.ts";

let app: TestApp;
let founder: Client;

beforeAll(async () => {
  app = await startApp();
  founder = await app.signUp();
});
afterAll(() => app?.close());
afterEach(() => app.clock.set(new Date()));

const billing = async (who: Client) => (await who.api("GET", "/billing")).body;
const sandbox = (who: Client, act: string, checkout?: string) =>
  who.api("POST", "/billing/sandbox", { act, checkout });

const subscriber = (units: number) => signUpSubscriber(app, units);
const pay = (who: Client, units: number) => payForUnits(app, who, units);

/** The process reacts to events by itself; this does it at once. */
const settled = (who: Client) => syncSubscription(app.platform, who.id);

async function change(who: Client, units: number, reason?: string) {
  const { status, body } = await who.api("POST", "/billing/preview", { units });
  expect([status, body.code]).toEqual(expect.arrayContaining([status === 200 ? undefined : "PREMIUM_HELD"]));
  const at = status === 200 ? body.at : app.clock.now().toISOString();
  return who.api("PUT", "/billing/units", { units, at, reason });
}

/** Lets days pass, with everything that happens in them. */
async function pass(who: Client, days: number): Promise<void> {
  app.clock.advance(days * DAY_MS);
  await billSandbox(app.platform);
  await settled(who);
  await applyDueChanges(app.platform);
}

const namesOf = async (who: Client) =>
  (await eventsOf(app, who.id)).flatMap(({ name }) => (name.startsWith("billing.") ? [name] : []));

describe("buying premium in the sandbox", () => {
  it("§9 lifts the limits once the provider's event is there, and not on coming back", async () => {
    const who = await app.signUp();
    expect(await billing(who)).toMatchObject({ provider: "sandbox", state: "none", granted_units: 0 });
    const { url } = (await who.api("POST", "/billing/checkout", { units: 25 })).body;
    expect(url).toMatch(/^\/dashboard\/settings\/billing\/sandbox\?checkout=/);
    expect(await billing(who)).toMatchObject({ state: "none" });
    const checkout = new URL(url, app.url).searchParams.get("checkout") ?? "";
    expect((await who.api("GET", "/billing/sandbox")).body).toMatchObject({
      checkout: { id: checkout, units: 26, total_cents: 6500 },
      card: "works",
    });
    await sandbox(who, "pay", checkout);
    await expect.poll(async () => (await billing(who)).state, { timeout: 20_000 }).toBe("active");
    expect(await billing(who)).toMatchObject({ units: 26, granted_units: 26, next_invoice_cents: 6500 });
    expect((await who.api("GET", "/allowances")).body).toMatchObject({
      profiles: { limit: null, explanation: "unlimited with premium" },
      links: { limit: 650, explanation: "25 × 26 units of premium" },
      links_per_profile: { limit: 50 },
    });
    expect((await who.api("GET", "/slots")).body).toMatchObject({
      is_subscribed: true,
      subscription_tier: "premium",
      branding_removal: true,
    });
    expect((await who.api("GET", "/billing/invoices")).body.items).toMatchObject([
      { number: "SANDBOX-0001", total_cents: 6500, status: "paid", url: null },
    ]);
    expect(await namesOf(who)).toEqual(["billing.subscribed", "billing.premium_changed"]);
  });

  it("happens once, however often somebody pays, and only for their own checkout", async () => {
    const who = await app.signUp();
    const other = await app.signUp();
    const { url } = (await who.api("POST", "/billing/checkout", { units: 1 })).body;
    const checkout = new URL(url, app.url).searchParams.get("checkout") ?? "";
    expect((await sandbox(other, "pay", checkout)).body.code).toBe("SANDBOX_CLOSED");
    const paid = await Promise.all([1, 2, 3].map(() => sandbox(who, "pay", checkout)));
    expect(paid.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    await settled(who);
    expect((await who.api("GET", "/billing/invoices")).body.items).toHaveLength(1);
    expect((await who.api("POST", "/billing/checkout", { units: 1 })).body.code).toBe("PREMIUM_ACTIVE");
    expect(await billing(other)).toMatchObject({ state: "none" });
  });

  it("takes one checkout at a time: a tab that another has replaced can't be paid", async () => {
    const who = await app.signUp();
    const start = async (units: number) => (await who.api("POST", "/billing/checkout", { units })).body.url;
    const idOf = (url: string) => new URL(url, app.url).searchParams.get("checkout") ?? "";
    const [old, current] = [idOf(await start(2)), idOf(await start(5))];
    expect((await sandbox(who, "pay", old)).body.code).toBe("SANDBOX_CLOSED");
    expect((await sandbox(who, "pay", current)).status).toBe(200);
    expect((await sandbox(who, "pay", old)).body.code).toBe("SANDBOX_CLOSED");
    await settled(who);
    expect(await billing(who)).toMatchObject({ state: "active", units: 5 });
    expect((await who.api("GET", "/billing/invoices")).body.items).toHaveLength(1);
  });
});

describe("changing units", () => {
  it("costs to the cent what the preview says", async () => {
    const who = await subscriber(10);
    app.clock.advance(10 * DAY_MS);
    const preview = (await who.api("POST", "/billing/preview", { units: 40 })).body;
    const { period_end } = await billing(who);
    const { body } = await who.api("PUT", "/billing/units", { units: 40, at: preview.at });
    expect(body).toMatchObject({ units: 40, granted_units: 40, next_invoice_cents: 10_000 });
    const [newest] = (await who.api("GET", "/billing/invoices")).body.items;
    expect(newest.total_cents).toBe(preview.due_now_cents);
    expect(preview).toMatchObject({
      next_invoice_at: period_end,
      next_invoice_cents: 10_000,
      credit_cents: 0,
    });
    const down = (await who.api("POST", "/billing/preview", { units: 1 })).body;
    expect(down.due_now_cents).toBe(0);
    expect(down.next_invoice_cents).toBe(Math.max(0, 300 - down.credit_cents));
    expect((await change(who, 1)).body).toMatchObject({ units: 1, granted_units: 1 });
    expect((await namesOf(who)).slice(2)).toEqual([
      "billing.units_changed",
      "billing.premium_changed",
      "billing.units_changed",
      "billing.premium_changed",
    ]);
  });

  it("§9 says to the cent what fewer units give back, and what the next invoices will be", async () => {
    const who = await subscriber(40);
    app.clock.advance(10 * DAY_MS);
    const preview = async (units: number) => (await who.api("POST", "/billing/preview", { units })).body;
    const change = ({ units, at }: { units: number; at: string }) =>
      who.api("PUT", "/billing/units", { units, at });
    const down = await preview(10);
    expect(down.credit_cents).toBeGreaterThan(3000);
    expect(down).toMatchObject({ due_now_cents: 0, balance_cents: down.credit_cents, next_invoice_cents: 0 });
    expect((await change(down)).body).toMatchObject({
      credit_cents: down.credit_cents,
      next_invoice_cents: 0,
    });
    const up = await preview(15);
    expect(up).toMatchObject({ due_now_cents: 0, credit_cents: 0 });
    expect(up.balance_cents).toBeLessThan(down.balance_cents);
    await change(up);
    const { credit_cents, next_invoice_cents, period_end } = await billing(who);
    expect([credit_cents, next_invoice_cents]).toEqual([up.balance_cents, up.next_invoice_cents]);
    app.clock.set(period_end);
    await pass(who, 0);
    const [newest] = (await who.api("GET", "/billing/invoices")).body.items;
    expect(newest.total_cents).toBe(up.next_invoice_cents);
    expect(await billing(who)).toMatchObject({ credit_cents: Math.max(0, up.balance_cents - 4125) });
  });

  it("needs a preview of the last hour, and a card that works", async () => {
    const who = await subscriber(2);
    const { at } = (await who.api("POST", "/billing/preview", { units: 3 })).body;
    app.clock.advance(3_601_000);
    const late = await who.api("PUT", "/billing/units", { units: 3, at });
    expect(late.body.code).toBe("PREVIEW_OUTDATED");
    await sandbox(who, "decline_card");
    expect(await change(who, 3)).toMatchObject({ status: 402, body: { code: "CARD_DECLINED" } });
    expect(await billing(who)).toMatchObject({ units: 2 });
  });
});

describe("a payment that fails", () => {
  it("leaves 14 days with e-mails, then the free plan's limits, and pages stay up", async () => {
    const who = await subscriber(2);
    const { username, id } = (await who.api("POST", "/profiles", { name: "Stays" })).body;
    const link = { title: "L", url: "https://a.example" };
    for (let n = 0; n < 6; n++) await who.api("POST", `/profiles/${id}/links`, link);
    await sandbox(who, "decline_card");
    app.clock.set((await billing(who)).period_end);
    await pass(who, 0.1);
    const failing = await billing(who);
    expect(failing).toMatchObject({ state: "failing", granted_units: 2 });
    await app.mailTo(who.email, /^Your payment didn’t go through$/);
    await pass(who, 1);
    await app.mailTo(who.email, /didn’t go through again/);
    expect((await change(who, 5)).body.code).toBe("PREMIUM_HELD");
    app.clock.set(new Date(Date.parse(failing.grace_until) - 2 * DAY_MS));
    await pass(who, 0);
    await app.mailTo(who.email, /^Premium ends on .* unless/);
    await pass(who, 3);
    expect(await billing(who)).toMatchObject({ state: "none", granted_units: 0 });
    await app.mailTo(who.email, /^You’re on the free plan now/);
    expect((await app.visitor().call("GET", `/${username}`)).status).toBe(200);
    expect((await who.api("GET", `/profiles/${id}/links`)).body.items).toHaveLength(6);
    expect((await who.api("POST", `/profiles/${id}/links`, link)).body.code).toBe("LINK_LIMIT");
    expect((await namesOf(who)).filter((name) => name === "billing.ended")).toHaveLength(1);
  });

  it("is forgotten once a card works", async () => {
    const who = await subscriber(2);
    await sandbox(who, "decline_card");
    await sandbox(who, "bill_now");
    await settled(who);
    expect(await billing(who)).toMatchObject({ state: "failing" });
    await sandbox(who, "work_card");
    await settled(who);
    expect(await billing(who)).toMatchObject({ state: "active", grace_until: null });
    expect(await namesOf(who)).toContain("billing.payment_recovered");
  });
});

describe("leaving", () => {
  it("ends premium with the paid time, says so by e-mail, and can be taken back", async () => {
    const who = await subscriber(3);
    const { body } = await who.api("POST", "/billing/cancel", { reason: "missing" });
    expect(body).toMatchObject({ state: "ending", granted_units: 3, next_invoice_at: null });
    await app.mailTo(who.email, /^Your premium ends on/);
    expect((await change(who, 4)).body).toMatchObject({ code: "PREMIUM_HELD" });
    expect((await who.api("POST", "/billing/resume")).body).toMatchObject({ state: "active" });
    await who.api("POST", "/billing/cancel", { reason: "missing" });
    expect((await who.api("POST", "/billing/cancel", { reason: "other" })).status).toBe(200);
    await pass(who, 32);
    expect(await billing(who)).toMatchObject({ state: "none", granted_units: 0 });
    const answers = (await eventsOf(app, who.id)).filter(({ name }) => name === "billing.leaving_answered");
    expect(answers.map(({ payload }) => payload)).toEqual([
      { reason: "missing", offer: "pause", outcome: "left" },
      { reason: "missing", offer: "pause", outcome: "left" },
    ]);
    await pay(who, 1);
    expect(await billing(who)).toMatchObject({ state: "active", units: 1 });
  });

  it("can be a pause: it costs nothing and gives nothing, and goes on by itself or when asked", async () => {
    const who = await subscriber(3);
    const paused = (await who.api("POST", "/billing/pause", { months: 2, reason: "break" })).body;
    expect(paused).toMatchObject({ state: "pausing", granted_units: 3 });
    expect((await who.api("POST", "/billing/pause", { months: 1 })).body.code).toBe("PREMIUM_HELD");
    await pass(who, 32);
    expect(await billing(who)).toMatchObject({ state: "paused", granted_units: 0 });
    expect((await who.api("GET", "/billing/invoices")).body.items).toHaveLength(1);
    await sandbox(who, "decline_card");
    expect((await who.api("POST", "/billing/resume")).body.code).toBe("CARD_DECLINED");
    expect(await billing(who)).toMatchObject({ state: "paused" });
    await sandbox(who, "work_card");
    expect((await who.api("POST", "/billing/resume")).body).toMatchObject({
      state: "active",
      granted_units: 3,
    });
    expect((await who.api("GET", "/billing/invoices")).body.items).toHaveLength(2);
    await who.api("POST", "/billing/pause", { months: 1 });
    await pass(who, 95);
    expect(await billing(who)).toMatchObject({ state: "active", granted_units: 3 });
  });

  it("may be answered with a discount, once", async () => {
    const who = await subscriber(10);
    expect((await who.api("POST", "/billing/discount", { reason: "break" })).body.code).toBe(
      "OFFER_UNAVAILABLE",
    );
    const { body } = await who.api("POST", "/billing/discount", { reason: "too_expensive" });
    expect(body).toMatchObject({
      discount: { percent_off: 20 },
      next_invoice_cents: 2400,
      had_discount: true,
    });
    const again = await who.api("POST", "/billing/discount", { reason: "too_expensive" });
    expect(again.body.code).toBe("OFFER_UNAVAILABLE");
    await who.api("POST", "/billing/cancel", { reason: "other" });
    expect((await who.api("POST", "/billing/discount", { reason: "switching" })).body.code).toBe(
      "PREMIUM_HELD",
    );
  });

  it("is answered once, also by two tabs at the same moment", async () => {
    const who = await subscriber(3);
    const answer = { reason: "too_expensive" };
    const twice = async (path: string) => {
      await Promise.all([who.api("POST", path, answer), who.api("POST", path, answer)]);
      return (await namesOf(who)).filter((name) => name === "billing.leaving_answered").length;
    };
    expect(await twice("/billing/discount")).toBe(1);
    expect(await twice("/billing/cancel")).toBe(2);
  });

  it("is taken care of when the account is going to be deleted", async () => {
    const who = await subscriber(1);
    await who.api("DELETE", "/me", { confirmation: who.email });
    const row = () =>
      app.platform.db.execute(sql`select cancel_at from subscriptions where account = ${who.id}`);
    await expect
      .poll(async () => ((await row()) as unknown as { rows: { cancel_at: unknown }[] }).rows[0]?.cancel_at, {
        timeout: 20_000,
      })
      .not.toBeNull();
  });
});

describe("billing", () => {
  const CALLS: [string, string, object?][] = [
    ["POST", "/billing/preview", { units: 1 }],
    ["POST", "/billing/checkout", { units: 1 }],
    ["PUT", "/billing/units", { units: 1, at: new Date().toISOString() }],
    ["POST", "/billing/cancel", { reason: "other" }],
    ["POST", "/billing/resume", {}],
    ["POST", "/billing/pause", { months: 1 }],
    ["POST", "/billing/discount", { reason: "other" }],
    ["PATCH", "/billing", { remove_branding: true }],
    ["POST", "/billing/portal", {}],
  ];

  it("doesn't exist where nothing is sold", async () => {
    await founder.api("PATCH", "/settings", { values: { plans: "off" } });
    const who = await app.signUp();
    for (const [method, path, body] of CALLS)
      expect([path, (await who.api(method, path, body)).body.code]).toEqual([path, "BILLING_OFF"]);
    expect((await who.api("GET", "/billing/sandbox")).body.code).toBe("SANDBOX_CLOSED");
    expect((await sandbox(who, "work_card")).body.code).toBe("SANDBOX_CLOSED");
    expect(await billing(who)).toMatchObject({ plans: "off", state: "none" });
    await founder.api("PATCH", "/settings", { values: { plans: null } });
  });

  it("has nothing to change without premium", async () => {
    const who = await app.signUp();
    for (const [method, path, body] of CALLS.slice(2))
      expect([path, (await who.api(method, path, body)).body.code]).toEqual([path, "PREMIUM_MISSING"]);
    expect((await who.api("GET", "/billing/invoices")).body.items).toEqual([]);
  });

  it.each([0, -1, 1.5, 10_001, "2", null])("refuses %j units", async (units) => {
    expect((await founder.api("POST", "/billing/checkout", { units })).status).toBe(400);
    expect((await founder.api("POST", "/billing/preview", { units })).status).toBe(400);
  });

  it("leaves “Powered by” off the pages of premium accounts that want that, at once", async () => {
    const who = await subscriber(1);
    const { username } = (await who.api("POST", "/profiles", { name: `B${randomUUID()}`.slice(0, 20) })).body;
    const page = async () => (await app.visitor().call("GET", `/${username}`)).body as string;
    expect(await page()).toContain("Powered by");
    await who.api("PATCH", "/billing", { remove_branding: true });
    expect(await page()).not.toContain("Powered by");
    await who.api("POST", "/billing/cancel", { reason: "other" });
    await pass(who, 32);
    expect(await page()).toContain("Powered by");
  });

  it("lets those hide “Powered by” whom staff gave premium, until it's over or taken back", async () => {
    const who = await app.signUp();
    const { username } = (await who.api("POST", "/profiles", { name: `G${randomUUID()}`.slice(0, 20) })).body;
    const page = async () => (await app.visitor().call("GET", `/${username}`)).body as string;
    expect((await who.api("PATCH", "/billing", { remove_branding: true })).body.code).toBe("PREMIUM_MISSING");
    const give = (more: object) =>
      founder.api("POST", `/admin/users/${who.id}/grants`, {
        kind: "premium_units",
        reason: "Sorry",
        ...more,
      });
    const { id } = (await give({})).body;
    expect((await who.api("GET", "/billing")).body).toMatchObject({
      state: "none",
      may_remove_branding: true,
    });
    await who.api("PATCH", "/billing", { remove_branding: true });
    expect(await page()).not.toContain("Powered by");
    await founder.api("DELETE", `/admin/users/${who.id}/grants/${id}`);
    expect(await page()).toContain("Powered by");
    await give({ ends_at: new Date(app.clock.now().getTime() + 2000).toISOString() });
    expect((await who.api("GET", "/billing")).body.remove_branding).toBe(true);
  });

  it("leads to where the card is", async () => {
    const who = await subscriber(1);
    expect((await who.api("POST", "/billing/portal")).body.url).toBe("/dashboard/settings/billing/sandbox");
  });
});
