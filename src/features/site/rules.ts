/** Price of one unit of premium, by how many are bought (spec §9). */
export interface PriceTier {
  from: number;
  /** Inclusive; null for the last tier. */
  to: number | null;
  unit_cents: number;
}

/** The volume prices of spec §9, the smallest first. */
export const PRICE_TIERS: readonly PriceTier[] = [
  { from: 1, to: 10, unit_cents: 300 },
  { from: 11, to: 25, unit_cents: 275 },
  { from: 26, to: 50, unit_cents: 250 },
  { from: 51, to: 100, unit_cents: 225 },
  { from: 101, to: null, unit_cents: 200 },
];

/** Where the tier begins that spec §9 calls the most popular. */
export const MOST_POPULAR_FROM = 26;

/** Links that one unit of premium brings (spec §9). */
export const LINKS_PER_UNIT = 25;

/** More units than this are agreed upon in person. */
export const UNITS_MAX = 10_000;

export interface Quote {
  /** What is billed and given: at least what was asked for. */
  units: number;
  unit_cents: number;
  total_cents: number;
  /** How much the units asked for would have cost on their own; above `total_cents` where more units cost less. */
  asked_cents: number;
}

/** The tier that a quantity reaches; its price holds for all units. */
export function tierOf(units: number): PriceTier {
  const reached = PRICE_TIERS.findLast((tier) => tier.from <= units);
  return reached ?? (PRICE_TIERS[0] as PriceTier);
}

/** Whole units from 1 to `UNITS_MAX`, whatever was typed; 1 for what is no number. */
export function wholeUnits(value: number): number {
  return Number.isNaN(value) ? 1 : Math.min(UNITS_MAX, Math.max(1, Math.round(value)));
}

/**
 * What `asked` units cost, in cents. The reached tier's price holds for all of them; where a larger quantity costs less,
 * that one is billed and given, so that a total never falls when the quantity grows (decisions, plans and limits).
 */
export function quoteFor(asked: number): Quote {
  const units = wholeUnits(asked);
  const asked_cents = units * tierOf(units).unit_cents;
  const own: Quote = { units, unit_cents: tierOf(units).unit_cents, total_cents: asked_cents, asked_cents };
  return PRICE_TIERS.filter(({ from }) => from > units).reduce((best, { from, unit_cents }) => {
    const total_cents = from * unit_cents;
    return total_cents < best.total_cents ? { units: from, unit_cents, total_cents, asked_cents } : best;
  }, own);
}

/** An amount in words for people: `$65.00`, `$20,000.00`. */
export function dollars(cents: number): string {
  const whole = String(Math.floor(cents / 100)).replace(/\B(?=(\d{3})+$)/g, ",");
  return `$${whole}.${String(cents % 100).padStart(2, "0")}`;
}

/** Counts as tiles show them: 950, 1.2K, 50M; never rounded up. */
export function shortCount(count: number): string {
  const steps = [
    [1e9, "B"],
    [1e6, "M"],
    [1e3, "K"],
  ] as const;
  const [size, letter] = steps.find(([step]) => count >= step) ?? [1, ""];
  const scaled = count / size;
  const shown = scaled >= 100 || size === 1 ? Math.floor(scaled) : Math.floor(scaled * 10) / 10;
  return `${shown}${letter}`;
}

/** Query parameters that carry a referral code (spec §4), the first that is there counts. */
export const REFERRAL_PARAMETERS = ["ref", "utm_ref"] as const;
/** How long an attribution is remembered (spec §9). */
export const ATTRIBUTION_DAYS = 30;
/** The first-party cookie that keeps it through a sign-up by mail (decisions, referrals). */
export const REFERRAL_COOKIE = "fanfare.referral";

/** The referral code of a query string, or undefined where there is none that could be one. */
export function referralCodeIn(search: string): string | undefined {
  const query = new URLSearchParams(search);
  return REFERRAL_PARAMETERS.map((name) => query.get(name)?.trim() ?? "").find((code) =>
    /^[A-Za-z0-9_-]{3,64}$/.test(code),
  );
}
