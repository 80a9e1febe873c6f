import { IconActivity, IconBolt } from "@tabler/icons-react";
import { lazyRouteComponent } from "@tanstack/react-router";
import type { Screen } from "#src/kit/screen.ts";
import { type OpenParam, parseOpenParam, type RawSearch, searchTexts } from "#src/kit/search.ts";
import { PATHS } from "#src/lib/paths.ts";

export interface RuleSearch {
  /** `history` or `explain`. What it does otherwise. */
  tab?: string;
}

export const automationsScreens = [
  {
    path: PATHS.automation,
    parent: "email",
    label: "Automation",
    keywords: "overview failed",
    Icon: IconActivity,
    access: { to: "members", permission: "campaigns.send" },
    component: lazyRouteComponent(() => import("./ui/overview/AutomationPage.tsx"), "AutomationPage"),
  },
  {
    path: PATHS.rules,
    parent: "email",
    label: "Rules",
    keywords: "trigger workflow",
    Icon: IconBolt,
    validateSearch: (raw: RawSearch): OpenParam => parseOpenParam(raw),
    access: { to: "members", permission: "campaigns.send" },
    component: lazyRouteComponent(() => import("./ui/RulesPage.tsx"), "RulesPage"),
  },
  {
    path: PATHS.rule,
    parent: PATHS.rules,
    label: "Rule",
    validateSearch: (raw: RawSearch): RuleSearch => searchTexts(raw, ["tab"]),
    access: { to: "members", permission: "campaigns.send" },
    component: lazyRouteComponent(() => import("./ui/RulePage.tsx"), "RulePage"),
  },
] as const satisfies readonly Screen[];
