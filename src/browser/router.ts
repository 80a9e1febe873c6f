import type { QueryClient } from "@tanstack/react-query";
import { type AnyRoute, createRouter } from "@tanstack/react-router";
import type { Screen } from "#src/kit/screen.ts";
import { parseSearch, writeSearch } from "#src/kit/search.ts";
import { NotFoundScreen, routeTree } from "./routes.tsx";
import { ErrorScreen } from "./shell/ErrorScreen.tsx";
import { LoadingScreen } from "./shell/LoadingScreen.tsx";

interface RouterParts {
  /** Set if the document was rendered for the person who's signed in. */
  isPersonal: boolean;
  /** Receives every error that's shown as a screen. */
  onError: (error: unknown) => void;
}

export function makeRouter(
  queries: QueryClient,
  { isPersonal, onError }: RouterParts,
  screens: readonly Screen[],
) {
  // Holds only until the first screen is shown.
  const isOwnDocument = (): boolean => isPersonal && router.state.resolvedLocation === undefined;
  const addStaffScreens = async () => {
    const all = [...screens, ...(await import("./staff-screens.ts")).STAFF_SCREENS];
    const { options } = router;
    router.update({ ...options, routeTree: routeTree(all), context: { ...options.context, screens: all } });
  };
  const router = createRouter({
    routeTree: routeTree(screens),
    context: { queries, isOwnDocument, screens, addStaffScreens },
    parseSearch,
    stringifySearch: writeSearch,
    scrollRestoration: true,
    defaultPreload: "intent",
    defaultPendingComponent: LoadingScreen,
    defaultErrorComponent: ErrorScreen,
    defaultOnCatch: onError,
    defaultNotFoundComponent: NotFoundScreen,
  });
  return router;
}

type Router = ReturnType<typeof makeRouter>;

/** Loads the requested screen's code while the session is checked. */
export function fetchCode(router: Router): void {
  const routes: Record<string, AnyRoute> = router.routesById;
  for (const { routeId } of router.matchRoutes(router.latestLocation)) {
    const route = routes[routeId];
    // The screen itself reports any error.
    if (route) router.loadRouteChunk(route)?.catch(() => undefined);
  }
}

declare module "@tanstack/react-router" {
  interface Register {
    router: Router;
  }
}
