import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findMonthlyRevenue } from "#src/features/money/billing/revenue.ts";
import { syncSubscription } from "#src/features/money/billing/sync.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { proveAgain } from "#test/harness/mailbox.ts";
import { priceForm, publishPrices, type Starts } from "#test/harness/prices.ts";

let app: TestApp;
let founder: Client;

beforeAll(async () => {
  app = await startApp();
  founder = await app.signUp({ name: "Fay Founder" });
});
afterAll(() => app?.close());

const list = async () => (await founder.api("GET", "/admin/prices")).body;
const billing = async (who: Client) => (await who.api("GET", "/billing")).body;
const read = async (path: string) => (await app.visitor().call("GET", path)).body as string;
const BUILT_IN: Starts = [
  [1, 300],
  [11, 275],
  [26, 250],
  [51, 225],
  [101, 200],
];

async function pay(who: Client, url: string): Promise<void> {
  const checkout = new URL(url, app.url).searchParams.get("checkout");
  await who.api("POST", "/billing/sandbox", { act: "pay", checkout });
  await syncSubscription(app.platform, who.id);
}
async function buy(who: Client, units: number): Promise<void> {
  const { price_list } = (await who.api("POST", "/billing/preview", { units })).body;
  await pay(who, (await who.api("POST", "/billing/checkout", { units, price_list })).body.url);
}
async function publish(form: object, more: object = {}) {
  await proveAgain(app, founder);
  const { current } = await list();
  return founder.api("POST", "/admin/prices", { ...form, based_on: current, reason: "Costs rose", ...more });
}

describe("price lists", () => {
  it("§9 begin with the specification's, which is list 1 and counts", async () => {
    const { current, lists, moves } = await list();
    expect([current, lists.length, moves]).toEqual([1, 1, []]);
    expect(lists[0]).toMatchObject({ number: 1, published: null, subscribers: 0, most_popular_from: 26 });
    expect((await (await app.signUp()).api("GET", "/prices")).body).toMatchObject({ number: 1 });
  });

  it("say what they'd come to before they count, and change nothing by it", async () => {
    const { body } = await founder.api(
      "POST",
      "/admin/prices/preview",
      priceForm([
        [1, 400],
        [26, 200],
      ]),
    );
    expect(body).toMatchObject({ based_on: 1, subscribers: 0 });
    expect(body.tiers).toEqual([
      { from: 1, to: 25, unit_cents: 400 },
      { from: 26, to: null, unit_cents: 200 },
    ]);
    expect(
      body.examples.map(({ units, before_cents, after_cents }: Record<string, number>) => [
        units,
        before_cents,
        after_cents,
      ]),
    ).toEqual([
      [1, 300, 400],
      [10, 3000, 4000],
      [25, 6500, 5200],
      [26, 6500, 5200],
      [50, 11_475, 10_000],
      [100, 20_200, 20_000],
      [1000, 200_000, 200_000],
    ]);
    expect((await list()).current).toBe(1);
  });

  it("count for whoever buys from then on, wherever prices are shown, and nowhere for who has premium", async () => {
    const old = await app.signUp();
    await buy(old, 10);
    expect(await read("/")).toContain("$3.00");
    expect(await read("/help/plans-and-limits")).toContain("$3.00 for 1 to 10 units");
    const number = await publishPrices(app, founder, [
      [1, 410],
      [21, 390],
    ]);
    const home = await read("/");
    expect(home).toContain("<td>$4.10</td>");
    expect(home).toContain("1–20");
    expect(home).toContain('"highPrice":"4.10"');
    expect(home).not.toMatch(/\$3\.00|\$2\.75|\$2\.50|\$2\.25|\$2\.00/);
    expect(await read("/help/plans-and-limits")).toContain("$4.10 for 1 to 20 units, and $3.90 from 21");
    expect((await old.api("GET", "/prices")).body.number).toBe(number);
    const fresh = await app.signUp();
    expect((await billing(fresh)).prices.number).toBe(number);
    await buy(fresh, 10);
    expect(await billing(fresh)).toMatchObject({ next_invoice_cents: 4100, prices: { number } });
    expect(await billing(old)).toMatchObject({ next_invoice_cents: 3000, prices: { number: 1 } });
    // Also for what they change, and for what the next month costs.
    const { body } = await old.api("POST", "/billing/preview", { units: 25 });
    expect(body).toMatchObject({ price_list: 1, units: 26, total_cents: 6500 });
    expect(
      (await old.api("PUT", "/billing/units", { units: 25, at: body.at, price_list: 1 })).body,
    ).toMatchObject({ units: 26, next_invoice_cents: 6500 });
    await old.api("POST", "/billing/sandbox", { act: "bill_now" });
    expect((await old.api("GET", "/billing/invoices")).body.items[0]).toMatchObject({ total_cents: 6500 });
    expect(await findMonthlyRevenue(app.platform)).toBe(6500 + 4100);
    const { lists } = await list();
    expect(lists.map(({ number, subscribers }: Record<string, number>) => [number, subscribers])).toEqual([
      [number, 1],
      [1, 1],
    ]);
    expect(lists[0].published).toMatchObject({ by: "Fay Founder", reason: "Costs rose" });
    const told = await rowsOf(
      app.platform.db,
      sql`select payload from events where name = 'prices.published'`,
    );
    expect(told).toEqual([{ payload: { number, reason: "Costs rose" } }]);
  });

  it("that have one tier are told as one price", async () => {
    await publishPrices(app, founder, [[1, 500]]);
    const home = await read("/");
    expect(home).toContain("Premium is sold in units, and each one costs the same.");
    expect(home).not.toContain("Cheaper as you grow");
    expect(await read("/help/plans-and-limits")).toContain("A unit costs $5.00.");
    expect(
      (await (await app.signUp()).api("POST", "/billing/preview", { units: 10_000 })).body.total_cents,
    ).toBe(5_000_000);
  });

  it("can be used again, as another list", async () => {
    const number = await publishPrices(app, founder, BUILT_IN);
    expect(number).toBeGreaterThan(1);
    expect((await founder.api("GET", "/prices")).body).toMatchObject({
      number,
      tiers: (await list()).lists.at(-1).tiers,
    });
  });

  it("that a buyer has seen and that don't count anymore aren't sold, and what's open already is", async () => {
    const [slow, quick] = [await app.signUp(), await app.signUp()];
    const seen = (await slow.api("POST", "/billing/preview", { units: 2 })).body.price_list;
    const { url } = (await quick.api("POST", "/billing/checkout", { units: 2, price_list: seen })).body;
    const number = await publishPrices(app, founder, [[1, 320]]);
    const refused = await slow.api("POST", "/billing/checkout", { units: 2, price_list: seen });
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      409,
      "PREVIEW_OUTDATED",
      "Prices have changed since you looked. Check the new ones.",
    ]);
    expect((await slow.api("POST", "/billing/checkout", { units: 2, price_list: number })).status).toBe(200);
    expect((await quick.api("GET", "/billing/sandbox")).body.checkout.total_cents).toBe(600);
    await pay(quick, url);
    expect(await billing(quick)).toMatchObject({ next_invoice_cents: 600, prices: { number: seen } });
  });
});

describe("publishing prices", () => {
  it("is refused with what's wrong, without a reason, and if they count already", async () => {
    const { lists } = await list();
    const free = await publish(priceForm([[1, 0]]));
    expect([free.status, free.body.code]).toEqual([400, "PRICES_INVALID"]);
    expect(free.body.message).toBe("Tier 1 has to cost from $0.50 to $1,000.00 a unit, in whole cents.");
    expect((await founder.api("POST", "/admin/prices/preview", priceForm([[1, 0]]))).body.code).toBe(
      "PRICES_INVALID",
    );
    expect((await publish(priceForm([[1, 330]]), { reason: " \u200b\u0000" })).body.code).toBe(
      "REASON_MISSING",
    );
    expect((await publish(priceForm([[1, 320]]))).body.code).toBe("PRICES_UNCHANGED");
    expect((await list()).lists).toEqual(lists);
  });

  it("happens once, however many publish at once, and the others look again", async () => {
    await proveAgain(app, founder);
    const { current } = await list();
    const send = (cents: number) =>
      founder.api("POST", "/admin/prices", { ...priceForm([[1, cents]]), based_on: current, reason: "Both" });
    const answers = await Promise.all([send(340), send(350), send(360)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe("PREVIEW_OUTDATED");
    expect((await list()).current).toBe(current + 1);
  });

  it("takes a fresh proof, and staff for settings in person", async () => {
    const form = { ...priceForm([[1, 380]]), based_on: (await list()).current, reason: "Costs rose" };
    const stale = sql`update sessions set proven_at = '2020-01-01' where user_id = ${founder.id}`;
    await app.platform.db.execute(stale);
    expect((await founder.api("POST", "/admin/prices", form)).body.code).toBe("REAUTHENTICATION_REQUIRED");
    const other = await app.signUp();
    for (const role of ["support", "moderator", "finance", "user"]) {
      await app.platform.db.execute(sql`update users set role = ${role} where id = ${other.id}`);
      expect((await other.api("POST", "/admin/prices", form)).status, role).toBe(404);
      expect((await other.api("GET", "/admin/prices")).status, role).toBe(404);
    }
    await app.platform.db.execute(sql`update users set role = 'admin' where id = ${other.id}`);
    await proveAgain(app, other);
    expect((await other.api("POST", "/admin/prices", form)).status).toBe(200);
  });
});
