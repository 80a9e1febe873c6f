/*
 * Statistics that hold at every look, however often somebody looks.
 *
 * Two versions are compared by whose people respond: if neither is better, each response comes from one of them
 * with the probability of its share of the people, whatever the hour and however slowly responses come in. The
 * evidence is the likelihood ratio of a mixture over other probabilities and this one. It's a martingale that
 * starts at 1, so it ever reaches 1/α with a probability of at most α (Ville). That's the mixture sequential
 * probability ratio test: Robbins (1970), “Statistical methods related to the law of the iterated logarithm”;
 * Johari, Koomen, Pekelis and Walsh (2022), “Always valid inference”; for counts of responses, Lindon and Malek
 * (2022), “Anytime-valid inference for multinomial count data” (arXiv:2011.03567). The values that it doesn't
 * refute are the interval, which therefore holds at every look, too.
 *
 * The prior of the mixture is half Beta(50, 50) and half Beta(2, 2): versions usually differ by less than half, and a fifth
 * is typical, but a few people suffice where one is far better.
 */
import { chiSquareTail, logBeta, normalCdf } from "./distribution-rules.ts";

/** The probability of calling any winner where none is better. */
export const ALPHA = 0.05;
/** The probability of finding a difference of the size that was asked for. */
export const POWER = 0.8;
const PRIORS = [50, 2] as const;
/** Jeffreys’ prior, for one version's own rate. */
const RATE_PRIOR = 0.5;

/** How many people got a version, and how many of them responded. */
export interface Tally {
  sent: number;
  responded: number;
}

export interface Interval {
  low: number;
  high: number;
}

/**
 * The share of errors that each comparison may have. To win, a version has to beat each of the others. If k of m
 * versions are equally good, at most k/2 + 1/2 pairs can produce a false winner, so m - 1 parts are enough.
 */
export function alphaEach(versions: number): number {
  return ALPHA / Math.max(1, versions - 1);
}

/** The logarithm of the evidence against a probability `theta` that a response is the first version's. */
function logEvidence(one: number, other: number): (theta: number) => number {
  const parts = PRIORS.map((prior) => logBeta(prior + one, prior + other) - logBeta(prior, prior));
  const most = Math.max(...parts);
  const mixed = most + Math.log(parts.reduce((sum, part) => sum + Math.exp(part - most), 0) / parts.length);
  return (theta) => mixed - one * Math.log(theta) - other * Math.log(1 - theta);
}

/** The probability of a response being the first version's if neither is better. */
const fairShare = (one: Tally, other: Tally) => one.sent / (one.sent + other.sent);

/** True if two versions differ for certain: not by chance, at this or any other look. */
export function differs(one: Tally, other: Tally, alpha: number): boolean {
  if (one.sent === 0 || other.sent === 0) return false;
  return logEvidence(one.responded, other.responded)(fairShare(one, other)) >= -Math.log(alpha);
}

const STEPS = 60;

/** The value in (low, high) where an increasing condition becomes true. */
function bisect(low: number, high: number, isTrue: (value: number) => boolean): number {
  let [from, to] = [low, high];
  for (let step = 0; step < STEPS; step++) {
    const middle = (from + to) / 2;
    if (isTrue(middle)) to = middle;
    else from = middle;
  }
  return (from + to) / 2;
}

const rateOf = ({ sent, responded }: Tally) => (sent === 0 ? 0 : responded / sent);

/**
 * By how much the first version's rate is above the other's, from -1 to 1. The number of responses is taken as
 * it is: the interval says how they may divide.
 */
export function differenceBetween(one: Tally, other: Tally, alpha: number): Interval {
  const all = one.responded + other.responded;
  if (one.sent === 0 || other.sent === 0) return { low: -1, high: 1 };
  // Without responses, each may still come from anyone.
  if (all === 0) return { low: -rateInterval(other, alpha).high, high: rateInterval(one, alpha).high };
  const limit = -Math.log(alpha);
  const evidence = logEvidence(one.responded, other.responded);
  const isPossible = (theta: number) => evidence(theta) < limit;
  const best = Math.min(1 - 1e-9, Math.max(1e-9, one.responded / all));
  const low = one.responded === 0 ? 0 : bisect(0, best, isPossible);
  const high = other.responded === 0 ? 1 : bisect(best, 1, (theta) => !isPossible(theta));
  const at = (theta: number) => (theta * all) / one.sent - ((1 - theta) * all) / other.sent;
  return { low: Math.max(-1, at(low)), high: Math.min(1, at(high)) };
}

/** A version's own rate. */
export function rateInterval({ sent, responded }: Tally, alpha = ALPHA): Interval {
  if (sent === 0) return { low: 0, high: 1 };
  const missed = sent - responded;
  const known = logBeta(RATE_PRIOR + responded, RATE_PRIOR + missed) - logBeta(RATE_PRIOR, RATE_PRIOR);
  const isPossible = (rate: number) =>
    known - responded * Math.log(rate) - missed * Math.log(1 - rate) < -Math.log(alpha);
  const best = Math.min(1 - 1e-9, Math.max(1e-9, responded / sent));
  return {
    low: responded === 0 ? 0 : bisect(0, best, isPossible),
    high: missed === 0 ? 1 : bisect(best, 1, (rate) => !isPossible(rate)),
  };
}

export interface Judged {
  /** The version that's ahead, and the one that surely is. Indexes in the tallies. */
  leader: number | null;
  winner: number | null;
  /** By how much the leader is better than each of the others. Positive is better, whatever the metric. */
  leads: { other: number; interval: Interval }[];
}

interface Aim {
  /** Unsubscribes: fewer are better. */
  isLowerBetter: boolean;
}

/** Versions that are still in the test; the others are undefined. */
type Tallies = readonly (Tally | undefined)[];

/** The version that's ahead, and the others behind it. Undefined if nobody got any. */
function ranked(tallies: Tallies, { isLowerBetter }: Aim) {
  const inTest = tallies.flatMap((tally, index) => (tally ? [{ tally, index }] : []));
  const sign = isLowerBetter ? -1 : 1;
  const [first, ...rest] = inTest.toSorted(
    (one, other) =>
      Number(one.tally.sent === 0) - Number(other.tally.sent === 0) ||
      sign * (rateOf(other.tally) - rateOf(one.tally)) ||
      one.index - other.index,
  );
  if (!first || first.tally.sent === 0) return undefined;
  const alpha = alphaEach(inTest.length);
  const isWinner = rest.length > 0 && rest.every(({ tally }) => differs(first.tally, tally, alpha));
  return { first, rest, alpha, winner: isWinner ? first.index : null };
}

/** The version that surely is the best, if there's one. */
export function winnerOf(tallies: Tallies, aim: Aim): number | null {
  return ranked(tallies, aim)?.winner ?? null;
}

export function judge(tallies: Tallies, aim: Aim): Judged {
  const found = ranked(tallies, aim);
  if (!found) return { leader: null, winner: null, leads: [] };
  const { first, rest, alpha, winner } = found;
  const leads = rest.map(({ tally, index }) => {
    const { low, high } = differenceBetween(first.tally, tally, alpha);
    return { other: index, interval: aim.isLowerBetter ? { low: -high, high: -low } : { low, high } };
  });
  return { leader: first.index, winner, leads };
}

export type Verdict = "winner" | "no_difference" | "inconclusive";

/** What a test that's over has found: a winner, that no version is better by so much, or neither. */
export function verdictOf({ winner, leads }: Judged, minEffect: number): Verdict {
  if (winner !== null) return "winner";
  const isClose = leads.length > 0 && leads.every(({ interval }) => isWithin(interval, minEffect));
  return isClose ? "no_difference" : "inconclusive";
}

const isWithin = ({ low, high }: Interval, most: number) => low > -most && high < most;

interface Plan {
  /** The rate without any difference, and how many versions there are. */
  rate: number;
  versions: number;
}

/** The probability that a version that's better by `effect` wins with so many people in each version. */
function powerAt(sent: number, effect: number, { rate, versions }: Plan): number {
  const better = rate + effect;
  const all = sent * (rate + better);
  const limit = -Math.log(alphaEach(versions));
  const isEnough = (lead: number) => logEvidence((all + lead) / 2, (all - lead) / 2)(0.5) >= limit;
  if (!isEnough(all * (1 - 1e-9))) return 0;
  const lead = bisect(0, all * (1 - 1e-9), isEnough);
  const spread = Math.sqrt(sent * (rate * (1 - rate) + better * (1 - better)));
  return normalCdf((sent * effect - lead) / spread);
}

/** Beating each of several takes more than beating one. */
const powerEach = ({ versions }: Plan) => 1 - (1 - POWER) / Math.max(1, versions - 1);

const SENT_MAX = 1e9;

/** How many people each version needs to show a difference of `effect`. Null if no number does. */
export function neededFor(effect: number, plan: Plan): number | null {
  if (effect <= 0 || plan.rate <= 0 || plan.rate + effect > 1) return null;
  const isEnough = (sent: number) => powerAt(sent, effect, plan) >= powerEach(plan);
  let most = 16;
  while (most < SENT_MAX && !isEnough(most)) most *= 2;
  if (most >= SENT_MAX) return null;
  return Math.ceil(bisect(most / 2, most, isEnough));
}

/** The smallest difference that so many people in each version can show. Null if it's none. */
export function detectableWith(sent: number, plan: Plan): number | null {
  const most = 1 - plan.rate;
  if (sent < 1 || plan.rate <= 0 || most <= 0) return null;
  const isFound = (effect: number) => powerAt(sent, effect, plan) >= powerEach(plan);
  if (!isFound(most)) return null;
  return bisect(0, most, isFound);
}

/** A split this unlikely isn't chance: something keeps people out of one version (sample ratio mismatch). */
export const SPLIT_ALARM_BELOW = 0.001;

/** The probability of a split at least this uneven, if everyone was assigned by chance in these proportions. */
export function splitProbability(counts: readonly number[], shares: readonly number[]): number {
  const all = counts.reduce((sum, count) => sum + count, 0);
  const whole = shares.reduce((sum, share) => sum + share, 0);
  if (all === 0 || counts.length < 2) return 1;
  const distance = counts.reduce((sum, count, index) => {
    const expected = (all * (shares[index] ?? 0)) / whole;
    return sum + (expected === 0 ? 0 : (count - expected) ** 2 / expected);
  }, 0);
  return chiSquareTail(distance, counts.length - 1);
}

/** More than this stops a version at once, from this many on, so that one person can't. */
export const COMPLAINTS_SHARE_MAX = 0.003;
export const COMPLAINTS_MIN = 3;
export const UNSUBSCRIBES_SHARE_MAX = 0.02;
export const UNSUBSCRIBES_MIN = 5;

export const STOP_REASONS = ["complaints", "unsubscribes"] as const;
export type StopReason = (typeof STOP_REASONS)[number];

/** Why a version has to stop, if it has to. */
export function stopReasonOf(counts: {
  sent: number;
  complained: number;
  unsubscribed: number;
}): StopReason | undefined {
  const { sent, complained, unsubscribed } = counts;
  if (complained >= COMPLAINTS_MIN && complained > sent * COMPLAINTS_SHARE_MAX) return "complaints";
  if (unsubscribed >= UNSUBSCRIBES_MIN && unsubscribed > sent * UNSUBSCRIBES_SHARE_MAX) return "unsubscribes";
  return undefined;
}
