import { IconSend } from "@tabler/icons-react";
import { lazyRouteComponent } from "@tanstack/react-router";
import type { Screen } from "#src/kit/screen.ts";
import { type OpenParam, parseOpenParam, type RawSearch, searchTexts } from "#src/kit/search.ts";
import { PATHS } from "#src/lib/paths.ts";

export interface CampaignsSearch extends OpenParam {
  /** The campaign that's shown instead of the list. */
  campaign?: string;
  /** Shows a calendar instead of the list. */
  view?: string;
}

export const campaignsScreens = [
  {
    path: PATHS.campaigns,
    parent: "email",
    label: "Campaigns",
    keywords: "newsletter send e-mail email broadcast schedule blast",
    Icon: IconSend,
    isTab: true,
    validateSearch: (raw: RawSearch): CampaignsSearch => ({
      ...searchTexts(raw, ["campaign", "view"]),
      ...parseOpenParam(raw),
    }),
    access: { to: "members", permission: "mail.send" },
    component: lazyRouteComponent(() => import("./ui/CampaignsPage.tsx"), "CampaignsPage"),
  },
] as const satisfies readonly Screen[];
