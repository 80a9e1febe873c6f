import { mailScreen } from "#src/features/accounts/screens.ts";
import { firstCampaignsScreen } from "#src/features/campaigns/screens.ts";
import { couponsScreen } from "#src/features/coupons/screens.ts";
import { reportsScreen } from "#src/features/moderation/screens.ts";
import { reviewsScreen } from "#src/features/referrals/screens.ts";
import { settingsScreen } from "#src/features/settings/screens.ts";
import { canAccess, type Principal } from "#src/features/team/rules.ts";

/** The screens below `/admin`, in order. Each has its icon in `staff-screens.ts`. */
export const STAFF_SECTIONS = [
  mailScreen,
  couponsScreen,
  reviewsScreen,
  firstCampaignsScreen,
  reportsScreen,
  settingsScreen,
] as const;

/** Where `/admin` leads: the first screen that the person may see. Undefined for whoever may see none. */
export function staffHomeOf(me: Principal): string | undefined {
  return STAFF_SECTIONS.find(({ access }) => canAccess(access, me))?.path;
}
