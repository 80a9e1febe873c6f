import { IconBrowser, IconLinkPlus } from "@tabler/icons-react";
import { lazyRouteComponent } from "@tanstack/react-router";
import type { Screen } from "#src/kit/screen.ts";
import { type RawSearch, searchTexts } from "#src/kit/search.ts";
import { STAFF_PATHS } from "#src/lib/staff-paths.ts";

export const contentScreens = [
  {
    path: STAFF_PATHS.adminProfiles,
    parent: "admin/content",
    label: "All profiles",
    keywords: "pages usernames bios find hide label adult restore visitor",
    Icon: IconBrowser,
    access: { to: "staff", area: "moderation" },
    validateSearch: (raw: RawSearch) => searchTexts(raw, ["q", "state", "owner"]),
    component: lazyRouteComponent(() => import("./ui/AdminProfilesPage.tsx"), "AdminProfilesPage"),
  },
  {
    path: STAFF_PATHS.adminLinks,
    parent: "admin/content",
    label: "All links",
    keywords: "hosts domains urls duplicates find hide disable label adult restore top",
    Icon: IconLinkPlus,
    access: { to: "staff", area: "moderation" },
    validateSearch: (raw: RawSearch) => searchTexts(raw, ["q", "host", "url", "state", "owner", "view"]),
    component: lazyRouteComponent(() => import("./ui/AdminLinksPage.tsx"), "AdminLinksPage"),
  },
] as const satisfies readonly Screen[];
