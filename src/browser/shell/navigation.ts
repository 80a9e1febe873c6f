import { IconSettings } from "@tabler/icons-react";
import { canAccess, type Principal } from "#src/features/identity/team/rules.ts";
import type { Plans } from "#src/features/money/entitlements/rules.ts";
import type { Area, DetailScreen, ListedScreen, Screen } from "#src/kit/screen.ts";
import { PATHS } from "#src/lib/paths.ts";
import { SCREENS } from "../screens.ts";

type Me = Principal | undefined;
type ListedPath = Extract<(typeof SCREENS)[number], { parent: Area }>["path"];
/** As the router knows its path. */
type Listed = ListedScreen & { path: ListedPath };

/** A person's screens in a list. None until we know who it is. */
function screensIn(area: Area, me: Me, screens: readonly Screen[]): Listed[] {
  return screens.filter(
    (screen): screen is Listed => screen.parent === area && me !== undefined && canAccess(screen.access, me),
  );
}

const SETTINGS = {
  path: PATHS.accountSettings,
  label: "Settings",
  keywords: "preferences options configuration account",
  Icon: IconSettings,
} as const;

/** A person's screens, in the order of the navigation. */
export function navItems(me: Me, screens: readonly Screen[] = SCREENS) {
  const areas = ["page", "audience", "email"] as const;
  const items = areas.flatMap((area) => screensIn(area, me, screens));
  return me ? [...items, SETTINGS] : items;
}

/** The most important screens on a phone. The others are in the account menu there. */
export function barItems(me: Me) {
  return navItems(me).filter((item) => "isTab" in item);
}

export function menuItems(me: Me) {
  return navItems(me).filter((item) => !("isTab" in item));
}

/** A person's sections of the settings. An instance that sells nothing has no billing. */
export function settingsSections(me: Me, plans: Plans | undefined, screens: readonly Screen[] = SCREENS) {
  return screensIn("settings", me, screens).filter(({ needsPlans }) => !needsPlans || plans === "free");
}

/** What staff open now and then. */
export function staffScreens(me: Me, screens: readonly Screen[] = SCREENS) {
  return screensIn("admin", me, screens);
}

/** Screens that other screens and the palette lead to. */
export function detailScreens(me: Me, screens: readonly Screen[] = SCREENS) {
  return screens.filter(
    (screen): screen is DetailScreen & Required<Pick<DetailScreen, "Icon" | "keywords">> =>
      screen.parent.startsWith("/") &&
      "keywords" in screen &&
      me !== undefined &&
      canAccess(screen.access, me),
  );
}

/** Returns a person's first screen. People with no other access start at billing. */
export function homeOf(me: Me) {
  const [first] = navItems(me);
  if (first && first !== SETTINGS) return first.path;
  return me ? PATHS.billing : PATHS.profiles;
}

/** Returns the target of `/admin`: the first screen that the person may see, or undefined if there's none. */
export function staffHomeOf(me: Me) {
  return staffScreens(me)[0]?.path;
}
