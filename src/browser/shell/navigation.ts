import { IconArrowLeft, IconHelp, IconSettings, IconShieldCog } from "@tabler/icons-react";
import {
  canAccess,
  isActingLevel,
  isStaffForAny,
  type Principal,
} from "#src/features/identity/team/rules.ts";
import type { Area, ListedScreen, Screen } from "#src/kit/screen.ts";
import { PATHS } from "#src/lib/paths.ts";
import { SCREENS } from "../screens.ts";
import type { STAFF_SCREENS } from "../staff-screens.ts";

type Me = Principal | undefined;
type AppScreen = (typeof SCREENS)[number] | (typeof STAFF_SCREENS)[number];
type ListedPath = Extract<AppScreen, { parent: Area }>["path"];
/** As the router knows its path. */
type Listed = ListedScreen & { path: ListedPath };

/** What an entry of the navigation leads to, and how it looks. */
export interface NavItem extends Pick<ListedScreen, "label" | "Icon" | "isTab" | "Count"> {
  path: ListedPath | typeof PATHS.accountSettings | typeof PATHS.admin | typeof PATHS.help;
}

/** Where a person can go: the screens in groups, and what's below them. */
export interface Navigation {
  groups: readonly { label: string; items: readonly NavItem[] }[];
  foot: readonly NavItem[];
}

export const GROUPS = [
  { area: "page", label: "Page" },
  { area: "audience", label: "Audience" },
  { area: "email", label: "E-mail" },
] as const;

/** Staff's, below `/admin`. */
export const STAFF_GROUPS = [
  { area: "admin/overview", label: "At a glance" },
  { area: "admin/people", label: "People" },
  { area: "admin/content", label: "Content" },
  { area: "admin/messages", label: "Messages" },
  { area: "admin/instance", label: "Instance" },
] as const;

export const SETTINGS: NavItem & Pick<ListedScreen, "keywords"> = {
  path: PATHS.accountSettings,
  label: "Settings",
  keywords: "preferences options configuration account",
  Icon: IconSettings,
};
const ADMINISTRATION: NavItem = { path: PATHS.admin, label: "Administration", Icon: IconShieldCog };
const HELP: NavItem = { path: PATHS.help, label: "Help", Icon: IconHelp };

export const canOpen = (
  { access, path }: Pick<Screen, "path"> & Pick<ListedScreen, "access">,
  me: Principal,
) => canAccess(access, me) && !me.closed?.includes(path);

/** A person's screens in a list. None until we know who it is. */
export function screensIn(area: Area, me: Me, screens: readonly Screen[]): Listed[] {
  return screens.filter(
    (screen): screen is Listed => screen.parent === area && me !== undefined && canOpen(screen, me),
  );
}

function groupsOf(groups: typeof GROUPS | typeof STAFF_GROUPS, me: Me, screens: readonly Screen[]) {
  return groups
    .map(({ area, label }) => ({ label, items: screensIn(area, me, screens) }))
    .filter(({ items }) => items.length > 0);
}

/** A person's navigation. Groups without a screen for them are left out. */
export function navigationOf(me: Me, screens: readonly Screen[] = SCREENS): Navigation {
  const admin = me && isStaffForAny(me.role) ? [ADMINISTRATION] : [];
  // What staff who act for somebody may not see.
  const own = me && !isActingLevel(me.account.role) ? [SETTINGS] : [];
  return {
    groups: groupsOf(GROUPS, me, screens),
    foot: me ? [...own, ...admin, HELP] : [],
  };
}

/** The navigation of staff's screens, below `/admin`. */
export function staffNavigationOf(me: Me, screens: readonly Screen[]): Navigation {
  const back = { path: homeOf(me, screens), label: "Back to dashboard", Icon: IconArrowLeft };
  return {
    groups: groupsOf(STAFF_GROUPS, me, screens),
    foot: [back, HELP],
  };
}

/** The number of entries in a phone's bar, without “More”. */
const TABS_MAX = 5;

/** The entries of a phone's bar: the most important ones, or all of them if they fit. */
export function tabsOf({ groups, foot }: Navigation): { tabs: readonly NavItem[]; hasMore: boolean } {
  const items = groups.flatMap((group) => group.items);
  const all = [...items, ...foot];
  if (all.length <= TABS_MAX) return { tabs: all, hasMore: false };
  return { tabs: items.filter(({ isTab }) => isTab).slice(0, TABS_MAX), hasMore: true };
}

/** The path of the entry that a screen belongs to, given the screen's. */
export function entryOf(path: string | undefined, screens: readonly Screen[]): string | undefined {
  const parent = screens.find((screen) => screen.path === path)?.parent;
  if (parent === "settings") return PATHS.accountSettings;
  return parent?.startsWith("/") ? entryOf(parent, screens) : path;
}

/** Returns a person's first screen. People with no other access start at billing. */
export function homeOf(me: Me, screens: readonly Screen[] = SCREENS) {
  const [first] = GROUPS.flatMap(({ area }) => screensIn(area, me, screens));
  return first?.path ?? (me ? PATHS.billing : PATHS.profiles);
}

/** Returns the target of `/admin`: the first screen that the person may see, or undefined if there's none. */
export function staffHomeOf(me: Me, screens: readonly Screen[]) {
  const [first] = STAFF_GROUPS.flatMap(({ area }) => screensIn(area, me, screens));
  return first?.path;
}
