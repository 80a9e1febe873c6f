import { IconLink } from "@tabler/icons-react";
import type { Screen } from "#src/kit/screen.ts";
import { parseEditorSearch } from "#src/kit/search.ts";
import { PATHS } from "#src/lib/paths.ts";
import { LinksPage } from "./ui/LinksPage.tsx";

export const linksScreen = {
  path: PATHS.links,
  label: "Links",
  Icon: IconLink,
  access: { to: "members", permission: "links.see" },
  validateSearch: parseEditorSearch,
  component: LinksPage,
} satisfies Screen;
