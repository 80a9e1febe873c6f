import { isActingLevel, type Principal } from "#src/features/identity/team/rules.ts";
import type { Plans } from "#src/features/money/entitlements/rules.ts";
import type { DetailScreen, Screen } from "#src/kit/screen.ts";
import { SCREENS } from "../screens.ts";
import { canOpen, GROUPS, SETTINGS, STAFF_GROUPS, screensIn } from "./navigation.ts";

type Me = Principal | undefined;

/** A person's sections of the settings. An instance that sells nothing has no billing. */
export function settingsSections(me: Me, plans: Plans | undefined, screens: readonly Screen[] = SCREENS) {
  return screensIn("settings", me, screens).filter(({ needsPlans }) => !needsPlans || plans === "free");
}

type FoundScreen = DetailScreen & Required<Pick<DetailScreen, "Icon" | "keywords">>;

/** What the palette leads to, besides the sections of the settings. */
export function paletteScreens(me: Me, screens: readonly Screen[]) {
  if (!me) return [];
  const details = screens.filter(
    (screen): screen is FoundScreen =>
      screen.parent.startsWith("/") && "keywords" in screen && canOpen(screen, me),
  );
  const listed = GROUPS.flatMap(({ area }) => screensIn(area, me, screens));
  const forStaff = STAFF_GROUPS.flatMap(({ area }) => screensIn(area, me, screens));
  const own = isActingLevel(me.account.role) ? [] : [SETTINGS];
  return [...listed, ...own, ...details, ...forStaff];
}
