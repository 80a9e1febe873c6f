import { IconDiscount2, IconServerCog, IconUserCheck } from "@tabler/icons-react";
import { couponsScreen } from "#src/features/coupons/screens.ts";
import { reviewsScreen } from "#src/features/referrals/screens.ts";
import { settingsScreen } from "#src/features/settings/screens.ts";
import { mayOpen, type Opener } from "#src/features/team/rules.ts";

/** What staff open now and then: in the account menu and the palette, whose code isn't on a first screen. */
const STAFF_SCREENS = [
  { ...couponsScreen, Icon: IconDiscount2 },
  { ...reviewsScreen, Icon: IconUserCheck },
  { ...settingsScreen, Icon: IconServerCog },
] as const;

export function staffScreens(me: Opener | undefined) {
  return STAFF_SCREENS.filter(({ access }) => me && mayOpen(access, me));
}
