import fc from "fast-check";
import { expect, it } from "vitest";
import { createBudget } from "./budget.ts";
import { SUSPECT_EVENTS_AT_ONCE_MAX as AT_ONCE } from "./rules.ts";

const PERSON = { is_bot: false };

/** A budget with a clock of its own. */
function budgetOf(bucketsMax?: number) {
  let time = Date.parse("2026-05-11T08:00:00Z");
  const budget = createBudget(() => new Date(time), bucketsMax);
  return {
    spend: (address: string, profile_id = "p1", client = PERSON) =>
      budget.isSuspected({ address, profile_id, client }),
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

it("gives every network and every page a separate budget, and an IPv6 customer one for all addresses", () => {
  const budget = budgetOf();
  budget.suspected(AT_ONCE, "81.2.69.160");
  expect(budget.spend("81.2.69.160")).toBe(true);
  expect(budget.spend("81.2.69.161")).toBe(false);
  expect(budget.spend("81.2.69.160", "p2")).toBe(false);
  for (let event = 0; event < AT_ONCE; event++) budget.spend(`2a02:1:2:3::${(event % 9999) + 1}`);
  expect(budget.spend("2a02:1:2:3:ffff:ffff:ffff:ffff")).toBe(true);
  expect(budget.spend("2a02:1:2:4::1")).toBe(false);
});

it("doesn't charge for bots, which are kept apart as bots", () => {
  const budget = budgetOf();
  for (let event = 0; event < 2 * AT_ONCE; event++) {
    expect(budget.spend("81.2.69.160", "p1", { is_bot: true })).toBe(false);
  }
  expect(budget.spend("81.2.69.160")).toBe(false);
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
