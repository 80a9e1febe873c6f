import { useQuery } from "@tanstack/react-query";
import {
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  notFound,
  Outlet,
  redirect,
  retainSearchParams,
} from "@tanstack/react-router";
import { instanceQuery, PRODUCT_NAME } from "#src/features/identity/accounts/ui/shared/account-queries.ts";
import { nextPath } from "#src/features/identity/accounts/ui/shared/next-path.ts";
import { canAccess, isStaffForAny, type Principal } from "#src/features/identity/team/rules.ts";
import { InstanceLogo } from "#src/kit/BrandMark.tsx";
import { lazyComponent } from "#src/kit/lazy.tsx";
import { InstanceName } from "#src/kit/PageTitle.tsx";
import type { DetailScreen, ListedScreen, OutsideScreen, Screen } from "#src/kit/screen.ts";
import { type RawSearch, searchTexts } from "#src/kit/search.ts";
import { hasSession } from "#src/kit/session.ts";
import { PATHS } from "#src/lib/paths.ts";
import { type RouterContext, requireMe } from "./require-me.ts";
import type { SCREENS } from "./screens.ts";
import { LoadingScreen } from "./shell/LoadingScreen.tsx";
import { homeOf, staffHomeOf } from "./shell/navigation.ts";
import { Shell } from "./shell/Shell.tsx";
import type { STAFF_SCREENS } from "./staff-screens.ts";

const NotFound = lazyComponent(
  async () => (await import("./shell/NotFoundScreen.tsx")).NotFoundScreen,
  <LoadingScreen />,
);
export const NotFoundScreen = (props: { data?: unknown }) => <NotFound data={props.data} />;

const rootRoute = () => createRootRouteWithContext<RouterContext>()({ component: Root });
type RootRoute = ReturnType<typeof rootRoute>;

export interface DashboardSearch {
  profile?: string;
  /** The account of a link, whichever one its reader works in. */
  account?: string;
}

function parseDashboardSearch(raw: RawSearch): DashboardSearch {
  return searchTexts(raw, ["profile", "account"]);
}

/** Everything behind sign-in. The server checks every call; this only picks the right screen. */
const shellRoute = (root: RootRoute) =>
  createRoute({
    getParentRoute: () => root,
    id: "shell",
    validateSearch: parseDashboardSearch,
    search: { middlewares: [retainSearchParams(["profile"])] },
    beforeLoad: async (entering) => {
      // Without the instance's data, people could copy a page's URL with the wrong host.
      const instance = entering.context.queries.prefetchQuery(instanceQuery());
      const me = await requireMe(entering);
      if (me.deletion_due_at !== null) throw redirect({ to: PATHS.keepAccount, replace: true });
      await instance;
      return { me };
    },
    component: Shell,
    notFoundComponent: NotFoundScreen,
  });
type ShellRoute = ReturnType<typeof shellRoute>;

const settingsLayout = (shell: ShellRoute) =>
  createRoute({
    getParentRoute: () => shell,
    id: "settings",
    component: lazyRouteComponent(() => import("./shell/SettingsLayout.tsx"), "SettingsLayout"),
  });
type SettingsLayout = ReturnType<typeof settingsLayout>;

/** The compiler knows a screen's route by its path and search parameters. */
type Known<S extends Screen, Path, Search> = Omit<S, "path" | "validateSearch"> & {
  path: Path;
  validateSearch?: (raw: RawSearch) => Search;
};

/** The options that all routes of screens share. */
function optionsOf<Path, Search>({ path, validateSearch, component }: Known<Screen, Path, Search>) {
  return { path, ...(validateSearch && { validateSearch }), component };
}

type InsideScreen = ListedScreen | DetailScreen;

export interface EnteringInside {
  context: { me: Principal; screens: readonly Screen[] };
  location: { pathname: string };
}

const requireAccess =
  ({ access, path }: Pick<InsideScreen, "access" | "path">) =>
  ({ context: { me, screens }, location }: EnteringInside) => {
    // The account doesn't have what it's about, which the screen says then.
    if (me.closed?.includes(path)) throw notFound({ data: path });
    if (canAccess(access, me)) return;
    // For staff who may not see this one, `/admin` is the first that they may see.
    const to = path === PATHS.admin && isAt(path, location) ? staffHomeOf(me, screens) : undefined;
    throw to === undefined ? notFound() : redirect({ to, replace: true });
  };

function dashboardRoute<const Path extends string, Search extends object>(
  shell: ShellRoute,
  screen: Known<InsideScreen, Path, Search>,
) {
  return createRoute({
    getParentRoute: () => shell,
    beforeLoad: requireAccess(screen),
    ...optionsOf(screen),
  });
}

function settingsRoute<const Path extends string, Search extends object>(
  layout: SettingsLayout,
  screen: Known<InsideScreen, Path, Search>,
) {
  return createRoute({
    getParentRoute: () => layout,
    beforeLoad: requireAccess(screen),
    ...optionsOf(screen),
  });
}

function outsideRoute<const Path extends string, Search extends object>(
  root: RootRoute,
  screen: Known<OutsideScreen, Path, Search>,
) {
  const { parent, isForGuests } = screen;
  return createRoute({
    getParentRoute: () => root,
    beforeLoad: async (entering) => {
      const { next } = searchTexts(entering.search as RawSearch, ["next"]);
      if (isForGuests && (await hasSession().catch(() => false)))
        throw redirect({ href: nextPath(next), replace: true });
      if (parent === "leaving" && (await requireMe(entering)).deletion_due_at === null)
        throw redirect({ to: PATHS.profiles, replace: true });
    },
    loader: async ({ context }) => {
      if (isForGuests || parent === "leaving") await context.queries.prefetchQuery(instanceQuery());
    },
    ...optionsOf(screen),
  });
}

type SearchOf<S> = S extends { validateSearch: (raw: RawSearch) => infer Search extends object }
  ? Search
  : object;
type AppScreen = (typeof SCREENS)[number] | (typeof STAFF_SCREENS)[number];
type Outside = Extract<AppScreen, { parent: OutsideScreen["parent"] }>;
type Settings = Extract<AppScreen, { path: `${typeof PATHS.accountSettings}/${string}` }>;
type Dashboard = Exclude<AppScreen, Outside | Settings>;

/* The routes of unions of screens. */
type OutsideRoute<S> = S extends Outside ? ReturnType<typeof outsideRoute<S["path"], SearchOf<S>>> : never;
type SettingsRoute<S> = S extends Settings ? ReturnType<typeof settingsRoute<S["path"], SearchOf<S>>> : never;
type DashboardRoute<S> = S extends Dashboard
  ? ReturnType<typeof dashboardRoute<S["path"], SearchOf<S>>>
  : never;

const isOutside = (screen: Screen): screen is OutsideScreen =>
  screen.parent === "signed-out" || screen.parent === "leaving";

interface Parents {
  root: RootRoute;
  shell: ShellRoute;
  layout: SettingsLayout;
}

const isStaffs = ({ parent }: Screen): boolean => parent.startsWith("admin/");

/** The compiler knows only that these routes include those of `SCREENS`. */
function screenRoutes(screens: readonly Screen[], { root, shell, layout }: Parents) {
  const inside = screens.filter((screen) => !isOutside(screen));
  const isSetting = ({ path }: Screen) => path.startsWith(`${PATHS.accountSettings}/`);
  return {
    outside: screens
      .filter(isOutside)
      .map((screen) => outsideRoute(root, screen)) as unknown as OutsideRoute<Outside>[],
    settings: inside
      .filter(isSetting)
      .map((screen) => settingsRoute(layout, screen)) as unknown as SettingsRoute<Settings>[],
    dashboard: inside
      .filter((screen) => !isSetting(screen))
      .map((screen) => dashboardRoute(shell, screen)) as unknown as DashboardRoute<Dashboard>[],
  };
}

/** Unknown paths below a redirecting one pass through it, on their way to the not-found page. */
function isAt(path: string, { pathname }: { pathname: string }): boolean {
  return pathname.replace(/\/$/, "") === path;
}

const homeRoute = (shell: ShellRoute) =>
  createRoute({
    getParentRoute: () => shell,
    path: PATHS.dashboard,
    beforeLoad: ({ context, location }) => {
      if (isAt(PATHS.dashboard, location)) throw redirect({ to: homeOf(context.me), replace: true });
    },
  });

/** Until staff's screens are loaded, everything below `/admin` leads to loading them. */
const loadingRoutes = (shell: ShellRoute) =>
  [PATHS.admin, `${PATHS.admin}/$`].map((path) =>
    createRoute({
      getParentRoute: () => shell,
      path,
      // Whatever the screen's URL carries.
      validateSearch: (raw: RawSearch) => raw,
      beforeLoad: async ({ context, location, preload }) => {
        if (!isStaffForAny(context.me.role)) throw notFound();
        if (preload) return;
        await context.addStaffScreens();
        throw redirect({ href: location.href, replace: true });
      },
    }),
  ) as unknown as DashboardRoute<Dashboard>[];

/** Paths that only redirect to a screen. */
const LEADING_ON = [
  { path: PATHS.emailMarketing, to: PATHS.marketing },
  { path: PATHS.crm, to: PATHS.marketing },
  { path: PATHS.accountSettings, to: PATHS.ownSettings },
] as const;

const redirectRoutes = (shell: ShellRoute) =>
  LEADING_ON.map(({ path, to }) =>
    createRoute({
      getParentRoute: () => shell,
      path,
      beforeLoad: () => {
        throw redirect({ to, replace: true });
      },
    }),
  );

/** Everything the dashboard's URLs lead to. Each call makes routes of its own: adding children changes a route. */
export function routeTree(screens: readonly Screen[]) {
  const root = rootRoute();
  const shell = shellRoute(root);
  const layout = settingsLayout(shell);
  const { outside, dashboard, settings } = screenRoutes(screens, { root, shell, layout });
  return root.addChildren([
    ...outside,
    shell.addChildren([
      homeRoute(shell),
      ...dashboard,
      ...redirectRoutes(shell),
      ...(screens.some(isStaffs) ? [] : loadingRoutes(shell)),
      layout.addChildren(settings),
    ]),
  ]);
}

function Root() {
  const { data: instance } = useQuery(instanceQuery());
  return (
    <InstanceName value={instance?.name ?? PRODUCT_NAME}>
      <InstanceLogo value={instance?.logo ?? ""}>
        <Outlet />
      </InstanceLogo>
    </InstanceName>
  );
}
