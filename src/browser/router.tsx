import type { QueryClient } from "@tanstack/react-query";
import {
  type AnyRoute,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  redirect,
  retainSearchParams,
} from "@tanstack/react-router";
import { instanceQuery, meQuery } from "#src/features/accounts/ui/shared/account-queries.ts";
import { samePath } from "#src/features/accounts/ui/shared/same-path.ts";
import { hasSession } from "#src/kit/auth.ts";
import { LinksScreen } from "./screens/LinksScreen.tsx";
import { ProfilesScreen } from "./screens/ProfilesScreen.tsx";
import {
  parseSearch,
  readAuthSearch,
  readDashboardSearch,
  readEditorSearch,
  readLeadsSearch,
  readMailLinkSearch,
  readPeriodSearch,
  readProfilesSearch,
  writeSearch,
} from "./search.ts";
import { ErrorScreen } from "./shell/ErrorScreen.tsx";
import { LoadingScreen } from "./shell/LoadingScreen.tsx";
import { NotFoundScreen } from "./shell/NotFoundScreen.tsx";
import { Root } from "./shell/Root.tsx";
import { Shell } from "./shell/Shell.tsx";

interface RouterContext {
  queries: QueryClient;
}

const rootRoute = createRootRouteWithContext<RouterContext>()({ component: Root });

const authRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/auth",
  validateSearch: readAuthSearch,
  beforeLoad: async ({ search }) => {
    if (await hasSession().catch(() => false)) throw redirect({ href: samePath(search.next), replace: true });
  },
  loader: ({ context }) => context.queries.prefetchQuery(instanceQuery()),
  component: lazyRouteComponent(() => import("#src/features/accounts/ui/AuthPage.tsx"), "AuthPage"),
});

const callbackRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/auth/callback",
  validateSearch: readMailLinkSearch,
  component: lazyRouteComponent(
    () => import("#src/features/accounts/ui/AuthCallbackPage.tsx"),
    "AuthCallbackPage",
  ),
});

const linkRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/auth/link",
  validateSearch: readMailLinkSearch,
  component: lazyRouteComponent(
    () => import("#src/features/accounts/ui/SignInLinkPage.tsx"),
    "SignInLinkPage",
  ),
});

const forgotRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/forgot-password",
  component: lazyRouteComponent(
    () => import("#src/features/accounts/ui/ForgotPasswordPage.tsx"),
    "ForgotPasswordPage",
  ),
});

const resetRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/reset-password",
  validateSearch: readMailLinkSearch,
  component: lazyRouteComponent(
    () => import("#src/features/accounts/ui/ResetPasswordPage.tsx"),
    "ResetPasswordPage",
  ),
});

/** The person signed in; anyone else goes to the sign-in screen and then back to `next`. */
async function requireMe(queries: QueryClient, next: string) {
  const known = queries.getQueryData(meQuery().queryKey);
  if (known) return known;
  if (!(await hasSession())) throw redirect({ to: "/auth", search: { next } });
  return queries.fetchQuery(meQuery());
}

/** Everything behind sign-in. The server checks every call; this only picks the right screen. */
const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: "shell",
  validateSearch: readDashboardSearch,
  search: { middlewares: [retainSearchParams(["profile"])] },
  beforeLoad: async ({ context: { queries }, location }) => {
    // Nobody should copy a page's URL before we know where pages live.
    const instance = queries.prefetchQuery(instanceQuery());
    const me = await requireMe(queries, location.href);
    await instance;
    return { me };
  },
  component: Shell,
  notFoundComponent: NotFoundScreen,
});

const dashboardRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/dashboard",
  beforeLoad: ({ location }) => {
    // Unknown paths below pass through here on their way to the not-found page.
    if (/^\/dashboard\/?$/.test(location.pathname))
      throw redirect({ to: "/dashboard/profiles", replace: true });
  },
});

const profilesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/dashboard/profiles",
  validateSearch: readProfilesSearch,
  component: ProfilesScreen,
});

const linksRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/dashboard/links",
  validateSearch: readEditorSearch,
  component: LinksScreen,
});

const analyticsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/dashboard/analytics",
  validateSearch: readPeriodSearch,
  component: lazyRouteComponent(() => import("#src/features/clicks/ui/AnalyticsPage.tsx"), "AnalyticsPage"),
});

const leadsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/dashboard/marketing/leads",
  validateSearch: readLeadsSearch,
  component: lazyRouteComponent(() => import("#src/features/leads/ui/LeadsPage.tsx"), "LeadsPage"),
});

/** Leads are all there is of marketing so far. */
const marketingRoutes = (
  ["/dashboard/marketing", "/dashboard/email-marketing", "/dashboard/crm"] as const
).map((path) =>
  createRoute({
    getParentRoute: () => shellRoute,
    path,
    beforeLoad: () => {
      throw redirect({ to: "/dashboard/marketing/leads", replace: true });
    },
  }),
);

const mailRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/admin/email",
  beforeLoad: ({ context }) => {
    // For everyone else, this page doesn't exist.
    if (context.me.role !== "founder") throw notFound();
  },
  component: lazyRouteComponent(() => import("#src/features/accounts/ui/MailPage.tsx"), "MailPage"),
});

const routeTree = rootRoute.addChildren([
  authRoute,
  linkRoute,
  callbackRoute,
  forgotRoute,
  resetRoute,
  shellRoute.addChildren([
    dashboardRoute,
    profilesRoute,
    linksRoute,
    analyticsRoute,
    leadsRoute,
    ...marketingRoutes,
    mailRoute,
  ]),
]);

/** `onError` hears of every error that is shown as a screen. */
export function makeRouter(queries: QueryClient, onError: (error: unknown) => void) {
  return createRouter({
    routeTree,
    context: { queries },
    parseSearch,
    stringifySearch: writeSearch,
    scrollRestoration: true,
    defaultPreload: "intent",
    defaultPendingComponent: LoadingScreen,
    defaultErrorComponent: ErrorScreen,
    defaultOnCatch: onError,
    defaultNotFoundComponent: NotFoundScreen,
  });
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
