// @project server-postgres
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { billSandbox } from "#src/features/money/billing/sandbox.ts";
import { releaseCoupons, syncSubscription } from "#src/features/money/billing/sync.ts";
import { DAY_MS } from "#src/lib/time.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { eventsOf } from "#test/harness/events.ts";

let app: TestApp;
let founder: Client;
let count = 0;

beforeAll(async () => {
  app = await startApp();
  founder = await app.signUp();
});
afterAll(() => app?.close());
afterEach(() => app.clock.set(new Date()));

/** A coupon that takes 20% off the first month, except for what's said. */
async function coupon(changes: object = {}): Promise<{ id: string; code: string }> {
  const form = { code: `TEST-${++count}`, percent_off: 20, months: 1, ...changes };
  const { status, body } = await founder.api("POST", "/coupons", form);
  expect([status, body.code]).toEqual([201, form.code]);
  return body;
}
const listed = async (id: string) =>
  (await founder.api("GET", "/coupons")).body.items.find((one: { id: string }) => one.id === id);
const preview = (who: Client, units: number, code?: string) =>
  who.api("POST", "/billing/preview", { units, code });
const checkout = (who: Client, units: number, code?: string) =>
  who.api("POST", "/billing/checkout", { units, code });
const settled = (who: Client) => syncSubscription(app.platform, who.id);

async function pay(who: Client, url: string) {
  const id = new URL(url, app.url).searchParams.get("checkout") ?? "";
  const paid = await who.api("POST", "/billing/sandbox", { act: "pay", checkout: id });
  await settled(who);
  return paid;
}

async function nextMonth(who: Client): Promise<void> {
  app.clock.set((await who.api("GET", "/billing")).body.period_end);
  await billSandbox(app.platform);
  await settled(who);
}

const invoicesOf = async (who: Client): Promise<[number, number][]> =>
  (await who.api("GET", "/billing/invoices")).body.items.map(
    (one: { total_cents: number; discount_cents: number }) => [one.total_cents, one.discount_cents],
  );

describe("a coupon", () => {
  it("takes off to the cent what the preview says, for as many months as it lasts", async () => {
    const { id, code } = await coupon({ percent_off: 15, months: 2 });
    const who = await app.signUp();
    const shown = (await preview(who, 11, ` ${code.toLowerCase()} `)).body;
    expect(shown).toMatchObject({
      total_cents: 3025,
      due_now_cents: 2571,
      next_invoice_cents: 2571,
      coupon: { code, percent_off: 15, months: 2 },
    });
    const { url } = (await checkout(who, 11, code)).body;
    expect((await who.api("GET", "/billing/sandbox")).body.checkout).toMatchObject({
      total_cents: 3025,
      due_now_cents: 2571,
    });
    await pay(who, url);
    expect((await who.api("GET", "/billing")).body).toMatchObject({
      state: "active",
      next_invoice_cents: 2571,
      discount: { percent_off: 15 },
    });
    await nextMonth(who);
    expect((await who.api("GET", "/billing")).body.next_invoice_cents).toBe(3025);
    await nextMonth(who);
    expect(await invoicesOf(who)).toEqual([
      [3025, 0],
      [2571, 454],
      [2571, 454],
    ]);
    const used = (await eventsOf(app, id)).filter(({ name }) => name === "coupon.redeemed");
    expect(used).toMatchObject([{ account: who.id, payload: { code } }]);
  });

  it.each([
    [{ amount_off_cents: 500, percent_off: null, months: 1 }, 2500, 3000],
    [{ amount_off_cents: 9900, percent_off: null, months: null }, 0, 0],
    [{ percent_off: 100, months: 1 }, 0, 3000],
    [{ percent_off: 50, months: null }, 1500, 1500],
  ])("that is %j costs %i today and %i next month", async (terms, due_now_cents, next_invoice_cents) => {
    const { code } = await coupon(terms);
    const who = await app.signUp();
    expect((await preview(who, 10, code)).body).toMatchObject({ due_now_cents, next_invoice_cents });
    await pay(who, (await checkout(who, 10, code)).body.url);
    expect((await who.api("GET", "/billing")).body).toMatchObject({ state: "active", next_invoice_cents });
    expect((await invoicesOf(who))[0]?.[0]).toBe(due_now_cents);
  });

  it("says clearly why a code can't be used", async () => {
    const who = await app.signUp();
    const says = async (code: string, units = 10) => (await preview(who, units, code)).body.message;
    expect(await says("NO-SUCH-CODE")).toBe("We don’t know that code. Check how it’s spelled.");
    expect((await checkout(who, 10, "NO-SUCH-CODE")).body.code).toBe("COUPON_UNKNOWN");
    const many = await coupon({ min_units: 10 });
    expect(await says(many.code, 9)).toBe("That code is for 10 units or more.");
    expect((await checkout(who, 9, many.code)).body.code).toBe("COUPON_UNITS");
    const expiring = await coupon({ expires_at: new Date(Date.now() + DAY_MS).toISOString() });
    const ended = await coupon();
    expect((await founder.api("POST", `/coupons/${ended.id}/end`)).body.state).toBe("ended");
    expect((await founder.api("POST", `/coupons/${ended.id}/end`)).status).toBe(200);
    expect(await says(ended.code)).toBe("That code has ended.");
    app.clock.advance(DAY_MS);
    expect(await says(expiring.code)).toBe("That code has ended.");
    expect((await checkout(who, 1, ended.code)).body.code).toBe("COUPON_ENDED");
    const single = await coupon({ redemptions_max: 1 });
    await pay(who, (await checkout(who, 1, single.code)).body.url);
    const other = await app.signUp();
    expect((await preview(other, 1, single.code)).body.code).toBe("COUPON_USED_UP");
    const late = await checkout(other, 1, single.code);
    expect(late.body).toMatchObject({
      code: "COUPON_USED_UP",
      message: "That code has been used up.",
    });
    expect((await preview(who, 1, single.code)).body.code).toBe("PREMIUM_ACTIVE");
  });

  it("works once for each account, even after its premium has ended", async () => {
    const { code } = await coupon();
    const who = await app.signUp();
    await pay(who, (await checkout(who, 1, code)).body.url);
    await who.api("POST", "/billing/cancel", { reason: "other" });
    await nextMonth(who);
    expect((await who.api("GET", "/billing")).body.state).toBe("none");
    expect((await checkout(who, 1, code)).body).toMatchObject({
      code: "COUPON_USED",
      message: "You’ve used that code before. It works once for each account.",
    });
    expect((await preview(who, 1, code)).body.code).toBe("COUPON_USED");
  });

  it("has its last redemption given once, however many want it in the same moment", async () => {
    const { id, code } = await coupon({ redemptions_max: 3 });
    const people = await Promise.all(Array.from({ length: 20 }, () => app.signUp()));
    const answers = await Promise.all(people.map((who) => checkout(who, 1, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array(3).fill(200),
      ...Array(17).fill(409),
    ]);
    expect(await listed(id)).toMatchObject({ state: "used_up", reserved: 3, redeemed: 0 });
  });

  it("gets an abandoned checkout's redemption back, and keeps one that was paid in time", async () => {
    const { id, code } = await coupon({ redemptions_max: 2 });
    const [gone, paying, next] = [await app.signUp(), await app.signUp(), await app.signUp()];
    const left = (await checkout(gone, 1, code)).body.url;
    // Asking again holds the same one.
    await checkout(paying, 1, code);
    const { url } = (await checkout(paying, 2, code)).body;
    const checkoutId = new URL(url, app.url).searchParams.get("checkout");
    await paying.api("POST", "/billing/sandbox", { act: "pay", checkout: checkoutId });
    expect((await checkout(next, 1, code)).body.code).toBe("COUPON_USED_UP");
    await releaseCoupons(app.platform);
    expect((await checkout(next, 1, code)).body.code).toBe("COUPON_USED_UP");
    app.clock.advance(61 * 60_000);
    await releaseCoupons(app.platform);
    expect(await listed(id)).toMatchObject({ state: "active", reserved: 0, redeemed: 1 });
    expect((await pay(gone, left)).body.code).toBe("SANDBOX_CLOSED");
    expect((await checkout(next, 1, code)).status).toBe(200);
  });

  it("can't be found by guessing", async () => {
    const { code } = await coupon();
    const who = await app.signUp();
    for (let n = 0; n < 15; n++) expect((await preview(who, 1, code)).status).toBe(200);
    const guesses = await Promise.all(Array.from({ length: 10 }, (_, n) => preview(who, 1, `GUESS-${n}`)));
    expect(guesses.map(({ body }) => body.code)).toEqual(Array(10).fill("COUPON_UNKNOWN"));
    expect((await preview(who, 1, code)).status).toBe(429);
    expect((await checkout(who, 1, code)).status).toBe(429);
    expect((await preview(await app.signUp(), 1, code)).status).toBe(200);
  });
});

describe("staff's coupons", () => {
  it("are listed newest first, with what became of them", async () => {
    app.clock.advance(3 * DAY_MS);
    const older = await coupon();
    app.clock.advance(1000);
    const { id, code } = await coupon({ redemptions_max: 5, min_units: 2 });
    const { items } = (await founder.api("GET", "/coupons")).body;
    expect(items.slice(0, 2).map((one: { id: string }) => one.id)).toEqual([id, older.id]);
    expect(items[0]).toMatchObject({ code, state: "active", redeemed: 0, reserved: 0, min_units: 2 });
    expect((await founder.api("GET", "/coupons?cursor=nonsense")).body.code).toBe("CURSOR_INVALID");
  });

  it.each([
    [{ code: "A" }, "COUPON_CODE_INVALID"],
    [{ code: "TEN PERCENT" }, "COUPON_CODE_INVALID"],
    [{ amount_off_cents: 5 }, "COUPON_OFF_INVALID"],
    [{ percent_off: null }, "COUPON_OFF_INVALID"],
    [{ expires_at: "2020-01-01T00:00:00.000Z" }, "COUPON_EXPIRY_PAST"],
  ])("aren't made of %j", async (changes, refusal) => {
    const form = { code: "FINE", percent_off: 10, months: 1, ...changes };
    expect((await founder.api("POST", "/coupons", form)).body.code).toBe(refusal);
  });

  it("have codes of their own, in any case, and end only if they exist", async () => {
    const { code } = await coupon();
    const again = { code: code.toLowerCase(), percent_off: 10, months: null };
    const tries = await Promise.all([1, 2].map(() => founder.api("POST", "/coupons", again)));
    expect(tries.map(({ body }) => body.code)).toEqual(["COUPON_TAKEN", "COUPON_TAKEN"]);
    for (const id of ["x", "0199d3a0-7c1e-7b52-9a41-2f6c0e8d4b17"])
      expect((await founder.api("POST", `/coupons/${id}/end`)).body.code).toBe("COUPON_NOT_FOUND");
  });
});
