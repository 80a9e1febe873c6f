import {
  IconDiscount2,
  IconFlag,
  IconMail,
  IconMailCheck,
  IconServerCog,
  IconUserCheck,
  type TablerIcon,
} from "@tabler/icons-react";
import { canAccess, type Principal } from "#src/features/identity/team/rules.ts";
import { PATHS } from "#src/lib/paths.ts";
import { STAFF_SECTIONS } from "./staff-sections.ts";

const ICONS: Readonly<Record<(typeof STAFF_SECTIONS)[number]["path"], TablerIcon>> = {
  [PATHS.email]: IconMail,
  [PATHS.coupons]: IconDiscount2,
  [PATHS.referralReviews]: IconUserCheck,
  [PATHS.firstCampaigns]: IconMailCheck,
  [PATHS.reports]: IconFlag,
  [PATHS.settings]: IconServerCog,
};

/** What staff open now and then: in the account menu and the palette, whose code isn't on a first screen. */
export function staffScreens(me: Principal | undefined) {
  return STAFF_SECTIONS.filter(({ access }) => me && canAccess(access, me)).map(({ path, label }) => ({
    to: path,
    label,
    Icon: ICONS[path],
  }));
}
