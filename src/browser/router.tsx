import type { QueryClient } from "@tanstack/react-query";
import {
  type AnyRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  redirect,
  retainSearchParams,
} from "@tanstack/react-router";
import {
  duplicatesScreen,
  leadBoardScreen,
  leadsScreen,
  requestsScreen,
  suppressionsScreen,
} from "#src/features/audience/contacts/screens.ts";
import { importsScreen } from "#src/features/audience/imports/screens.ts";
import { campaignsScreen } from "#src/features/email/campaigns/screens.ts";
import { mailAnalyticsScreen } from "#src/features/email/email-analytics/screens.ts";
import { marketingScreen } from "#src/features/email/marketing-home/screens.ts";
import { mailboxesScreen } from "#src/features/email/sending-accounts/screens.ts";
import { templateScreen, templatesScreen } from "#src/features/email/templates/screens.ts";
import { cancelDeletionScreen } from "#src/features/identity/accounts/screens.ts";
import { instanceQuery, meQuery } from "#src/features/identity/accounts/ui/shared/account-queries.ts";
import { nextPath } from "#src/features/identity/accounts/ui/shared/next-path.ts";
import { canAccess, type Principal } from "#src/features/identity/team/rules.ts";
import { analyticsScreen } from "#src/features/insights/analytics/screens.ts";
import { sandboxScreen } from "#src/features/money/billing/screens.ts";
import { linksScreen } from "#src/features/pages/links/screens.ts";
import { profilesScreen } from "#src/features/pages/profiles/screens.ts";
import { setActiveAccount } from "#src/kit/active-account.ts";
import { hasSession } from "#src/kit/auth.ts";
import { lazyComponent } from "#src/kit/lazy.tsx";
import { isWrittenFor } from "#src/kit/locale.ts";
import type { Section } from "#src/kit/screen.ts";
import { parseSearch, type RawSearch, searchTexts, writeSearch } from "#src/kit/search.ts";
import { PATHS } from "#src/lib/paths.ts";
import { type RouterContext, rootRoute, signInRoutes } from "./root-routes.ts";
import { ErrorScreen } from "./shell/ErrorScreen.tsx";
import { LoadingScreen } from "./shell/LoadingScreen.tsx";
import { homeOf } from "./shell/nav-items.ts";
import { Shell } from "./shell/Shell.tsx";
import { SETTINGS_DETAILS, SETTINGS_SECTIONS } from "./shell/settings-sections.ts";
import { STAFF_SECTIONS, staffHomeOf } from "./shell/staff-sections.ts";

const NotFound = lazyComponent(
  async () => (await import("./shell/NotFoundScreen.tsx")).NotFoundScreen,
  <LoadingScreen />,
);
const NotFoundScreen = () => <NotFound />;

interface Entering {
  context: RouterContext;
  location: { href: string };
  preload: boolean;
}

/** The signed-in person. Anyone else goes to the sign-in screen and then back to where they wanted to go. */
async function requireMe(entering: Entering) {
  const me = inAccount(await findMe(entering));
  const { context, location: target, preload } = entering;
  // Who has just signed in may read another language than this document's. Vite's is always in English.
  if (preload || import.meta.env.DEV || context.isOwnDocument() || isWrittenFor(me)) return me;
  location.replace(nextPath(target.href));
  // Nothing more is shown in this one.
  return new Promise<never>(() => undefined);
}

async function findMe({ context: { queries }, location: { href: next } }: Entering) {
  const known = queries.getQueryData(meQuery().queryKey);
  if (known) return known;
  // After a new sign-in, the tab starts in the session's account.
  setActiveAccount(undefined);
  if (!(await hasSession())) throw redirect({ to: PATHS.signIn, search: { next } });
  return queries.fetchQuery(meQuery());
}

/** This tab stays in the account it started with. */
function inAccount<Me extends Principal & { account: { id: string } }>(me: Me): Me {
  setActiveAccount(me.account.id);
  return me;
}

const keepAccountRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: cancelDeletionScreen.path,
  beforeLoad: async (entering) => {
    const me = await requireMe(entering);
    if (me.deletion_due_at === null) throw redirect({ to: PATHS.profiles, replace: true });
  },
  loader: ({ context }) => context.queries.prefetchQuery(instanceQuery()),
  component: cancelDeletionScreen.component,
});

interface DashboardSearch {
  /** The selected profile. */
  profile?: string;
  /** Where a link leads, whichever account its reader works in. */
  account?: string;
}

function parseDashboardSearch(raw: RawSearch): DashboardSearch {
  return searchTexts(raw, ["profile", "account"]);
}

/** Everything behind sign-in. The server checks every call; this only picks the right screen. */
const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: "shell",
  validateSearch: parseDashboardSearch,
  search: { middlewares: [retainSearchParams(["profile"])] },
  beforeLoad: async (entering) => {
    // Nobody should copy a page's URL before we know where pages live.
    const instance = entering.context.queries.prefetchQuery(instanceQuery());
    const me = await requireMe(entering);
    if (me.deletion_due_at !== null) throw redirect({ to: PATHS.keepAccount, replace: true });
    await instance;
    return { me };
  },
  component: Shell,
  notFoundComponent: NotFoundScreen,
});

/** For everyone else the screen doesn't exist. */
const requireAccess =
  ({ access }: Section) =>
  ({ context }: { context: { me: Principal } }) => {
    if (!canAccess(access, context.me)) throw notFound();
  };

/** Unknown paths below one that leads on pass through it, on their way to the not-found page. */
function isAt(path: string, { pathname }: { pathname: string }): boolean {
  return pathname.replace(/\/$/, "") === path;
}

const dashboardRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.dashboard,
  beforeLoad: ({ context, location }) => {
    if (isAt(PATHS.dashboard, location)) throw redirect({ to: homeOf(context.me), replace: true });
  },
});

/** A screen of the dashboard. Its path and search parameters stay typed, for `useSearch` and links. */
function screenRoute<const Path extends string, Search extends object>(
  screen: Section & { path: Path; validateSearch?: (raw: RawSearch) => Search },
) {
  return createRoute({
    getParentRoute: () => shellRoute,
    path: screen.path,
    beforeLoad: requireAccess(screen),
    ...(screen.validateSearch && { validateSearch: screen.validateSearch }),
    component: screen.component,
  });
}

const screenRoutes = [
  screenRoute(profilesScreen),
  screenRoute(linksScreen),
  screenRoute(analyticsScreen),
  screenRoute(importsScreen),
  screenRoute(mailboxesScreen),
  screenRoute(leadsScreen),
  screenRoute(leadBoardScreen),
  screenRoute(duplicatesScreen),
  screenRoute(requestsScreen),
  screenRoute(suppressionsScreen),
  screenRoute(templatesScreen),
  screenRoute(templateScreen),
  screenRoute(campaignsScreen),
  screenRoute(mailAnalyticsScreen),
  screenRoute(marketingScreen),
] as const;

const marketingRoutes = [PATHS.emailMarketing, PATHS.crm].map((path) =>
  createRoute({
    getParentRoute: () => shellRoute,
    path,
    beforeLoad: () => {
      throw redirect({ to: PATHS.marketing, replace: true });
    },
  }),
);

const staffRoutes = STAFF_SECTIONS.map((screen) =>
  createRoute({
    getParentRoute: () => shellRoute,
    path: screen.path,
    beforeLoad: requireAccess(screen),
    component: screen.component,
  }),
);

const adminRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.admin,
  beforeLoad: ({ context, location }) => {
    const to = staffHomeOf(context.me);
    if (to === undefined || !isAt(PATHS.admin, location)) throw notFound();
    throw redirect({ to, replace: true });
  },
});

const accountSettingsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.accountSettings,
  beforeLoad: () => {
    throw redirect({ to: PATHS.ownSettings, replace: true });
  },
});

/** The frame around the sections of the settings. */
const settingsLayoutRoute = createRoute({
  getParentRoute: () => shellRoute,
  id: "settings",
  component: lazyRouteComponent(() => import("./shell/SettingsLayout.tsx"), "SettingsLayout"),
});

const sectionRoutes = [...SETTINGS_SECTIONS, ...SETTINGS_DETAILS].map((section) => {
  const { validateSearch }: Section = section;
  return createRoute({
    getParentRoute: () => settingsLayoutRoute,
    path: section.path,
    beforeLoad: requireAccess(section),
    ...(validateSearch && { validateSearch }),
    component: section.component,
  });
});

const sandboxRoute = createRoute({
  getParentRoute: () => settingsLayoutRoute,
  path: sandboxScreen.path,
  beforeLoad: requireAccess(sandboxScreen),
  validateSearch: sandboxScreen.validateSearch,
  component: sandboxScreen.component,
});

const routeTree = rootRoute.addChildren([
  ...signInRoutes,
  keepAccountRoute,
  shellRoute.addChildren([
    dashboardRoute,
    ...screenRoutes,
    ...marketingRoutes,
    adminRoute,
    ...staffRoutes,
    accountSettingsRoute,
    settingsLayoutRoute.addChildren([...sectionRoutes, sandboxRoute]),
  ]),
]);

interface RouterParts {
  /** Whether the document came for the person who's signed in. */
  isPersonal: boolean;
  /** Receives every error that's shown as a screen. */
  onError: (error: unknown) => void;
}

export function makeRouter(queries: QueryClient, { isPersonal, onError }: RouterParts) {
  // Until the first screen is there.
  const isOwnDocument = (): boolean => isPersonal && router.state.resolvedLocation === undefined;
  const router = createRouter({
    routeTree,
    context: { queries, isOwnDocument },
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
    // The screen itself reports what goes wrong.
    if (route) router.loadRouteChunk(route)?.catch(() => undefined);
  }
}

declare module "@tanstack/react-router" {
  interface Register {
    router: Router;
  }
}
