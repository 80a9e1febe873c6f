import {
  INSTANCE_SENDING,
  MAILS_PER_MINUTE,
  NEW_ACCOUNT_MAILS,
  PLAIN_MAIL_HOSTS,
  SENDING,
} from "#src/features/email/sending-accounts/settings.ts";
import { PLANS_SETTING } from "#src/features/money/entitlements/settings.ts";
import { DOMAINS_ADDRESSES, DOMAINS_TARGET, PAGES_URL } from "#src/features/pages/domains/settings.ts";
import { MEASUREMENT_ID } from "#src/features/public/public-page/settings.ts";
import { DEMO_VIDEO_URL, LANDING_STATS } from "#src/features/public/site/settings.ts";
import { REFERRAL_POPUP, REFERRAL_REVIEW } from "#src/features/reach/referrals/settings.ts";
import { ACCENT_COLOR, BRAND_COLOR, INSTANCE_NAME, LOGO, SUPPORT_ADDRESS } from "#src/lib/brand.ts";
import type { InstanceSetting } from "#src/lib/setting.ts";
import { MAIL_FROM } from "#src/platform/mail/mail.ts";

/** What the founder can set for the whole instance, in the screen's order. */
export const instanceSettings: readonly InstanceSetting<unknown>[] = [
  INSTANCE_NAME,
  LOGO,
  BRAND_COLOR,
  ACCENT_COLOR,
  SUPPORT_ADDRESS,
  MAIL_FROM,
  PLAIN_MAIL_HOSTS,
  NEW_ACCOUNT_MAILS,
  INSTANCE_SENDING,
  MAILS_PER_MINUTE,
  SENDING,
  PLANS_SETTING,
  REFERRAL_POPUP,
  REFERRAL_REVIEW,
  LANDING_STATS,
  DEMO_VIDEO_URL,
  MEASUREMENT_ID,
  PAGES_URL,
  DOMAINS_TARGET,
  DOMAINS_ADDRESSES,
];
