import { IconSettings } from "@tabler/icons-react";
import { ownSettingsScreen } from "#src/features/accounts/screens.ts";
import { analyticsScreen } from "#src/features/analytics/screens.ts";
import { campaignsScreen } from "#src/features/campaigns/screens.ts";
import { leadsScreen } from "#src/features/contacts/screens.ts";
import { linksScreen } from "#src/features/links/screens.ts";
import { mailAnalyticsScreen } from "#src/features/mail-analytics/screens.ts";
import { mailboxesScreen } from "#src/features/mailboxes/screens.ts";
import { marketingScreen } from "#src/features/marketing/screens.ts";
import { profilesScreen } from "#src/features/profiles/screens.ts";
import { billingScreen } from "#src/features/subscriptions/screens.ts";
import { canAccess, type Principal } from "#src/features/team/rules.ts";
import { templatesScreen } from "#src/features/templates/screens.ts";
import { PATHS } from "#src/lib/paths.ts";

/** Leads to the first section. */
const settingsEntry = {
  path: PATHS.accountSettings,
  label: "Settings",
  Icon: IconSettings,
  access: ownSettingsScreen.access,
} as const;

const SCREENS = [
  profilesScreen,
  linksScreen,
  analyticsScreen,
  marketingScreen,
  leadsScreen,
  mailboxesScreen,
  templatesScreen,
  campaignsScreen,
  mailAnalyticsScreen,
  settingsEntry,
] as const;

/** Where a person starts: the first screen they have, and billing for those who have nothing else to do here. */
export function homeOf(me: Principal | undefined) {
  if (me && !canAccess(profilesScreen.access, me) && canAccess(billingScreen.access, me))
    return PATHS.billing;
  return navItems(me)[0]?.to ?? PATHS.profiles;
}

/** What people need most on a phone. Everything else is in the account menu there. */
const IN_BAR: readonly string[] = [
  profilesScreen.path,
  linksScreen.path,
  analyticsScreen.path,
  leadsScreen.path,
  campaignsScreen.path,
];

export function barItems(me: Principal | undefined) {
  return navItems(me).filter(({ to }) => IN_BAR.includes(to));
}

export function menuItems(me: Principal | undefined) {
  return navItems(me).filter(({ to }) => !IN_BAR.includes(to));
}

/** A person's screens, in the order of the navigation. None until we know who it is. */
export function navItems(me: Principal | undefined) {
  return SCREENS.filter(({ access }) => me && canAccess(access, me)).map(({ path, label, Icon }) => ({
    to: path,
    label,
    Icon,
  }));
}
