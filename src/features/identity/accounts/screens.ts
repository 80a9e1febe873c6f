import { IconUserCircle } from "@tabler/icons-react";
import { lazyRouteComponent } from "@tanstack/react-router";
import type { Screen } from "#src/kit/screen.ts";
import { type RawSearch, searchTexts } from "#src/kit/search.ts";
import { PATHS } from "#src/lib/paths.ts";

export interface AuthSearch {
  /** Where to go afterwards, as a path on this site. */
  next?: string;
  mode?: "sign-in" | "sign-up";
  /** The username that someone found free. */
  name?: string;
  /** The e-mail address that was invited. */
  email?: string;
  /** `code`: the first step of signing in is taken. */
  step?: "code";
  /** Why Google signed nobody in. */
  problem?: string;
}

/** The parameters of a link from an e-mail. */
const parseToken = (raw: RawSearch) => searchTexts(raw, ["token"]);

export const accountsScreens = [
  {
    path: PATHS.signIn,
    parent: "signed-out",
    isForGuests: true,
    validateSearch: ({ mode, step, ...raw }: RawSearch): AuthSearch => ({
      ...searchTexts(raw, ["next", "name", "email", "problem"]),
      ...(step === "code" && { step }),
      ...((mode === "sign-up" || mode === "sign-in") && { mode }),
    }),
    component: lazyRouteComponent(() => import("./ui/auth/AuthPage.tsx"), "AuthPage"),
  },
  {
    path: PATHS.signInLink,
    parent: "signed-out",
    validateSearch: parseToken,
    component: lazyRouteComponent(() => import("./ui/email-links/SignInLinkPage.tsx"), "SignInLinkPage"),
  },
  {
    path: PATHS.authCallback,
    parent: "signed-out",
    validateSearch: parseToken,
    component: lazyRouteComponent(() => import("./ui/email-links/AuthCallbackPage.tsx"), "AuthCallbackPage"),
  },
  {
    path: PATHS.confirmEmail,
    parent: "signed-out",
    validateSearch: parseToken,
    component: lazyRouteComponent(() => import("./ui/email-changes/EmailChangePage.tsx"), "EmailChangePage"),
  },
  {
    path: PATHS.notMe,
    parent: "signed-out",
    validateSearch: parseToken,
    component: lazyRouteComponent(() => import("./ui/email-links/ReportSignInPage.tsx"), "ReportSignInPage"),
  },
  {
    path: PATHS.forgotPassword,
    parent: "signed-out",
    component: lazyRouteComponent(
      () => import("./ui/passwords/ForgotPasswordPage.tsx"),
      "ForgotPasswordPage",
    ),
  },
  {
    path: PATHS.resetPassword,
    parent: "signed-out",
    validateSearch: parseToken,
    component: lazyRouteComponent(() => import("./ui/passwords/ResetPasswordPage.tsx"), "ResetPasswordPage"),
  },
  /** All there is of a dashboard while its account waits to be deleted. */
  {
    path: PATHS.keepAccount,
    parent: "leaving",
    component: lazyRouteComponent(() => import("./ui/person/CancelDeletionPage.tsx"), "CancelDeletionPage"),
  },
  /** What people set for themselves, whichever account they work in. */
  {
    path: PATHS.ownSettings,
    parent: "settings",
    label: "Account",
    keywords: "profile name picture photo time zone timezone e-mail address you me personal",
    Icon: IconUserCircle,
    access: { to: "members", permission: "account.see", isForPeople: true },
    component: lazyRouteComponent(() => import("./ui/person/OwnSettingsPage.tsx"), "OwnSettingsPage"),
  },
] as const satisfies readonly Screen[];
