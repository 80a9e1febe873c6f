/* The dashboard shows these texts. */
/** `free`: everyone has the free plan of spec §9. `off`: this instance sells nothing and limits nothing. */
export const PLANS = ["free", "off"] as const;
export type Plans = (typeof PLANS)[number];

/** What plans include on an instance. Staff may choose other numbers (`settings.ts`). */
export interface PlanLimits {
  /** Active profiles of a free account before referral slots and slots granted by staff. */
  profiles_free: number;
  /** Links on each profile of a free account. */
  links_per_profile_free: number;
  /** Links that come with one unit of premium, for any of the account's profiles. */
  links_per_unit: number;
  /** Links on each profile of a premium account that isn't flagged unlimited. */
  links_per_profile_premium: number;
  /** Units of premium given by staff without a quantity. */
  units_given: number;
  /** Profile slots for each side of a completed referral. */
  referral_reward_slots: number;
}

/** What messages of the API are documented with, apart from the others for the sake of the first load. */
export const PROFILES_FREE = 10;
export const LINKS_PER_PROFILE_FREE = 5;
export const UNITS_GIVEN = 10;

/** The numbers of spec §6 and §9, and of the decisions about plans and limits. */
export const DEFAULT_LIMITS: PlanLimits = {
  profiles_free: PROFILES_FREE,
  links_per_profile_free: LINKS_PER_PROFILE_FREE,
  links_per_unit: 25,
  links_per_profile_premium: 50,
  units_given: UNITS_GIVEN,
  referral_reward_slots: 10,
};

/**
 * Links on each profile where no plan limits them: a page with more takes phones seconds, and one account
 * could fill the disk. It isn't an allowance, because only programs get there.
 */
export const LINKS_PER_PROFILE_MAX = 500;

/** What staff can give an account. */
export const GRANT_KINDS = ["profile_slots", "premium_units", "unlimited_links"] as const;
export type GrantKind = (typeof GRANT_KINDS)[number];
export const GRANT_QUANTITY_MAX = 100_000;
export const GRANT_REASON_CHARS_MAX = 500;

/** Everything that gives an account more than the free plan. Anything absent gives nothing. */
export interface Grants {
  referral_slots?: number;
  staff_slots?: number;
  premium_units?: number;
  has_unlimited_links?: boolean;
}

/** Adds up several sources. */
export function sumOfGrants(all: readonly Grants[]): Grants {
  const sum: Grants = {};
  for (const { referral_slots, staff_slots, premium_units, has_unlimited_links } of all) {
    if (referral_slots) sum.referral_slots = (sum.referral_slots ?? 0) + referral_slots;
    if (staff_slots) sum.staff_slots = (sum.staff_slots ?? 0) + staff_slots;
    if (premium_units !== undefined) sum.premium_units = (sum.premium_units ?? 0) + premium_units;
    if (has_unlimited_links) sum.has_unlimited_links = true;
  }
  return sum;
}

/** A limit, or null for unlimited, and an explanation for people: "10 base + 20 referral". */
export interface Allowance {
  limit: number | null;
  explanation: string;
}

/** Active profiles, links in the whole account, and links on each profile. */
export type Allowances = Record<"profiles" | "links" | "links_per_profile", Allowance>;

/** What every account has where nothing is sold. */
export const UNLIMITED: Allowances = (() => {
  const unlimited = { limit: null, explanation: "no limits on this instance" };
  return { profiles: unlimited, links: unlimited, links_per_profile: unlimited };
})();

/** Returns an account's limits, on an instance whose plans include these numbers. */
export function allowancesOf(limits: PlanLimits, grants: Grants = {}): Allowances {
  const { premium_units } = grants;
  if (premium_units !== undefined) return premiumAllowances(limits, { ...grants, premium_units });
  const { profiles_free, links_per_profile_free } = limits;
  const slots = sumOf([
    [profiles_free, "base"],
    [grants.referral_slots, "referral"],
    [grants.staff_slots, "granted"],
  ]);
  return {
    profiles: slots,
    links: { limit: null, explanation: "limited on each profile only" },
    links_per_profile: { limit: links_per_profile_free, explanation: `${links_per_profile_free} base` },
  };
}

function premiumAllowances(
  { links_per_unit, links_per_profile_premium }: PlanLimits,
  { premium_units: units, has_unlimited_links }: Grants & { premium_units: number },
): Allowances {
  const unlimited = { limit: null, explanation: "unlimited with premium" };
  return {
    profiles: unlimited,
    links: {
      limit: units * links_per_unit,
      explanation:
        units === 1
          ? `${links_per_unit} × ${units} unit of premium`
          : `${links_per_unit} × ${units} units of premium`,
    },
    links_per_profile: has_unlimited_links
      ? unlimited
      : { limit: links_per_profile_premium, explanation: `${links_per_profile_premium} with premium` },
  };
}

function sumOf(parts: [number | undefined, string][]): Allowance {
  const given = parts.flatMap(([amount, name]) => (amount ? [{ amount, name }] : []));
  return {
    limit: given.reduce((sum, { amount }) => sum + amount, 0),
    explanation: given.map(({ amount, name }) => `${amount} ${name}`).join(" + "),
  };
}

/** The message of spec §5 with the account's actual number of slots. */
export function profileLimitMessage(limit: number): string {
  return limit === 1
    ? `Profile creation limit reached. You can have up to ${limit} active profile.`
    : `Profile creation limit reached. You can have up to ${limit} active profiles.`;
}

/** The message for a full profile. `limit` is the account's actual one. */
export function linkLimitMessage(limit: number): string {
  return limit === 1
    ? `Link limit reached. You can have up to ${limit} link on this profile.`
    : `Link limit reached. You can have up to ${limit} links on this profile.`;
}

export function accountLinkLimitMessage(limit: number): string {
  return limit === 1
    ? `Link limit reached. Your plan includes ${limit} link.`
    : `Link limit reached. Your plan includes ${limit} links.`;
}

/** Everything that is limited, and the limits that apply. The first one reached is the error. */
export const LIMITS = {
  profiles: {
    code: "PROFILE_LIMIT",
    limits: [{ allowance: "profiles", isPerProfile: false, messageOf: profileLimitMessage }],
  },
  links: {
    code: "LINK_LIMIT",
    limits: [
      { allowance: "links_per_profile", isPerProfile: true, messageOf: linkLimitMessage },
      { allowance: "links", isPerProfile: false, messageOf: accountLinkLimitMessage },
    ],
  },
} as const;
export type Limited = keyof typeof LIMITS;

/** Query parameters with a referral code (spec §4). The first one present counts. */
export const REFERRAL_PARAMETERS = ["ref", "utm_ref"] as const;
/** The time for which an attribution is remembered (spec §9). */
export const ATTRIBUTION_DAYS = 30;
/** The first-party cookie that remembers it until sign-up by e-mail is complete (decisions, referrals). */
export const REFERRAL_COOKIE = "fanfare.referral";

/** Returns the referral code in a query string, or undefined if nothing in it could be one. */
export function referralCodeIn(search: string): string | undefined {
  const query = new URLSearchParams(search);
  return REFERRAL_PARAMETERS.map((name) => query.get(name)?.trim() ?? "").find((code) =>
    /^[A-Za-z0-9_-]{3,64}$/.test(code),
  );
}
