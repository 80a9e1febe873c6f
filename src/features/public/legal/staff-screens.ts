import { IconScale } from "@tabler/icons-react";
import { lazyRouteComponent } from "@tanstack/react-router";
import type { Screen } from "#src/kit/screen.ts";
import { type RawSearch, searchTexts } from "#src/kit/search.ts";
import { STAFF_PATHS } from "#src/lib/staff-paths.ts";

export const legalScreens = [
  {
    path: STAFF_PATHS.legalTexts,
    parent: "admin/instance",
    label: "Legal texts",
    keywords: "terms conditions privacy policy cookie consent agree version law gdpr",
    Icon: IconScale,
    access: { to: "staff", area: "settings" },
    validateSearch: (raw: RawSearch) => searchTexts(raw, ["text"]),
    component: lazyRouteComponent(() => import("./ui/LegalTextsPage.tsx"), "LegalTextsPage"),
  },
] as const satisfies readonly Screen[];
