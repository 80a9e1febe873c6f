import { instanceAnalyticsScreens } from "#src/features/admin/analytics/staff-screens.ts";
import { contentScreens } from "#src/features/admin/content/staff-screens.ts";
import { emailScreens } from "#src/features/admin/email/staff-screens.ts";
import { featureScreens } from "#src/features/admin/features/staff-screens.ts";
import { notificationScreens } from "#src/features/admin/notifications/staff-screens.ts";
import { priceScreens } from "#src/features/admin/prices/staff-screens.ts";
import { reminderScreens } from "#src/features/admin/reminders/staff-screens.ts";
import { securityScreens } from "#src/features/admin/security/staff-screens.ts";
import { signalScreens } from "#src/features/admin/signals/staff-screens.ts";
import { systemScreens } from "#src/features/admin/system/staff-screens.ts";
import { usersScreens } from "#src/features/admin/users/staff-screens.ts";
import { firstCampaignsScreens } from "#src/features/email/campaigns/staff-screens.ts";
import { staffKeysScreens } from "#src/features/identity/staff-keys/staff-screens.ts";
import { auditStaffScreens } from "#src/features/instance/audit/staff-screens.ts";
import { bannerScreens } from "#src/features/instance/banners/staff-screens.ts";
import { settingsScreens } from "#src/features/instance/settings/staff-screens.ts";
import { couponsScreens } from "#src/features/money/coupons/staff-screens.ts";
import { waysOutScreens } from "#src/features/pages/in-app-browsers/staff-screens.ts";
import { parserHealthScreens } from "#src/features/pages/page-imports/staff-screens.ts";
import { helpRequestScreens } from "#src/features/public/help-requests/staff-screens.ts";
import { legalScreens } from "#src/features/public/legal/staff-screens.ts";
import { moderationScreens } from "#src/features/public/moderation/staff-screens.ts";
import { referralReviewsScreens } from "#src/features/reach/referrals/staff-screens.ts";

/** The screens below `/admin`, which nobody else’s browser loads. Each group has them in this order. */
export const STAFF_SCREENS = [
  ...instanceAnalyticsScreens,
  ...usersScreens,
  ...helpRequestScreens,
  ...couponsScreens,
  ...referralReviewsScreens,
  ...contentScreens,
  ...moderationScreens,
  ...signalScreens,
  ...firstCampaignsScreens,
  ...emailScreens,
  ...notificationScreens,
  ...reminderScreens,
  ...parserHealthScreens,
  ...securityScreens,
  ...systemScreens,
  ...settingsScreens,
  ...priceScreens,
  ...featureScreens,
  ...waysOutScreens,
  ...staffKeysScreens,
  ...bannerScreens,
  ...legalScreens,
  ...auditStaffScreens,
] as const;
