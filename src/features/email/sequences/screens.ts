import { IconRoute } from "@tabler/icons-react";
import { lazyRouteComponent } from "@tanstack/react-router";
import type { Screen } from "#src/kit/screen.ts";
import { type OpenParam, parseOpenParam, type RawSearch, searchTexts } from "#src/kit/search.ts";
import { PATHS } from "#src/lib/paths.ts";

export interface SequencesSearch extends OpenParam {
  /** The page whose sign-ups start the new sequence. */
  page?: string;
}

export interface SequenceSearch {
  /** `people` or `figures`. Its steps otherwise. */
  tab?: string;
  /** `canvas`. A list otherwise. */
  view?: string;
}

export const sequencesScreens = [
  {
    path: PATHS.sequences,
    parent: "email",
    label: "Sequences",
    keywords: "welcome series automation drip autoresponder funnel follow-up",
    Icon: IconRoute,
    validateSearch: (raw: RawSearch): SequencesSearch => ({
      ...parseOpenParam(raw),
      ...searchTexts(raw, ["page"]),
    }),
    access: { to: "members", permission: "mail.send" },
    component: lazyRouteComponent(() => import("./ui/SequencesPage.tsx"), "SequencesPage"),
  },
  {
    path: PATHS.sequence,
    parent: PATHS.sequences,
    label: "Sequence",
    validateSearch: (raw: RawSearch): SequenceSearch => searchTexts(raw, ["tab", "view"]),
    access: { to: "members", permission: "mail.send" },
    component: lazyRouteComponent(() => import("./ui/SequencePage.tsx"), "SequencePage"),
  },
] as const satisfies readonly Screen[];
