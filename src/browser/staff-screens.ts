import { contentScreens } from "#src/features/admin/content/staff-screens.ts";
import { usersScreens } from "#src/features/admin/users/staff-screens.ts";
import { firstCampaignsScreens } from "#src/features/email/campaigns/staff-screens.ts";
import { auditStaffScreens } from "#src/features/instance/audit/staff-screens.ts";
import { outboxScreens } from "#src/features/instance/outbox/staff-screens.ts";
import { settingsScreens } from "#src/features/instance/settings/staff-screens.ts";
import { couponsScreens } from "#src/features/money/coupons/staff-screens.ts";
import { parserHealthScreens } from "#src/features/pages/page-imports/staff-screens.ts";
import { moderationScreens } from "#src/features/public/moderation/staff-screens.ts";
import { referralReviewsScreens } from "#src/features/reach/referrals/staff-screens.ts";

/** The screens below `/admin`, which nobody else’s browser loads. Each group has them in this order. */
export const STAFF_SCREENS = [
  ...usersScreens,
  ...couponsScreens,
  ...referralReviewsScreens,
  ...contentScreens,
  ...moderationScreens,
  ...firstCampaignsScreens,
  ...outboxScreens,
  ...parserHealthScreens,
  ...settingsScreens,
  ...auditStaffScreens,
] as const;
