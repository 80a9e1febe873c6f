/* What premium costs. Apart from `rules.ts`, as the dashboard’s first load has no prices. */

/** The price of one unit of premium, by quantity (spec §9). */
export interface PriceTier {
  from: number;
  /** Inclusive; null for the last tier. */
  to: number | null;
  unit_cents: number;
}

/** Prices under a number. They never change: other prices are another list. */
export interface PriceList {
  number: number;
  /** Smallest quantity first. */
  tiers: PriceTier[];
  /** The start of the tier that’s called the most popular. */
  most_popular_from: number;
}

/** The volume prices of spec §9, which count until staff publish others. */
export const BUILT_IN_PRICES: PriceList = {
  number: 1,
  tiers: [
    { from: 1, to: 10, unit_cents: 300 },
    { from: 11, to: 25, unit_cents: 275 },
    { from: 26, to: 50, unit_cents: 250 },
    { from: 51, to: 100, unit_cents: 225 },
    { from: 101, to: null, unit_cents: 200 },
  ],
  most_popular_from: 26,
};

/** A larger order requires talking to us. */
export const UNITS_MAX = 10_000;

export const TIERS_MAX = 10;
/** The payment provider takes no less for an invoice. */
export const UNIT_CENTS_MIN = 50;
export const UNIT_CENTS_MAX = 100_000;

export interface Quote {
  /** The number billed and given, at least as many as requested. */
  units: number;
  unit_cents: number;
  total_cents: number;
  /** The price of just the requested units. Above `total_cents` if more units cost less. */
  asked_cents: number;
}

type Tiers = readonly PriceTier[];

/** Returns the tier for a quantity. Its price applies to all units. */
export function tierOf(tiers: Tiers, units: number): PriceTier {
  const reached = tiers.findLast((tier) => tier.from <= units);
  return reached ?? (tiers[0] as PriceTier);
}

/** Returns whole units from 1 to `UNITS_MAX` for any input. 1 if it isn't a number. */
export function wholeUnits(value: number): number {
  return Number.isNaN(value) ? 1 : Math.min(UNITS_MAX, Math.max(1, Math.round(value)));
}

/** Returns the units needed for a number of links, at least one. */
export function unitsFor(links: number, linksPerUnit: number): number {
  return wholeUnits(Math.ceil(links / linksPerUnit));
}

/**
 * Returns the price of `asked` units, in cents. The tier's price applies to all of them. If a larger quantity
 * costs less, that one is billed and given, so that a total never falls as the quantity grows (decisions,
 * plans and limits).
 */
export function quoteFor(tiers: Tiers, asked: number): Quote {
  const units = wholeUnits(asked);
  const { unit_cents } = tierOf(tiers, units);
  const asked_cents = units * unit_cents;
  const own: Quote = { units, unit_cents, total_cents: asked_cents, asked_cents };
  return tiers
    .filter(({ from }) => from > units)
    .reduce((best, { from, unit_cents }) => {
      const total_cents = from * unit_cents;
      return total_cents < best.total_cents ? { units: from, unit_cents, total_cents, asked_cents } : best;
    }, own);
}

/** The quantities of a tier: `1–10`, `101+`. */
export function rangeOf(
  { from, to }: Pick<PriceTier, "from" | "to">,
  format: (units: number) => string = String,
): string {
  if (to === null) return `${format(from)}+`;
  return from === to ? format(from) : `${format(from)}–${format(to)}`;
}

/** Formats an amount as people write it: `$65.00`, `$20,000.00`. */
export function dollars(cents: number): string {
  const whole = Math.floor(cents / 100).toLocaleString("en-US");
  return `$${whole}.${String(cents % 100).padStart(2, "0")}`;
}
