import { DEFAULT_RULES, type Feature, type FeatureRules } from "#src/lib/feature-switches.ts";
import type { Client } from "./client.ts";

async function expectSaved(answer: Promise<{ status: number; body: unknown }>): Promise<void> {
  const { status, body } = await answer;
  if (status !== 200) throw new Error(JSON.stringify(body));
}

/** Changes who has a part of the product. What’s left out is as if nobody had said anything. */
export async function switchFeature(
  founder: Client,
  feature: Feature,
  rules: Partial<FeatureRules> = {},
): Promise<void> {
  const { items } = (await founder.api("GET", "/admin/features")).body;
  const { version } = items.find((one: { feature: string }) => one.feature === feature);
  const change = { ...DEFAULT_RULES, ...rules, version, reason: "Trying it" };
  await expectSaved(founder.api("PUT", `/admin/features/${feature}`, change));
}

/** Switches it on or off for one account, or ends that. */
export async function switchFor(
  founder: Client,
  feature: Feature,
  { id, is_on }: { id: string; is_on: boolean | null },
): Promise<void> {
  const choice = { who: id, is_on, reason: "Trying it" };
  await expectSaved(founder.api("PUT", `/admin/features/${feature}/accounts`, choice));
}
