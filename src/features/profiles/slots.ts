import type * as z from "zod";
import { failure } from "#src/lib/errors.ts";
import type { Ctx } from "#src/platform/context.ts";
import type { Db } from "#src/platform/db/database.ts";
import { PROFILE_ERRORS, type slotStatusSchema } from "./contract.ts";
import { FREE_PROFILE_SLOTS, profileLimitMessage } from "./rules.ts";
import { countActiveProfiles } from "./store.ts";

/** How many active profiles the account has and may have, and why (spec §3). */
export async function readSlots(ctx: Ctx): Promise<z.input<typeof slotStatusSchema>> {
  const used = await countActiveProfiles(ctx.db, ctx.account);
  return {
    user_id: ctx.account,
    user_role: "user",
    used_slots: used,
    total_slots: FREE_PROFILE_SLOTS,
    has_unlimited_slots: false,
    is_at_limit: used >= FREE_PROFILE_SLOTS,
    is_subscribed: false,
    subscription_tier: "free",
    referral_slots: 0,
    branding_removal: false,
    explanation: `${FREE_PROFILE_SLOTS} base`,
  };
}

export async function hasFreeSlot(ctx: Ctx, db: Db): Promise<boolean> {
  return (await countActiveProfiles(db, ctx.account)) < FREE_PROFILE_SLOTS;
}

/** Refuses one active profile more than the account may have. */
export async function requireSlot(ctx: Ctx, db: Db): Promise<void> {
  if (await hasFreeSlot(ctx, db)) return;
  throw failure(PROFILE_ERRORS, "PROFILE_LIMIT", { message: profileLimitMessage(FREE_PROFILE_SLOTS) });
}
