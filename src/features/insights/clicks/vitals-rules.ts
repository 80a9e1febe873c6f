/*
 * How pages feel to their visitors: Google’s Core Web Vitals (web.dev/articles/vitals). Browsers measure them, and what's
 * kept are counts by steps of each value, from which any period's 75th percentile follows.
 */

export const VITALS = ["lcp", "inp", "cls"] as const;
export type Vital = (typeof VITALS)[number];

export const VITAL_VERDICTS = ["good", "needs_work", "poor"] as const;
export type VitalVerdict = (typeof VITAL_VERDICTS)[number];

interface Scale {
  step: number;
  /** Everything beyond is in the last one. */
  steps: number;
  /** Google’s limits, which are multiples of the step: up to the first one is good, beyond the second one is poor. */
  good: number;
  poor: number;
}

/** In milliseconds, except for CLS, which has no unit. */
const SCALES: Readonly<Record<Vital, Scale>> = {
  lcp: { step: 100, steps: 100, good: 2500, poor: 4000 },
  inp: { step: 20, steps: 50, good: 200, poor: 500 },
  cls: { step: 0.01, steps: 100, good: 0.1, poor: 0.25 },
};

/** Returns the step that a value is in, from 0. A step's end belongs to it. */
export function vitalStep(vital: Vital, value: number): number {
  const { step, steps } = SCALES[vital];
  return Math.min(steps, Math.max(1, Math.ceil(value / step))) - 1;
}

function verdictOf(vital: Vital, value: number): VitalVerdict {
  const { good, poor } = SCALES[vital];
  return value <= good ? "good" : value <= poor ? "needs_work" : "poor";
}

const PERCENTILE = 0.75;

export interface VitalSummary {
  samples: number;
  /** What three in four visits stayed within. Null without any. */
  p75: number | null;
  verdict: VitalVerdict | null;
  /** How many were good and so on. */
  counts: Record<VitalVerdict, number>;
}

/** Sums up a value's counts by step. */
export function summarizeVital(vital: Vital, byStep: ReadonlyMap<number, number>): VitalSummary {
  const { step } = SCALES[vital];
  const counts = { good: 0, needs_work: 0, poor: 0 };
  const samples = [...byStep.values()].reduce((sum, count) => sum + count, 0);
  let [passed, p75]: [number, number | null] = [0, null];
  for (const [index, count] of [...byStep].sort(([a], [b]) => a - b)) {
    // Halfway, so that rounding can't move it into the next step.
    counts[verdictOf(vital, (index + 0.5) * step)] += count;
    const wanted = samples * PERCENTILE - passed;
    if (p75 === null && count >= wanted) p75 = (index + wanted / count) * step;
    passed += count;
  }
  return { samples, p75, verdict: p75 === null ? null : verdictOf(vital, p75), counts };
}
