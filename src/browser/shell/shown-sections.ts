import {
  IconBell,
  IconCreditCard,
  IconDatabaseExport,
  IconGift,
  IconHistory,
  IconKey,
  IconTrash,
  IconUserCircle,
  IconUsers,
  IconWebhook,
  IconWorld,
  type TablerIcon,
} from "@tabler/icons-react";
import { canAccess, type Principal } from "#src/features/identity/team/rules.ts";
import type { Plans } from "#src/features/money/entitlements/rules.ts";
import { PATHS } from "#src/lib/paths.ts";
import { SETTINGS_SECTIONS } from "./settings-sections.ts";

/** The sections' icons, which nobody sees on a first screen. */
const ICONS: Readonly<Record<(typeof SETTINGS_SECTIONS)[number]["path"], TablerIcon>> = {
  [PATHS.ownSettings]: IconUserCircle,
  [PATHS.notificationSettings]: IconBell,
  [PATHS.team]: IconUsers,
  [PATHS.billing]: IconCreditCard,
  [PATHS.domains]: IconWorld,
  [PATHS.affiliate]: IconGift,
  [PATHS.apiKeys]: IconKey,
  [PATHS.webhooks]: IconWebhook,
  [PATHS.activity]: IconHistory,
  [PATHS.ownData]: IconDatabaseExport,
  [PATHS.deleteAccount]: IconTrash,
};

/** A person's sections. An instance that sells nothing has no billing. */
export function settingsSections(me: Principal | undefined, plans: Plans | undefined) {
  return SETTINGS_SECTIONS.flatMap(({ path, label, access }) => {
    const isShown = me && canAccess(access, me) && (path !== PATHS.billing || plans === "free");
    return isShown ? [{ path, label, Icon: ICONS[path] }] : [];
  });
}
