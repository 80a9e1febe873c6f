import { firstCampaignsScreen } from "#src/features/email/campaigns/screens.ts";
import { mailScreen } from "#src/features/identity/accounts/screens.ts";
import { canAccess, type Principal } from "#src/features/identity/team/rules.ts";
import { settingsScreen } from "#src/features/instance/settings/screens.ts";
import { couponsScreen } from "#src/features/money/coupons/screens.ts";
import { reportsScreen } from "#src/features/public/moderation/screens.ts";
import { reviewsScreen } from "#src/features/reach/referrals/screens.ts";

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
