import { IconDatabaseExport, IconTrash } from "@tabler/icons-react";
import { lazyRouteComponent } from "@tanstack/react-router";
import type { Screen } from "#src/kit/screen.ts";
import { PATHS } from "#src/lib/paths.ts";

export const accountDataScreens = [
  {
    path: PATHS.ownData,
    parent: "settings",
    label: "Your data",
    keywords: "export import download backup takeout gdpr portability zip csv json move",
    Icon: IconDatabaseExport,
    access: { to: "members", permission: "account.delete" },
    component: lazyRouteComponent(() => import("./ui/OwnDataPage.tsx"), "OwnDataPage"),
  },
  {
    path: PATHS.deleteAccount,
    parent: "settings",
    label: "Delete account",
    keywords: "close leave quit erase remove account gdpr",
    Icon: IconTrash,
    access: { to: "members", permission: "account.delete" },
    component: lazyRouteComponent(() => import("./ui/DeleteAccountPage.tsx"), "DeleteAccountPage"),
  },
] as const satisfies readonly Screen[];
