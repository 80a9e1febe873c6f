import { IconUsersGroup } from "@tabler/icons-react";
import { lazyRouteComponent } from "@tanstack/react-router";
import type { Screen } from "#src/kit/screen.ts";
import { type OpenParam, parseOpenParam, type RawSearch } from "#src/kit/search.ts";
import { PATHS } from "#src/lib/paths.ts";

export const segmentsScreens = [
  {
    path: PATHS.segments,
    parent: "audience",
    label: "Segments",
    keywords: "groups filter segmentation",
    Icon: IconUsersGroup,
    validateSearch: (raw: RawSearch): OpenParam => parseOpenParam(raw),
    access: { to: "members", permission: "leads.export" },
    component: lazyRouteComponent(() => import("./ui/SegmentsPage.tsx"), "SegmentsPage"),
  },
  {
    path: PATHS.segment,
    parent: PATHS.segments,
    label: "Segment",
    access: { to: "members", permission: "leads.export" },
    component: lazyRouteComponent(() => import("./ui/SegmentPage.tsx"), "SegmentPage"),
  },
] as const satisfies readonly Screen[];
