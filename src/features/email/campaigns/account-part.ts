import type { AccountPart } from "#src/platform/account-data-registry.ts";
import { campaignSettings, firstCampaigns } from "./oversight-tables.ts";
import { restoreCampaigns } from "./restoration.ts";
import { CAMPAIGN_SNAPSHOT } from "./store.ts";
import { campaignSeries, campaigns } from "./tables.ts";

const SENT =
  "Campaigns that went out, and what came of them: they’re the other account’s. They’re in the file for reading.";

export const campaignsPart: AccountPart = {
  tables: [
    {
      table: campaigns,
      by: { account: campaigns.user_id },
      label: "Campaigns",
      exported: {
        as: "campaigns",
        id: campaigns.id,
        isLong: true,
        computed: { snapshot: CAMPAIGN_SNAPSHOT },
        without: ["user_id", "created_by", "approval_asked_by", "approved_by", "approved_hash"],
      },
    },
    {
      table: campaignSettings,
      by: { account: campaignSettings.user_id },
      exported: { as: "campaign-settings", id: campaignSettings.user_id, without: ["user_id"] },
    },
    {
      table: campaignSeries,
      by: { account: campaignSeries.user_id },
      exported: {
        as: "campaign-series",
        id: campaignSeries.id,
        without: ["user_id"],
        unrestored: "Repeating campaigns: nothing goes out by itself after an import. Schedule them again.",
      },
    },
    {
      table: firstCampaigns,
      by: { account: firstCampaigns.user_id },
      exported: { as: "first-campaign", id: firstCampaigns.id, without: ["user_id"], unrestored: SENT },
    },
  ],
  restore: restoreCampaigns,
  people: [campaigns.created_by, campaigns.approval_asked_by, campaigns.approved_by],
};
