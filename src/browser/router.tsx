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
import {
  parseSearch,
  readAuthSearch,
  readDashboardSearch,
  readEditorSearch,
  readLeadsSearch,
  readMailLinkSearch,
  readPeriodSearch,
  writeSearch,
} from "./search.ts";
import { ErrorScreen } from "./shell/ErrorScreen.tsx";
import { LoadingScreen } from "./shell/LoadingScreen.tsx";
import { NotFoundScreen } from "./shell/NotFoundScreen.tsx";
import { Root } from "./shell/Root.tsx";

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

/** The person signed in, or the way to the sign-in screen and back to `next`. */
async function requireMe(queries: QueryClient, next: string) {
  const known = queries.getQueryData(meQuery().queryKey);
  if (known) return known;
  if (!(await hasSession())) throw redirect({ to: "/auth", search: { next } });
  return queries.fetchQuery(meQuery());
}

/** Everything behind the sign-in: the server checks every call, this only leads to the right screen. */
const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: "shell",
  validateSearch: readDashboardSearch,
  search: { middlewares: [retainSearchParams(["profile"])] },
  beforeLoad: async ({ context, location }) => ({ me: await requireMe(context.queries, location.href) }),
  component: lazyRouteComponent(() => import("./shell/Shell.tsx"), "Shell"),
});

const dashboardRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/dashboard",
  beforeLoad: ({ location }) => {
    // An unknown path below also comes by here on its way to the not-found page.
    if (/^\/dashboard\/?$/.test(location.pathname))
      throw redirect({ to: "/dashboard/profiles", replace: true });
  },
});

const profilesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/dashboard/profiles",
  validateSearch: readEditorSearch,
  component: lazyRouteComponent(() => import("./screens/ProfilesScreen.tsx"), "ProfilesScreen"),
});

const linksRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/dashboard/links",
  validateSearch: readEditorSearch,
  component: lazyRouteComponent(() => import("./screens/LinksScreen.tsx"), "LinksScreen"),
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

/** The leads are what there is of marketing. */
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
    // To everybody else this page does not exist.
    if (context.me.role !== "founder") throw notFound();
  },
  component: lazyRouteComponent(() => import("#src/features/accounts/ui/MailPage.tsx"), "MailPage"),
});

const routeTree = rootRoute.addChildren([
  authRoute,
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
    notFoundMode: "root",
    defaultPendingComponent: LoadingScreen,
    defaultErrorComponent: ErrorScreen,
    defaultOnCatch: onError,
    defaultNotFoundComponent: NotFoundScreen,
  });
}

type Router = ReturnType<typeof makeRouter>;

/** The code of the page that was asked for comes while it is found out who is there. */
export function fetchCode(router: Router): void {
  const routes: Record<string, AnyRoute> = router.routesById;
  for (const { routeId } of router.matchRoutes(router.latestLocation)) {
    const route = routes[routeId];
    // Whatever goes wrong is said when the page is shown.
    if (route) router.loadRouteChunk(route)?.catch(() => undefined);
  }
}

declare module "@tanstack/react-router" {
  interface Register {
    router: Router;
  }
}
