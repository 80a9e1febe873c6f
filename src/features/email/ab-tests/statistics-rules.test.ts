import { describe, expect, it } from "vitest";
import { chiSquareTail, logGamma, normalCdf } from "./distribution-rules.ts";
import {
  ALPHA,
  alphaEach,
  detectableWith,
  differenceBetween,
  differs,
  judge,
  neededFor,
  POWER,
  rateInterval,
  SPLIT_ALARM_BELOW,
  splitProbability,
  stopReasonOf,
  type Tally,
  verdictOf,
  winnerOf,
} from "./statistics-rules.ts";

const CLICKS = { isLowerBetter: false };

/** Numbers from 0 to 1, the same at each run (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const HOURS = 48;

/** The responses by hour, most of them in the first few, of so many people. */
function respond(random: () => number, sent: number, rate: number): number[] {
  const hours = new Array<number>(HOURS).fill(0);
  for (let person = 0; person < sent; person++)
    if (random() < rate) {
      const hour = Math.min(HOURS - 1, Math.floor(-8 * Math.log(1 - random())));
      hours[hour] = (hours[hour] ?? 0) + 1;
    }
  return hours;
}

/** The first winner of a test at which somebody looks every hour. */
function firstWinner(random: () => number, sent: readonly number[], rates: readonly number[]) {
  const arriving = rates.map((rate, index) => respond(random, sent[index] ?? 0, rate));
  const tallies: Tally[] = sent.map((sent) => ({ sent, responded: 0 }));
  for (let hour = 0; hour < HOURS; hour++) {
    for (const [index, tally] of tallies.entries()) tally.responded += arriving[index]?.[hour] ?? 0;
    const winner = winnerOf(tallies, CLICKS);
    if (winner !== null) return winner;
  }
  return null;
}

describe("simulated tests", () => {
  it.each([
    { versions: 2, rate: 0.05, sent: 1000, seed: 1 },
    { versions: 2, rate: 0.4, sent: 600, seed: 2 },
    { versions: 3, rate: 0.1, sent: 600, seed: 3 },
    { versions: 5, rate: 0.1, sent: 400, seed: 4 },
  ])(
    "5.7.3 of 2,000 A/A tests with $versions versions at $rate and a look every hour, 5% at most have a winner",
    ({ versions, rate, sent, seed }) => {
      const random = seeded(seed);
      let found = 0;
      for (let test = 0; test < 2000; test++) {
        // By hash, not everyone has the same number.
        const sizes = Array.from({ length: versions }, () => Math.round(sent * (0.95 + 0.1 * random())));
        const rates = sizes.map(() => rate);
        if (firstWinner(random, sizes, rates) !== null) found++;
      }
      expect(found / 2000).toBeLessThanOrEqual(ALPHA);
    },
  );

  it.each([
    { versions: 2, rate: 0.1, seed: 5 },
    { versions: 2, rate: 0.4, seed: 6 },
    { versions: 4, rate: 0.2, seed: 7 },
  ])(
    "5.7.2 of 1,000 tests of $versions versions at $rate where one is better by a fifth, the calculator’s size finds 80%",
    ({ versions, rate, seed }) => {
      const random = seeded(seed);
      const sent = neededFor(rate * 0.2, { rate, versions }) ?? 0;
      const rates = Array.from({ length: versions }, (_, index) => (index === 1 ? rate * 1.2 : rate));
      const sizes = rates.map(() => sent);
      let found = 0;
      for (let test = 0; test < 1000; test++) if (firstWinner(random, sizes, rates) === 1) found++;
      expect(found / 1000).toBeGreaterThanOrEqual(POWER);
    },
  );

  it("5.7.3 the interval has the true difference in it at every look, in 95% of tests at least", () => {
    const random = seeded(8);
    let missed = 0;
    for (let test = 0; test < 400; test++) {
      let isMissed = false;
      const arriving = [0.06, 0.05].map((rate) => respond(random, 2000, rate));
      const tallies = [0, 0].map((responded) => ({ sent: 2000, responded }));
      const [one, other] = tallies as [Tally, Tally];
      for (let hour = 0; hour < HOURS; hour++) {
        for (const [index, tally] of tallies.entries()) tally.responded += arriving[index]?.[hour] ?? 0;
        // By then, so many of all responses are in.
        const soFar = 0.01 * (hour === HOURS - 1 ? 1 : 1 - Math.exp(-(hour + 1) / 8));
        const { low, high } = differenceBetween(one, other, ALPHA);
        isMissed ||= low > soFar || high < soFar;
      }
      if (isMissed) missed++;
    }
    expect(missed / 400).toBeLessThanOrEqual(ALPHA);
  });
});

describe("a judged test", () => {
  const of = (sent: number, responded: number): Tally => ({ sent, responded });

  it("names the version that surely is better, and by how much it is", () => {
    const { winner, leads } = judge([of(2000, 80), of(2000, 160)], CLICKS);
    expect(winner).toBe(1);
    expect(leads).toHaveLength(1);
    expect(leads[0]?.interval.low).toBeGreaterThan(0);
    expect(leads[0]?.interval.high).toBeGreaterThan(0.04);
  });

  it("needs few people where one version is far better", () => {
    expect(judge([of(40, 1), of(36, 15)], CLICKS)).toMatchObject({ winner: 1 });
    expect(judge([of(40, 1), of(36, 5)], CLICKS)).toMatchObject({ winner: null });
  });

  it("has no winner that doesn't beat everyone", () => {
    expect(judge([of(2000, 160), of(2000, 161), of(2000, 80)], CLICKS)).toMatchObject({
      leader: 1,
      winner: null,
    });
  });

  it("prefers fewer unsubscribes", () => {
    const judged = judge([of(4000, 200), of(4000, 80)], { isLowerBetter: true });
    expect(judged).toMatchObject({ leader: 1, winner: 1 });
    expect(judged.leads[0]?.interval.low).toBeGreaterThan(0);
  });

  it("leaves out versions that were stopped", () => {
    expect(judge([of(2000, 160), undefined, of(2000, 80)], CLICKS)).toMatchObject({ winner: 0 });
    expect(judge([of(2000, 160), undefined], CLICKS)).toEqual({ leader: 0, winner: null, leads: [] });
  });

  it("doesn't judge what nobody got", () => {
    expect(judge([of(0, 0), of(0, 0)], CLICKS).leader).toBeNull();
    expect(judge([of(0, 0), of(3, 0)], CLICKS)).toMatchObject({ leader: 1, winner: null });
    expect(judge([of(0, 0), of(900, 9)], { isLowerBetter: true })).toMatchObject({ leader: 1, winner: null });
    expect(differs(of(0, 0), of(100, 50), ALPHA)).toBe(false);
    expect(differenceBetween(of(0, 0), of(5, 1), ALPHA)).toEqual({ low: -1, high: 1 });
  });

  it("tells no difference from not knowing", () => {
    expect(verdictOf(judge([of(20_000, 1000), of(20_000, 1003)], CLICKS), 0.02)).toBe("no_difference");
    expect(verdictOf(judge([of(100, 5), of(100, 6)], CLICKS), 0.02)).toBe("inconclusive");
    expect(verdictOf(judge([of(2000, 80), of(2000, 160)], CLICKS), 0.02)).toBe("winner");
    expect(verdictOf(judge([of(50, 0), of(50, 0)], CLICKS), 0.02)).toBe("inconclusive");
  });

  it("gives more versions a smaller part of the errors each", () => {
    expect([2, 3, 5].map(alphaEach)).toEqual([0.05, 0.025, 0.0125]);
  });
});

describe("the calculator", () => {
  it("says the same in both directions", () => {
    for (const versions of [2, 3, 5]) {
      const plan = { rate: 0.08, versions };
      const sent = neededFor(0.03, plan) ?? 0;
      expect(detectableWith(sent, plan)).toBeCloseTo(0.03, 3);
      expect(detectableWith(sent / 2, plan) ?? 0).toBeGreaterThan(0.03);
    }
  });

  it("needs more people for less, and for more versions", () => {
    const need = (effect: number, versions = 2) => neededFor(effect, { rate: 0.1, versions }) ?? 0;
    expect(need(0.02)).toBeGreaterThan(need(0.03));
    expect(need(0.03, 5)).toBeGreaterThan(need(0.03, 2));
  });

  it("doesn't promise what no number of people can show", () => {
    expect(neededFor(0, { rate: 0.1, versions: 2 })).toBeNull();
    expect(neededFor(0.5, { rate: 0.6, versions: 2 })).toBeNull();
    expect(neededFor(1e-7, { rate: 0.1, versions: 2 })).toBeNull();
    expect(detectableWith(2, { rate: 0.1, versions: 2 })).toBeNull();
    expect(detectableWith(0, { rate: 0.1, versions: 2 })).toBeNull();
  });
});

describe("the split", () => {
  it("alarms for what chance doesn't do", () => {
    expect(splitProbability([5000, 5050], [1, 1])).toBeGreaterThan(SPLIT_ALARM_BELOW);
    expect(splitProbability([5000, 5400], [1, 1])).toBeLessThan(SPLIT_ALARM_BELOW);
    expect(splitProbability([900, 2000, 100], [0.3, 0.65, 0.05])).toBeLessThan(SPLIT_ALARM_BELOW);
    expect(splitProbability([0, 0], [1, 1])).toBe(1);
  });
});

describe("guardrails", () => {
  it.each([
    [{ sent: 1000, complained: 4, unsubscribed: 0 }, "complaints"],
    [{ sent: 1000, complained: 3, unsubscribed: 0 }, undefined],
    [{ sent: 100, complained: 2, unsubscribed: 0 }, undefined],
    [{ sent: 100, complained: 3, unsubscribed: 0 }, "complaints"],
    [{ sent: 1000, complained: 0, unsubscribed: 21 }, "unsubscribes"],
    [{ sent: 1000, complained: 0, unsubscribed: 20 }, undefined],
    [{ sent: 50, complained: 0, unsubscribed: 4 }, undefined],
  ])("5.7.7 %j: %s", (counts, reason) => {
    expect(stopReasonOf(counts)).toBe(reason);
  });
});

describe("distributions", () => {
  it("have known values", () => {
    expect(logGamma(0.5)).toBeCloseTo(Math.log(Math.sqrt(Math.PI)), 10);
    expect(logGamma(10)).toBeCloseTo(Math.log(362_880), 10);
    expect(logGamma(0.25)).toBeCloseTo(1.2880225246980774, 10);
    expect(normalCdf(1.959964)).toBeCloseTo(0.975, 6);
    expect(normalCdf(-1.959964)).toBeCloseTo(0.025, 6);
    expect(chiSquareTail(3.841459, 1)).toBeCloseTo(0.05, 6);
    expect(chiSquareTail(5.991465, 2)).toBeCloseTo(0.05, 6);
    expect(chiSquareTail(7.814728, 3)).toBeCloseTo(0.05, 6);
    expect(chiSquareTail(18.46683, 4)).toBeCloseTo(0.001, 6);
    expect(chiSquareTail(0, 3)).toBe(1);
  });

  it("a rate’s interval is around the rate", () => {
    const { low, high } = rateInterval({ sent: 1000, responded: 50 });
    expect(low).toBeGreaterThan(0.02);
    expect(low).toBeLessThan(0.05);
    expect(high).toBeGreaterThan(0.05);
    expect(rateInterval({ sent: 0, responded: 0 })).toEqual({ low: 0, high: 1 });
    expect(rateInterval({ sent: 10, responded: 10 }).high).toBe(1);
    expect(rateInterval({ sent: 10, responded: 0 }).low).toBe(0);
  });
});
