/* The dashboard shows these texts. */
import {
  dollars,
  type PriceList,
  type PriceTier,
  quoteFor,
  TIERS_MAX,
  UNIT_CENTS_MAX,
  UNIT_CENTS_MIN,
  UNITS_MAX,
} from "#src/features/money/entitlements/price-rules.ts";

export const REASON_CHARS_MAX = 500;
/** Nobody pays more than before without having known it for as long. */
export const NOTICE_DAYS = 30;
export const AHEAD_DAYS_MAX = 366;
/** The quantities of a preview. */
export const EXAMPLES = [1, 10, 25, 26, 50, 100, 1000] as const;

/** A tier as staff enter it: it ends where the next one starts. */
export type TierStart = Pick<PriceTier, "from" | "unit_cents">;

export interface PriceForm {
  tiers: readonly TierStart[];
  most_popular_from: number;
}

export function toTiers(starts: readonly TierStart[]): PriceTier[] {
  return starts.map(({ from, unit_cents }, at) => {
    const next = starts[at + 1];
    return { from, to: next ? next.from - 1 : null, unit_cents };
  });
}

/** Returns why these can't be prices, or undefined if they can. */
export function problemOf({ tiers, most_popular_from }: PriceForm): string | undefined {
  if (tiers.length === 0) return "Add a tier.";
  if (tiers.length > TIERS_MAX) return `Have ${TIERS_MAX} tiers or fewer.`;
  if (tiers[0]?.from !== 1) return "The first tier starts at 1 unit.";
  for (const [at, tier] of tiers.entries()) {
    const problem = tierProblemOf(tier, { number: at + 1, before: tiers[at - 1] });
    if (problem) return problem;
  }
  if (!tiers.some(({ from }) => from === most_popular_from))
    return "Choose one of the tiers as the most popular.";
  return undefined;
}

interface Place {
  number: number;
  before: TierStart | undefined;
}

function tierProblemOf({ from, unit_cents }: TierStart, { number, before }: Place): string | undefined {
  const starts = before ? before.from + 1 : 1;
  if (!Number.isInteger(from) || from < starts || from > UNITS_MAX)
    return `Tier ${number} has to start at a whole number of units from ${starts.toLocaleString("en-US")} to ${UNITS_MAX.toLocaleString("en-US")}.`;
  const isPrice =
    Number.isInteger(unit_cents) && unit_cents >= UNIT_CENTS_MIN && unit_cents <= UNIT_CENTS_MAX;
  if (!isPrice)
    return `Tier ${number} has to cost from ${dollars(UNIT_CENTS_MIN)} to ${dollars(UNIT_CENTS_MAX)} a unit, in whole cents.`;
  if (before && unit_cents >= before.unit_cents)
    return `Tier ${number} has to cost less a unit than the tier before it.`;
  return undefined;
}

type Prices = Pick<PriceList, "tiers" | "most_popular_from">;

export function isSamePrices(one: Prices, other: Prices): boolean {
  const textOf = ({ tiers, most_popular_from }: Prices) =>
    JSON.stringify([tiers.map(({ from, unit_cents }) => [from, unit_cents]), most_popular_from]);
  return textOf(one) === textOf(other);
}

/** True if nobody pays more under the other prices, however many units they have. */
export function isNeverDearer(other: Prices, than: Prices): boolean {
  for (let units = 1; units <= UNITS_MAX; units++)
    if (totalOf(other, units) > totalOf(than, units)) return false;
  return true;
}

const totalOf = ({ tiers }: Prices, units: number) => quoteFor(tiers, units).total_cents;
