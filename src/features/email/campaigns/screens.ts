import { IconSend } from "@tabler/icons-react";
import { lazyRouteComponent } from "@tanstack/react-router";
import type { Screen, Section } from "#src/kit/screen.ts";
import { type OpenParam, parseOpenParam, type RawSearch, searchTexts } from "#src/kit/search.ts";
import { PATHS } from "#src/lib/paths.ts";

export interface CampaignsSearch extends OpenParam {
  /** The campaign that's shown instead of the list. */
  campaign?: string;
  /** Shows a calendar instead of the list. */
  view?: string;
}

export const campaignsScreen = {
  path: PATHS.campaigns,
  label: "Campaigns",
  Icon: IconSend,
  access: { to: "members", permission: "mail.send" },
  validateSearch: (raw: RawSearch): CampaignsSearch => ({
    ...searchTexts(raw, ["campaign", "view"]),
    ...parseOpenParam(raw),
  }),
  component: lazyRouteComponent(() => import("./ui/CampaignsPage.tsx"), "CampaignsPage"),
} satisfies Screen;

export const firstCampaignsScreen = {
  path: PATHS.firstCampaigns,
  label: "First campaigns",
  access: { to: "staff", area: "moderation" },
  component: lazyRouteComponent(() => import("./ui/FirstCampaignsPage.tsx"), "FirstCampaignsPage"),
} satisfies Section;
