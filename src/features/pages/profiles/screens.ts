import { IconLayoutGrid } from "@tabler/icons-react";
import type { Screen } from "#src/kit/screen.ts";
import { type EditorSearch, parseEditorSearch, type RawSearch, searchTexts } from "#src/kit/search.ts";
import { PATHS } from "#src/lib/paths.ts";
import { ProfilesPage } from "./ui/list/ProfilesPage.tsx";

export interface ProfilesSearch extends EditorSearch {
  /** The editor's open tab. Defaults to the first. */
  tab?: string;
  /** Whether the trash is open. */
  trash?: "yes";
}

export const profilesScreens = [
  {
    path: PATHS.profiles,
    parent: "page",
    label: "Profiles",
    keywords: "pages home dashboard sites start overview",
    Icon: IconLayoutGrid,
    isTab: true,
    access: { to: "members", permission: "profiles.see" },
    validateSearch: (raw: RawSearch): ProfilesSearch => ({
      ...parseEditorSearch(raw),
      ...searchTexts(raw, ["tab"]),
      ...(raw.trash === "yes" && { trash: "yes" }),
    }),
    component: ProfilesPage,
  },
] as const satisfies readonly Screen[];
