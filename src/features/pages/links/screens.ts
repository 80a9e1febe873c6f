import { IconLink } from "@tabler/icons-react";
import type { Screen } from "#src/kit/screen.ts";
import { PATHS } from "#src/lib/paths.ts";
import { LinksPage } from "./ui/LinksPage.tsx";
import { parseLinksSearch } from "./ui/shared/links-search.ts";

export const linksScreens = [
  {
    path: PATHS.links,
    parent: "page",
    label: "Links",
    keywords: "urls buttons order sort edit",
    Icon: IconLink,
    isTab: true,
    access: { to: "members", permission: "links.see" },
    validateSearch: parseLinksSearch,
    component: LinksPage,
  },
] as const satisfies readonly Screen[];
