import type * as z from "zod";
import {
  findAllowances,
  findGrants,
  registerUsageCounter,
} from "#src/features/money/entitlements/entitlements.ts";
import { PROFILES_FREE } from "#src/features/money/entitlements/rules.ts";
import type { Ctx } from "#src/platform/context.ts";
import type { slotStatusSchema } from "./contract.ts";
import { countActiveProfiles } from "./store.ts";

registerUsageCounter("profiles", countActiveProfiles);

/** Returns the account's number of active profiles, its limit, and the reason for it (spec §3). */
export async function getSlots(ctx: Ctx): Promise<z.input<typeof slotStatusSchema>> {
  const { limit, explanation } = (await findAllowances(ctx, ctx.account)).profiles;
  const { premium_units, referral_slots = 0 } = await findGrants(ctx, ctx.account);
  const isPremium = premium_units !== undefined;
  const used = await countActiveProfiles(ctx.db, ctx);
  return {
    user_id: ctx.account,
    user_role: "user",
    used_slots: used,
    total_slots: limit ?? PROFILES_FREE,
    has_unlimited_slots: limit === null,
    is_at_limit: limit !== null && used >= limit,
    is_subscribed: isPremium,
    subscription_tier: isPremium ? "premium" : "free",
    referral_slots,
    branding_removal: isPremium,
    explanation,
  };
}
