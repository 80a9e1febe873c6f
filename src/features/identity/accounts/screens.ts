import { lazyRouteComponent } from "@tanstack/react-router";
import type { Section } from "#src/kit/screen.ts";
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

/** The screens around signing in, each with its path and code. */
export const authScreen = {
  path: PATHS.signIn,
  validateSearch: (raw: RawSearch): AuthSearch => {
    const { mode, step } = raw;
    return {
      ...searchTexts(raw, ["next", "name", "email", "problem"]),
      ...(step === "code" && { step }),
      ...((mode === "sign-up" || mode === "sign-in") && { mode }),
    };
  },
  component: lazyRouteComponent(() => import("./ui/AuthPage.tsx"), "AuthPage"),
};
export const callbackScreen = {
  path: PATHS.authCallback,
  validateSearch: parseToken,
  component: lazyRouteComponent(() => import("./ui/AuthCallbackPage.tsx"), "AuthCallbackPage"),
};
export const signInLinkScreen = {
  path: PATHS.signInLink,
  validateSearch: parseToken,
  component: lazyRouteComponent(() => import("./ui/SignInLinkPage.tsx"), "SignInLinkPage"),
};
export const emailChangeScreen = {
  path: PATHS.confirmEmail,
  validateSearch: parseToken,
  component: lazyRouteComponent(() => import("./ui/EmailChangePage.tsx"), "EmailChangePage"),
};
export const reportSignInScreen = {
  path: PATHS.notMe,
  validateSearch: parseToken,
  component: lazyRouteComponent(() => import("./ui/ReportSignInPage.tsx"), "ReportSignInPage"),
};
export const forgotScreen = {
  path: PATHS.forgotPassword,
  component: lazyRouteComponent(() => import("./ui/ForgotPasswordPage.tsx"), "ForgotPasswordPage"),
};
export const resetScreen = {
  path: PATHS.resetPassword,
  validateSearch: parseToken,
  component: lazyRouteComponent(() => import("./ui/ResetPasswordPage.tsx"), "ResetPasswordPage"),
};

/** All there is of a dashboard while its account waits to be deleted. */
export const cancelDeletionScreen = {
  path: PATHS.keepAccount,
  component: lazyRouteComponent(() => import("./ui/CancelDeletionPage.tsx"), "CancelDeletionPage"),
};

/** What people set for themselves, whichever account they work in. */
export const ownSettingsScreen = {
  path: PATHS.ownSettings,
  label: "Account",
  access: { to: "members", permission: "account.see" },
  component: lazyRouteComponent(() => import("./ui/OwnSettingsPage.tsx"), "OwnSettingsPage"),
} satisfies Section;

export const mailScreen = {
  path: PATHS.email,
  label: "Instance e-mail",
  access: { to: "staff", area: "email" },
  component: lazyRouteComponent(() => import("./ui/MailPage.tsx"), "MailPage"),
} satisfies Section;
