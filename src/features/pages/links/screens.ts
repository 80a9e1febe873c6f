import { IconLink } from "@tabler/icons-react";
import type { Screen } from "#src/kit/screen.ts";
import { parseEditorSearch } from "#src/kit/search.ts";
import { PATHS } from "#src/lib/paths.ts";
import { LinksPage } from "./ui/LinksPage.tsx";

export const linksScreens = [
  {
    path: PATHS.links,
    parent: "page",
    label: "Links",
    keywords: "urls buttons order sort edit",
    Icon: IconLink,
    isTab: true,
    access: { to: "members", permission: "links.see" },
    validateSearch: parseEditorSearch,
    component: LinksPage,
  },
] as const satisfies readonly Screen[];
