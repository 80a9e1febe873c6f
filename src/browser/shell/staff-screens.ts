import { IconDiscount2, IconMailSearch, IconServerCog, IconUserCheck } from "@tabler/icons-react";
import { firstCampaignsScreen } from "#src/features/campaigns/screens.ts";
import { couponsScreen } from "#src/features/coupons/screens.ts";
import { reviewsScreen } from "#src/features/referrals/screens.ts";
import { settingsScreen } from "#src/features/settings/screens.ts";
import { mayOpen, type Opener } from "#src/features/team/rules.ts";

/** What staff open now and then: in the account menu and the palette, whose code isn't on a first screen. */
const STAFF_SCREENS = [
  { ...couponsScreen, Icon: IconDiscount2 },
  { ...reviewsScreen, Icon: IconUserCheck },
  { ...firstCampaignsScreen, Icon: IconMailSearch },
  { ...settingsScreen, Icon: IconServerCog },
] as const;

export function staffScreens(me: Opener | undefined) {
  return STAFF_SCREENS.filter(({ access }) => me && mayOpen(access, me));
}
