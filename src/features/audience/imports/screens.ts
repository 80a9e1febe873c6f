import { IconFileImport } from "@tabler/icons-react";
import { lazyRouteComponent } from "@tanstack/react-router";
import type { Screen } from "#src/kit/screen.ts";
import { type RawSearch, searchTexts } from "#src/kit/search.ts";
import { PATHS } from "#src/lib/paths.ts";

export const importsScreens = [
  {
    path: PATHS.leadImports,
    parent: PATHS.leads,
    label: "Import leads",
    keywords: "upload csv file list contacts fans subscribers add bring move mailchimp",
    Icon: IconFileImport,
    /** The import that's shown. */
    validateSearch: (raw: RawSearch): { id?: string } => searchTexts(raw, ["id"]),
    access: { to: "members", permission: "leads.delete" },
    component: lazyRouteComponent(() => import("./ui/ImportsPage.tsx"), "ImportsPage"),
  },
] as const satisfies readonly Screen[];
