import type * as z from "zod";
import { PROFILES_FREE } from "#src/features/settings/rules.ts";
import { allowances } from "#src/features/settings/settings.ts";
import { failure } from "#src/lib/errors.ts";
import type { Ctx } from "#src/platform/context.ts";
import { PROFILE_ERRORS, type slotStatusSchema } from "./contract.ts";
import { profileLimitMessage } from "./rules.ts";
import { countActiveProfiles } from "./store.ts";

/** How many active profiles the account has and may have, and why (spec §3). */
export async function readSlots(ctx: Ctx): Promise<z.input<typeof slotStatusSchema>> {
  const used = await countActiveProfiles(ctx.db, ctx.account);
  const { profiles, explanation } = await allowances(ctx);
  return {
    user_id: ctx.account,
    user_role: "user",
    used_slots: used,
    total_slots: profiles ?? PROFILES_FREE,
    has_unlimited_slots: profiles === null,
    is_at_limit: profiles !== null && used >= profiles,
    is_subscribed: false,
    subscription_tier: "free",
    referral_slots: 0,
    branding_removal: false,
    explanation,
  };
}

export async function hasFreeSlot(ctx: Ctx): Promise<boolean> {
  const { profiles } = await allowances(ctx);
  return profiles === null || (await countActiveProfiles(ctx.db, ctx.account)) < profiles;
}

/** Refuses one active profile more than the account may have. */
export async function requireSlot(ctx: Ctx): Promise<void> {
  if (await hasFreeSlot(ctx)) return;
  const { profiles } = await allowances(ctx);
  throw failure(PROFILE_ERRORS, "PROFILE_LIMIT", { message: profileLimitMessage(profiles ?? PROFILES_FREE) });
}
