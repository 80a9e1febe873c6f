import { FEATURES, type Feature, type Verdict } from "#src/lib/feature-switches.ts";
import type { Platform } from "./context.ts";

/** Tells whether an account has the larger plan. */
type PlanLookUp = (platform: Platform, account: string) => Promise<boolean>;

let findPlan: PlanLookUp = async () => {
  throw new Error("No slice knows accounts’ plans.");
};

/** Called on load by the slice of the switches, because the platform knows no plans. */
export function registerPlanLookUp(lookUp: PlanLookUp): void {
  findPlan = lookUp;
}

/** Returns whether an account has a part of the product, and why. */
export function explainFeature(platform: Platform, feature: Feature, account: string): Promise<Verdict> {
  return platform.features.decide(feature, { account, plan: planOf(platform, account) });
}

export async function hasFeature(platform: Platform, feature: Feature, account: string): Promise<boolean> {
  return !platform.features.hasRules || (await explainFeature(platform, feature, account)).isOn;
}

/** Returns what an account doesn't have, in the order of the list. */
export async function listFeaturesOff(platform: Platform, account: string): Promise<Feature[]> {
  const { features } = platform;
  if (!features.hasRules) return [];
  const asked = { account, plan: planOf(platform, account) };
  const off: Feature[] = [];
  for (const feature of FEATURES) if (!(await features.decide(feature, asked)).isOn) off.push(feature);
  return off;
}

/** Looks it up once, and only if somebody asks. */
function planOf(platform: Platform, account: string): () => Promise<boolean> {
  let found: Promise<boolean> | undefined;
  return () => {
    found ??= findPlan(platform, account);
    return found;
  };
}
