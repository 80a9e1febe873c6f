/*
 * Whether two counts differ by more than chance does. Visits that come one by one, at random, vary by about the
 * square root of their number, so small pages see large changes that mean nothing.
 *
 * Given n events in two periods, those in the first follow a binomial distribution if the rate is the same in both
 * (Przyborowski & Wilenski, “Homogeneity of results in testing samples from Poisson series”, Biometrika 31, 1940).
 * Real traffic comes in waves, which vary more than Poisson's: the variance is scaled by how much the days of the
 * periods themselves vary (quasi-Poisson; McCullagh & Nelder, “Generalized Linear Models”, 1989, 6.2).
 */

/** The share of unchanged figures that are called real by mistake. */
const ALPHA = 0.05;
/** Up to here, every case is added up; beyond it, the normal distribution is as good. */
const EXACT_MAX = 400;
/** Fewer points say too little about how much they vary. */
const POINTS_MIN = 5;

export const VERDICTS = ["real", "noise", "unknown"] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Events, and what they came from: days of a period, or views for clicks. */
export interface Rate {
  count: number;
  exposure: number;
}

/**
 * Returns whether two rates differ by more than chance. `spread` is how much more than Poisson's the counts vary
 * (`spreadOf`), at least 1.
 */
export function verdictOf(now: Rate, before: Rate, spread = 1): Verdict {
  const exposure = now.exposure + before.exposure;
  const total = now.count + before.count;
  if (!(now.exposure > 0 && before.exposure > 0) || total === 0) return "unknown";
  const share = now.exposure / exposure;
  return tailOf(now.count, { total, share, spread: Math.max(1, spread) }) < ALPHA ? "real" : "noise";
}

interface Binomial {
  total: number;
  share: number;
  spread: number;
}

/** The probability of a count at least as far from what's expected, on either side. */
function tailOf(count: number, { total, share, spread }: Binomial): number {
  if (total <= EXACT_MAX && spread === 1) return exactTail(count, total, share);
  const distance = Math.max(0, Math.abs(count - total * share) - 0.5);
  return 2 * normalTail(distance / Math.sqrt(total * share * (1 - share) * spread));
}

/** Twice the smaller tail, which is never less than the exact probability's own bound. */
function exactTail(count: number, total: number, share: number): number {
  let [below, above] = [0, 0];
  let logTerm = total * Math.log1p(-share);
  for (let k = 0; k <= total; k++) {
    const term = Math.exp(logTerm);
    if (k <= count) below += term;
    if (k >= count) above += term;
    logTerm += Math.log((total - k) / (k + 1)) + Math.log(share / (1 - share));
  }
  return Math.min(1, 2 * Math.min(below, above));
}

/** The upper tail of the normal distribution, to seven digits (Abramowitz & Stegun 26.2.17). */
function normalTail(z: number): number {
  const t = 1 / (1 + 0.2316419 * z);
  const sum =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * sum;
}

/** How much more than at random equally long parts of a period vary, at least 1. */
export function spreadOf(counts: readonly number[]): number {
  if (counts.length < POINTS_MIN) return 1;
  const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  if (mean === 0) return 1;
  const squares = counts.reduce((sum, count) => sum + (count - mean) ** 2, 0);
  return Math.max(1, squares / (counts.length - 1) / mean);
}
