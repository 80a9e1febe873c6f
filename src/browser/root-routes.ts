import type { QueryClient } from "@tanstack/react-query";
import { createRootRouteWithContext, createRoute, redirect } from "@tanstack/react-router";
import { gmailCallbackScreen } from "#src/features/email/sending-accounts/screens.ts";
import {
  authScreen,
  callbackScreen,
  emailChangeScreen,
  forgotScreen,
  reportSignInScreen,
  resetScreen,
  signInLinkScreen,
} from "#src/features/identity/accounts/screens.ts";
import { instanceQuery } from "#src/features/identity/accounts/ui/shared/account-queries.ts";
import { nextPath } from "#src/features/identity/accounts/ui/shared/next-path.ts";
import { invitationScreen } from "#src/features/identity/members/screens.ts";
import { hasSession } from "#src/kit/auth.ts";
import { Root } from "./shell/Root.tsx";

export interface RouterContext {
  queries: QueryClient;
  /** Whether the server knew who asks for this screen when it sent the document. */
  isOwnDocument: () => boolean;
}

export const rootRoute = createRootRouteWithContext<RouterContext>()({ component: Root });

const authRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: authScreen.path,
  validateSearch: authScreen.validateSearch,
  beforeLoad: async ({ search }) => {
    if (await hasSession().catch(() => false)) throw redirect({ href: nextPath(search.next), replace: true });
  },
  loader: ({ context }) => context.queries.prefetchQuery(instanceQuery()),
  component: authScreen.component,
});

const callbackRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: callbackScreen.path,
  validateSearch: callbackScreen.validateSearch,
  component: callbackScreen.component,
});

const gmailCallbackRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: gmailCallbackScreen.path,
  validateSearch: gmailCallbackScreen.validateSearch,
  component: gmailCallbackScreen.component,
});

const invitationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: invitationScreen.path,
  validateSearch: invitationScreen.validateSearch,
  component: invitationScreen.component,
});

const linkRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: signInLinkScreen.path,
  validateSearch: signInLinkScreen.validateSearch,
  component: signInLinkScreen.component,
});

const emailChangeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: emailChangeScreen.path,
  validateSearch: emailChangeScreen.validateSearch,
  component: emailChangeScreen.component,
});

const notMeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: reportSignInScreen.path,
  validateSearch: reportSignInScreen.validateSearch,
  component: reportSignInScreen.component,
});

const forgotRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: forgotScreen.path,
  component: forgotScreen.component,
});

const resetRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: resetScreen.path,
  validateSearch: resetScreen.validateSearch,
  component: resetScreen.component,
});

/** The screens that need no session: signing in, and what links in e-mails lead to. */
export const signInRoutes = [
  authRoute,
  linkRoute,
  invitationRoute,
  callbackRoute,
  gmailCallbackRoute,
  emailChangeRoute,
  notMeRoute,
  forgotRoute,
  resetRoute,
] as const;
