// @project unit
import { expect, it } from "vitest";
import { summarizeVital, VITALS, vitalStep } from "./vitals-rules.ts";

it("Google’s limits are the ends of steps, and nothing is beyond the last one", () => {
  const around = (vital: (typeof VITALS)[number], limit: number) => [
    vitalStep(vital, limit),
    vitalStep(vital, limit * 1.001),
  ];
  expect(around("lcp", 2500)).toEqual([24, 25]);
  expect(around("inp", 500)).toEqual([24, 25]);
  expect(around("cls", 0.1)).toEqual([9, 10]);
  expect(VITALS.map((vital) => [vitalStep(vital, 0), vitalStep(vital, 1e9)])).toEqual([
    [0, 99],
    [0, 49],
    [0, 99],
  ]);
});

it("three in four visits decide, however bad the last one is", () => {
  const of = (vital: (typeof VITALS)[number], values: readonly number[]) => {
    const counts = new Map<number, number>();
    for (const value of values)
      counts.set(vitalStep(vital, value), (counts.get(vitalStep(vital, value)) ?? 0) + 1);
    return summarizeVital(vital, counts);
  };
  expect(of("lcp", [1000, 1500, 2500, 90_000])).toEqual({
    samples: 4,
    p75: 2500,
    verdict: "good",
    counts: { good: 3, needs_work: 0, poor: 1 },
  });
  expect(of("inp", [10, 300, 300, 900])).toMatchObject({ p75: 300, verdict: "needs_work" });
  expect(of("cls", [0, 0.3])).toMatchObject({ verdict: "poor", counts: { good: 1, needs_work: 0, poor: 1 } });
  expect(of("cls", [])).toMatchObject({ samples: 0, p75: null, verdict: null });
});
