import { IconListSearch } from "@tabler/icons-react";
import { lazyRouteComponent } from "@tanstack/react-router";
import type { Screen } from "#src/kit/screen.ts";
import { type RawSearch, searchTexts } from "#src/kit/search.ts";
import { STAFF_PATHS } from "#src/lib/staff-paths.ts";

export const auditStaffScreens = [
  {
    path: STAFF_PATHS.audit,
    parent: "admin/instance",
    label: "Audit log",
    keywords: "who did what when history events proof chain verify export staff system",
    Icon: IconListSearch,
    access: { to: "staff", area: "audit.own" },
    validateSearch: (raw: RawSearch) =>
      searchTexts(raw, ["who", "whom", "what", "kind", "through", "key", "from", "until"]),
    component: lazyRouteComponent(() => import("./ui/instance/InstanceLogPage.tsx"), "InstanceLogPage"),
  },
] as const satisfies readonly Screen[];
