// @project unit
import fc from "fast-check";
import { expect, it } from "vitest";
import { SUSPECT_EVENTS_AT_ONCE_MAX as AT_ONCE, BOT_RATES, PEOPLE_RATES } from "./rules.ts";
import { createBudget } from "./token-bucket.ts";

const PERSON = { is_bot: false };

const BOT = { is_bot: true };

/** A budget with a clock of its own. */
function budgetOf(bucketsMax?: number) {
  let time = Date.parse("2026-05-11T08:00:00Z");
  const budget = createBudget(() => new Date(time), bucketsMax);
  return {
    verdict: (address: string, profile_id = "p1", client = PERSON) =>
      budget.spend({ address, profile_id, client }),
    spend: (address: string, profile_id = "p1", client = PERSON) =>
      budget.spend({ address, profile_id, client }).is_suspected === true,
    /** How many of `count` events are suspected. */
    suspected(count: number, address: string, profile_id?: string) {
      let suspected = 0;
      for (let event = 0; event < count; event++) if (this.spend(address, profile_id)) suspected++;
      return suspected;
    },
    pass: (seconds: number) => {
      time += seconds * 1000;
    },
  };
}

it("doesn't suspect a school of 1,500 people who all scan one code within a minute", () => {
  expect(budgetOf().suspected(2 * 1500, "81.2.69.160")).toBe(0);
});

it("suspects nobody behind a carrier's IP address who comes once a second, all day long", () => {
  const budget = budgetOf();
  for (let second = 0; second < 86_400; second++) {
    if (budget.spend("81.2.69.160")) throw new Error(`suspected after ${second} s`);
    budget.pass(1);
  }
});

it("suspects anything beyond that, and trusts the network again as time passes", () => {
  const budget = budgetOf();
  expect(budget.suspected(AT_ONCE + 500, "81.2.69.160")).toBe(500);
  budget.pass(60);
  expect(budget.suspected(100, "81.2.69.160")).toBe(40);
  budget.pass(2 * AT_ONCE);
  expect(budget.suspected(AT_ONCE, "81.2.69.160")).toBe(0);
});

it("gives every network and every page a budget of its own, and an IPv6 customer one for all addresses", () => {
  const budget = budgetOf();
  budget.suspected(AT_ONCE, "81.2.69.160");
  expect(budget.spend("81.2.69.160")).toBe(true);
  expect(budget.spend("81.2.69.161")).toBe(false);
  expect(budget.spend("81.2.69.160", "p2")).toBe(false);
  for (let event = 0; event < AT_ONCE; event++) budget.spend(`2a02:1:2:3::${(event % 9999) + 1}`);
  expect(budget.spend("2a02:1:2:3:ffff:ffff:ffff:ffff")).toBe(true);
  expect(budget.spend("2a02:1:2:4::1")).toBe(false);
});

it("doesn't suspect bots, which use up nobody else's budget and are soon only counted", () => {
  const budget = budgetOf();
  const verdicts = Array.from({ length: 2 * AT_ONCE }, () => budget.verdict("81.2.69.160", "p1", BOT));
  expect(verdicts.filter(({ is_suspected }) => is_suspected)).toEqual([]);
  expect(verdicts.filter(({ is_unlisted }) => !is_unlisted)).toHaveLength(BOT_RATES.networkOnPage.atOnce);
  expect(budget.verdict("81.2.69.160")).toEqual({});
});

/** How many of `count` events get a row, and how many of the others are suspected. */
function flood(count: number, from: (event: number) => [address: string, page: string]) {
  const budget = budgetOf();
  const verdicts = Array.from({ length: count }, (_, event) => budget.verdict(...from(event)));
  return {
    rows: verdicts.filter(({ is_unlisted }) => !is_unlisted).length,
    suspected: verdicts.filter(({ is_suspected }) => is_suspected).length,
  };
}

it("bounds one network over all pages, and many networks of one customer", () => {
  const { network, widerNetwork } = PEOPLE_RATES;
  const count = 2 * widerNetwork.atOnce;
  const rows = network.atOnce;
  expect(flood(count, (event) => ["81.2.69.160", `p${event}`])).toEqual({ rows, suspected: count - rows });
  for (const address of [
    (n: number) => `81.2.69.${n % 256}`,
    (n: number) => `2a02:1:2:${(n % 256).toString(16)}::1`,
  ])
    expect(flood(count, (event) => [address(event), `p${event % 100}`])).toEqual({
      rows: widerNetwork.atOnce,
      suspected: count - widerNetwork.atOnce,
    });
});

it("believes a crowd from everywhere, whose events leave no rows beyond what a page and an instance take", () => {
  const anywhere = (event: number) => `${1 + (event % 97)}.${event % 3}.8.8`;
  const { page, instance } = PEOPLE_RATES;
  expect(flood(page.atOnce + 500, (event) => [anywhere(event), "p1"])).toEqual({
    rows: page.atOnce,
    suspected: 0,
  });
  expect(flood(instance.atOnce + 500, (event) => [anywhere(event), `p${event % 89}`])).toEqual({
    rows: instance.atOnce,
    suspected: 0,
  });
});

it("never lets a network exceed its budget, however the events are spread", () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ pause: fc.nat(600), events: fc.nat(4000) }), { maxLength: 8 }),
      (rounds) => {
        const budget = budgetOf();
        let [seconds, believed] = [0, 0];
        for (const { pause, events } of rounds) {
          budget.pass(pause);
          seconds += pause;
          believed += events - budget.suspected(events, "81.2.69.160");
          expect(believed).toBeLessThanOrEqual(AT_ONCE + seconds);
        }
      },
    ),
    { numRuns: 30 },
  );
});

it("remembers a flood while other networks come and go, and forgets networks that have long been away", () => {
  const budget = budgetOf(100);
  budget.suspected(AT_ONCE, "81.2.69.160");
  for (let other = 0; other < 49; other++) budget.spend(`10.0.0.${other}`);
  expect(budget.spend("81.2.69.160")).toBe(true);
  for (let other = 0; other < 200; other++) budget.spend(`10.0.1.${other}`);
  expect(budget.spend("81.2.69.160")).toBe(false);
});
