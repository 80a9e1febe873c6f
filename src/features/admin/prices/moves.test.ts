import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { syncSubscription } from "#src/features/money/billing/sync.ts";
import { addDays, DAY_MS } from "#src/lib/time.ts";
import type { Platform } from "#src/platform/context.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { eventsOf } from "#test/harness/events.ts";
import { proveAgain } from "#test/harness/mailbox.ts";
import { publishPrices, type Starts } from "#test/harness/prices.ts";
import { signUpSubscriber } from "#test/harness/subscribers.ts";
import { followMoves } from "./move-steps.ts";

let app: TestApp;
let founder: Client;

beforeAll(async () => {
  app = await startApp();
  founder = await app.signUp();
});
beforeEach(() => app.platform.db.execute(sql`delete from price_moves`));
afterEach(() => app.clock.set(new Date()));
afterAll(() => app?.close());

const list = async () => (await founder.api("GET", "/admin/prices")).body;
const billing = async (who: Client) => (await who.api("GET", "/billing")).body;
const publish = (...starts: Starts) => publishPrices(app, founder, starts);

const subscriber = (units: number) => signUpSubscriber(app, units);

const preview = async (from_list: number) =>
  (await founder.api("POST", "/admin/prices/moves/preview", { from_list })).body;
async function plan(from_list: number, more: object = {}) {
  await proveAgain(app, founder);
  const { to_list, subscribers } = await preview(from_list);
  const moves_at = addDays(app.clock.now(), 31);
  return founder.api("POST", "/admin/prices/moves", {
    from_list,
    to_list,
    subscribers,
    moves_at,
    reason: "Costs rose",
    ...more,
  });
}
async function callOff(id: string, more: object = {}) {
  await proveAgain(app, founder);
  return founder.api("POST", `/admin/prices/moves/${id}/cancel`, { reason: "We can wait", ...more });
}
const run = (platform: Platform = app.platform) => followMoves(platform);
const mails = (who: Client, template: string) =>
  rowsOf<{ id: string }>(
    app.platform.db,
    sql`select id from mails where account = ${who.id} and template = ${template}`,
  );
const namesOf = async (who: Client) =>
  (await eventsOf(app, who.id)).flatMap(({ name }) => (name.startsWith("prices.") ? [name] : []));

describe("moving subscribers to other prices", () => {
  it("tells each the old and the new total, waits 30 days, and charges it from the next invoice on", async () => {
    const from = await publish([1, 310], [11, 280]);
    const who = await subscriber(10);
    const to = await publish([1, 400]);
    expect(await preview(from)).toMatchObject({
      from_list: from,
      to_list: to,
      subscribers: 1,
      more: 1,
      less: 0,
      same: 0,
      before_cents: 3080,
      after_cents: 4400,
    });
    expect((await plan(from)).status).toBe(200);
    await run();
    const { text, subject } = await app.mailTo(who.email, /Premium costs/);
    expect(subject).toContain("Premium costs $44.00 a month");
    expect(text).toContain("your 11 units of premium will be $44.00 a month instead of $30.80");
    // The invoice after next is the first one with the new price, and the screen says so.
    const { moves_at } = (await list()).moves[0];
    expect(await billing(who)).toMatchObject({
      next_invoice_cents: 3080,
      prices: { number: from },
      coming_price: { at: moves_at, total_cents: 4400 },
    });
    app.clock.advance(30 * DAY_MS);
    await run();
    expect(await billing(who)).toMatchObject({ prices: { number: from } });
    app.clock.advance(1.1 * DAY_MS);
    await run();
    expect(await billing(who)).toMatchObject({ units: 11, next_invoice_cents: 4400, prices: { number: to } });
    const before = (await who.api("GET", "/billing/invoices")).body.items;
    expect(before).toHaveLength(1);
    await who.api("POST", "/billing/sandbox", { act: "bill_now" });
    expect((await who.api("GET", "/billing/invoices")).body.items[0]).toMatchObject({ total_cents: 4400 });
    await run();
    expect(await mails(who, "prices.changing")).toHaveLength(1);
    expect((await namesOf(who)).sort()).toEqual(["prices.change_told", "prices.changed"]);
    expect((await list()).moves[0]).toMatchObject({ told: 1, moved: 1, reason: "Costs rose" });
  });

  it("gives those who come late their 30 days, too, and leaves out who has canceled", async () => {
    const from = await publish([1, 320]);
    const leaving = await subscriber(1);
    await leaving.api("POST", "/billing/cancel", { reason: "other" });
    const buyer = await app.signUp();
    const { url } = (await buyer.api("POST", "/billing/checkout", { units: 1 })).body;
    const to = await publish([1, 330]);
    expect(await preview(from)).toMatchObject({ subscribers: 0 });
    expect((await plan(from)).status).toBe(200);
    app.clock.advance(20 * DAY_MS);
    const checkout = new URL(url, app.url).searchParams.get("checkout");
    await buyer.api("POST", "/billing/sandbox", { act: "pay", checkout });
    await syncSubscription(app.platform, buyer.id);
    await run();
    expect([
      (await mails(buyer, "prices.changing")).length,
      (await mails(leaving, "prices.changing")).length,
    ]).toEqual([1, 0]);
    app.clock.advance(12 * DAY_MS);
    await run();
    expect(await billing(buyer)).toMatchObject({ prices: { number: from } });
    app.clock.advance(18.5 * DAY_MS);
    await run();
    expect(await billing(buyer)).toMatchObject({ prices: { number: to } });
  });

  it("tells those who came late to one move of no other one that they won't take part in", async () => {
    const from = await publish([1, 340]);
    const buyer = await app.signUp();
    const { url } = (await buyer.api("POST", "/billing/checkout", { units: 1 })).body;
    const to = await publish([1, 341]);
    await plan(from);
    app.clock.advance(20 * DAY_MS);
    const checkout = new URL(url, app.url).searchParams.get("checkout");
    await buyer.api("POST", "/billing/sandbox", { act: "pay", checkout });
    await syncSubscription(app.platform, buyer.id);
    await run();
    // The first one's day has come for everyone else.
    app.clock.advance(12 * DAY_MS);
    await publish([1, 342]);
    expect((await plan(from)).status).toBe(200);
    await run();
    expect(await mails(buyer, "prices.changing")).toHaveLength(1);
    expect(await billing(buyer)).toMatchObject({ coming_price: { total_cents: 341 } });
    app.clock.advance(18.5 * DAY_MS);
    await run();
    expect(await billing(buyer)).toMatchObject({ prices: { number: to }, coming_price: null });
  });

  it("can be at once where nobody could pay more", async () => {
    const from = await publish([1, 500]);
    const who = await subscriber(3);
    const to = await publish([1, 450], [3, 400]);
    expect(await preview(from)).toMatchObject({ earliest: null, less: 1 });
    expect((await plan(from, { moves_at: app.clock.now().toISOString() })).status).toBe(200);
    await run();
    expect(await billing(who)).toMatchObject({ next_invoice_cents: 1200, prices: { number: to } });
    expect((await app.mailTo(who.email, /prices change/)).text).toContain("$12.00 a month instead of $15.00");
  });

  it("shows the next invoice with the prices of its day, unless they’re called off", async () => {
    const from = await publish([1, 510]);
    const who = await subscriber(2);
    await publish([1, 410]);
    await plan(from, { moves_at: addDays(app.clock.now(), 10) });
    await run();
    const coming = { coming_price: { total_cents: 820 }, next_invoice_cents: 820 };
    expect(await billing(who)).toMatchObject({ ...coming, prices: { number: from } });
    const change = (await who.api("POST", "/billing/preview", { units: 5 })).body;
    expect(change).toMatchObject({ total_cents: 2550, next_invoice_cents: 2050, price_list: from });
    await callOff((await list()).moves[0].id);
    expect(await billing(who)).toMatchObject({ coming_price: null, next_invoice_cents: 1020 });
  });

  it("can be called off until its day, of which those hear who were told", async () => {
    const from = await publish([1, 350]);
    const who = await subscriber(2);
    await publish([1, 360]);
    await plan(from);
    await run();
    const [{ id }] = (await list()).moves;
    expect((await callOff(id, { reason: " " })).body.code).toBe("REASON_MISSING");
    expect((await callOff(id)).body.moves[0].canceled_at).not.toBeNull();
    await Promise.all([run(), run()]);
    expect((await app.mailTo(who.email, /stays as it is/)).text).toContain("That’s called off");
    app.clock.advance(40 * DAY_MS);
    await run();
    expect(await billing(who)).toMatchObject({ prices: { number: from } });
    expect([(await mails(who, "prices.changing")).length, (await mails(who, "prices.kept")).length]).toEqual([
      1, 1,
    ]);
    expect((await callOff(id)).body.code).toBe("PRICE_MOVE_OVER");
    for (const other of ["0190163d-8694-739b-aea5-966c26f8ad91", "x", "\u0000"])
      expect((await callOff(encodeURIComponent(other))).body.code).toBe("PRICE_MOVE_NOT_FOUND");
    // Another one can be planned now, and can't be called off once its day has come.
    expect((await plan(from)).status).toBe(200);
    app.clock.advance(32 * DAY_MS);
    expect((await callOff((await list()).moves[0].id)).body.code).toBe("PRICE_MOVE_OVER");
  });

  it("is refused without its reason, for a wrong day or list, twice, and if it isn't as it was seen", async () => {
    const from = await publish([1, 370]);
    await subscriber(1);
    expect((await founder.api("POST", "/admin/prices/moves/preview", { from_list: from })).body.code).toBe(
      "PRICE_MOVE_UNNEEDED",
    );
    const to = await publish([1, 380]);
    const unknown = await founder.api("POST", "/admin/prices/moves/preview", { from_list: 2_000_000 });
    expect([unknown.status, unknown.body.code]).toEqual([404, "PRICE_LIST_NOT_FOUND"]);
    const codeOf = async (more: object) => (await plan(from, more)).body.code;
    expect(await codeOf({ reason: "\u200b" })).toBe("REASON_MISSING");
    expect(await codeOf({ from_list: 2_000_000 })).toBe("PRICE_LIST_NOT_FOUND");
    expect(await codeOf({ from_list: to })).toBe("PRICE_MOVE_UNNEEDED");
    expect(await codeOf({ subscribers: 7 })).toBe("PREVIEW_OUTDATED");
    expect(await codeOf({ to_list: from })).toBe("PREVIEW_OUTDATED");
    expect(await codeOf({ moves_at: addDays(app.clock.now(), 29) })).toBe("PRICE_MOVE_DATE_WRONG");
    expect(await codeOf({ moves_at: addDays(app.clock.now(), 400) })).toBe("PRICE_MOVE_DATE_WRONG");
    expect((await list()).moves).toEqual([]);
    const both = await Promise.all([plan(from), plan(from)]);
    expect(both.map(({ body }) => body.code).sort()).toEqual(["PRICE_MOVE_PLANNED", undefined]);
    await app.platform.db.execute(
      sql`update sessions set proven_at = '2020-01-01' where user_id = ${founder.id}`,
    );
    const [{ id }] = (await list()).moves;
    for (const [path, body] of [
      [
        "/admin/prices/moves",
        { from_list: from, to_list: to, subscribers: 1, moves_at: addDays(app.clock.now(), 31), reason: "x" },
      ],
      [`/admin/prices/moves/${id}/cancel`, { reason: "x" }],
    ] as const)
      expect((await founder.api("POST", path, body)).body.code).toBe("REAUTHENTICATION_REQUIRED");
  });

  it("tells and moves everyone once, however often it's killed and however many processes do it", async () => {
    const from = await publish([1, 390]);
    const people: Client[] = [];
    for (let units = 1; units <= 5; units++) people.push(await subscriber(units));
    const to = await publish([1, 395]);
    await plan(from);
    const killed = async () => {
      for (let kill = 0; kill < 8; kill++) {
        let left = kill;
        const write: Platform["write"] = function (this: never, work) {
          if (left-- <= 0) throw new Error("killed");
          return app.platform.write.apply(this, [work] as never) as never;
        };
        await run({ ...app.platform, write }).catch(() => undefined);
      }
      await Promise.all([run(), run(), run()]);
    };
    await killed();
    app.clock.advance(32 * DAY_MS);
    await killed();
    for (const [at, who] of people.entries()) {
      expect(await mails(who, "prices.changing")).toHaveLength(1);
      expect((await namesOf(who)).sort()).toEqual(["prices.change_told", "prices.changed"]);
      expect(await billing(who)).toMatchObject({ units: at + 1, prices: { number: to } });
    }
    expect((await list()).moves[0]).toMatchObject({ told: 5, moved: 5 });
  });
});
