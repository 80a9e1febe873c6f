import { requirePerson } from "#src/features/identity/accounts/accounts.ts";
import { PLANS_SETTING } from "#src/features/money/entitlements/settings.ts";
import type { Ctx } from "#src/platform/context.ts";
import { findPopupState, upsertPopupShown } from "./attribution-store.ts";
import type { Standing } from "./contract.ts";
import { popupDue } from "./rules.ts";
import { REFERRAL_POPUP } from "./settings.ts";

/** Returns the signed-in person's referral, and whether it's time to remind them of their own link. */
export async function getPopupState(ctx: Ctx): Promise<Standing> {
  const person = requirePerson(ctx);
  const row = await findPopupState(ctx.db, person.id);
  if (!row) return { referral: null, popup: null };
  const { has_profile: hasProfile, popup: last } = row;
  const shown = last && { count: last.affiliate_popup_count, lastAt: last.last_affiliate_popup };
  const popup = canShowPopup(ctx, person.id) ? popupDue({ hasProfile, shown }, ctx.now()) : null;
  return { referral: row.referral, popup };
}

/**
 * The popup appears only in people's own account, and where slots are worth something. The founder may switch
 * it off for everyone.
 */
function canShowPopup({ settings, account }: Ctx, person: string): boolean {
  return account === person && settings.get(PLANS_SETTING) !== "off" && settings.get(REFERRAL_POPUP);
}

/** Records that the person closed the popup, for now or for good (spec §4). */
export async function closePopup(ctx: Ctx, { never }: { never: boolean }): Promise<Standing> {
  const { id: person } = requirePerson(ctx);
  await upsertPopupShown(ctx.db, { person, never, now: ctx.now().toISOString() });
  return getPopupState(ctx);
}
