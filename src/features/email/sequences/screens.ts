import { IconRoute } from "@tabler/icons-react";
import { lazyRouteComponent } from "@tanstack/react-router";
import type { Screen } from "#src/kit/screen.ts";
import { type OpenParam, parseOpenParam, type RawSearch, searchTexts } from "#src/kit/search.ts";
import { PATHS } from "#src/lib/paths.ts";

export interface SequenceSearch {
  /** `people` or `figures`. Its steps otherwise. */
  tab?: string;
}

export const sequencesScreens = [
  {
    path: PATHS.sequences,
    parent: "email",
    label: "Sequences",
    keywords: "welcome series automation drip autoresponder funnel follow-up",
    Icon: IconRoute,
    validateSearch: (raw: RawSearch): OpenParam => parseOpenParam(raw),
    access: { to: "members", permission: "mail.send" },
    component: lazyRouteComponent(() => import("./ui/SequencesPage.tsx"), "SequencesPage"),
  },
  {
    path: PATHS.sequence,
    parent: PATHS.sequences,
    label: "Sequence",
    validateSearch: (raw: RawSearch): SequenceSearch => searchTexts(raw, ["tab"]),
    access: { to: "members", permission: "mail.send" },
    component: lazyRouteComponent(() => import("./ui/SequencePage.tsx"), "SequencePage"),
  },
] as const satisfies readonly Screen[];
