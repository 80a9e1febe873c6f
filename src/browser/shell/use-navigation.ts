import { useLocation, useRouter, useRouterState } from "@tanstack/react-router";
import { useMe } from "#src/features/identity/accounts/ui/shared/account-queries.ts";
import { PATHS } from "#src/lib/paths.ts";
import { entryOf, type Navigation, navigationOf, staffHomeOf, staffNavigationOf } from "./navigation.ts";

interface ShownNavigation {
  /** Below `/admin`, whose screens have a navigation of their own. */
  isAdmin: boolean;
  navigation: Navigation;
  /** The path of the entry that the screen belongs to. */
  current: string | undefined;
}

export function useNavigation(): ShownNavigation {
  const me = useMe();
  const { getMatchedRoutes, options } = useRouter();
  // What's known of screens changes when staff's are loaded, and so does the match then.
  useRouterState({ select: ({ matches }) => matches.at(-1)?.routeId });
  const { screens } = options.context;
  // Links are current by the location, too, which is ahead of the matches while a screen loads.
  const pathname = useLocation({ select: (location) => location.pathname });
  const path = getMatchedRoutes(pathname)[0].at(-1)?.fullPath;
  const isAdmin = `${pathname}/`.startsWith(`${PATHS.admin}/`) && staffHomeOf(me, screens) !== undefined;
  return {
    isAdmin,
    navigation: isAdmin ? staffNavigationOf(me, screens) : navigationOf(me),
    current: entryOf(path, screens),
  };
}
