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

/** Below `/admin`, where people come first. */
export const parserHealthScreens = [
  {
    path: PATHS.parserHealth,
    parent: "admin/instance",
    label: "Page imports",
    keywords: "parsers linktree beacons successes failing services",
    Icon: IconFileImport,
    access: { to: "staff", area: "settings" },
    component: lazyRouteComponent(() => import("./ui/ParserHealthPage.tsx"), "ParserHealthPage"),
  },
] as const satisfies readonly Screen[];
