/** `free`: everybody has the free plan of spec §9. `off`: this instance sells nothing and limits nothing. */
export const PLANS = ["free", "off"] as const;
export type Plans = (typeof PLANS)[number];

/** Who said which plans there are: the environment, the founder, or nobody yet. */
export type PlansSource = "environment" | "founder" | "default";

/** Active profiles of a free account before referral slots and slots granted by staff (spec §9). */
export const PROFILES_FREE = 10;
/** Links on each profile of a free account (spec §9). */
export const LINKS_PER_PROFILE_FREE = 5;

/** How much an account may have; null for as much as it likes. */
export interface Allowances {
  profiles: number | null;
  links_per_profile: number | null;
  /** Why, for people: "10 base", "no limits on this instance". */
  explanation: string;
}

/** The environment speaks first, then the founder, then the default. */
export function choosePlans(
  environment: string,
  stored: string | undefined,
): { plans: Plans; source: PlansSource } {
  const known = (value: string | undefined) => PLANS.find((plans) => plans === value);
  const fixed = known(environment);
  if (fixed) return { plans: fixed, source: "environment" };
  const chosen = known(stored);
  return chosen ? { plans: chosen, source: "founder" } : { plans: "free", source: "default" };
}

export function allowancesOf(plans: Plans): Allowances {
  if (plans === "off") {
    return { profiles: null, links_per_profile: null, explanation: "no limits on this instance" };
  }
  return {
    profiles: PROFILES_FREE,
    links_per_profile: LINKS_PER_PROFILE_FREE,
    explanation: `${PROFILES_FREE} base`,
  };
}
