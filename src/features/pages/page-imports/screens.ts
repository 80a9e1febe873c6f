import { IconFileImport } from "@tabler/icons-react";
import { lazyRouteComponent } from "@tanstack/react-router";
import type { Screen } from "#src/kit/screen.ts";
import { type RawSearch, searchTexts } from "#src/kit/search.ts";
import { PATHS } from "#src/lib/paths.ts";

export const pageImportsScreens = [
  {
    path: PATHS.pageImport,
    parent: PATHS.profiles,
    label: "Import a page",
    keywords: "move switch linktree beacons bento carrd linkstack csv",
    Icon: IconFileImport,
    /** The import that's being looked through. */
    validateSearch: (raw: RawSearch): { id?: string } => searchTexts(raw, ["id"]),
    access: { to: "members", permission: "links.edit" },
    component: lazyRouteComponent(() => import("./ui/PageImportPage.tsx"), "PageImportPage"),
  },
] as const satisfies readonly Screen[];
