import { lazyRouteComponent } from "@tanstack/react-router";
import type { Section } from "#src/kit/screen.ts";
import { PATHS } from "#src/lib/paths.ts";

export const ownDataScreen = {
  path: PATHS.ownData,
  label: "Your data",
  access: { to: "members", permission: "account.delete" },
  component: lazyRouteComponent(() => import("./ui/OwnDataPage.tsx"), "OwnDataPage"),
} satisfies Section;

export const deleteAccountScreen = {
  path: PATHS.deleteAccount,
  label: "Delete account",
  access: { to: "members", permission: "account.delete" },
  component: lazyRouteComponent(() => import("./ui/DeleteAccountPage.tsx"), "DeleteAccountPage"),
} satisfies Section;
