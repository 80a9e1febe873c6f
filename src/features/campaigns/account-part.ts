import type { AccountPart } from "#src/platform/account-part.ts";
import { mailClicks, mailOpens, mailRollups } from "./figure-tables.ts";
import { campaignSettings, firstCampaigns } from "./oversight-tables.ts";
import {
  campaignClicks,
  campaignReturns,
  campaignSeries,
  campaigns,
  deliveries,
  mailCaps,
} from "./tables.ts";

export const campaignsPart: AccountPart = {
  tables: [
    { table: campaignClicks, by: { account: campaignClicks.user_id } },
    { table: campaignReturns, by: { account: campaignReturns.user_id } },
    { table: mailOpens, by: { account: mailOpens.user_id } },
    { table: mailClicks, by: { account: mailClicks.user_id } },
    { table: deliveries, by: { account: deliveries.user_id } },
    {
      table: campaigns,
      by: { account: campaigns.user_id },
      label: "Campaigns",
      exported: {
        as: "campaigns",
        id: campaigns.id,
        without: ["user_id", "created_by", "approval_asked_by", "approved_by", "approved_hash"],
      },
    },
    { table: campaignSettings, by: { account: campaignSettings.user_id } },
    { table: campaignSeries, by: { account: campaignSeries.user_id } },
    { table: mailCaps, by: { account: mailCaps.user_id } },
    { table: mailRollups, by: { account: mailRollups.user_id } },
    {
      table: firstCampaigns,
      by: { account: firstCampaigns.user_id },
      exported: { as: "first-campaign", id: firstCampaigns.id, without: ["user_id"] },
    },
  ],
  people: [campaigns.created_by, campaigns.approval_asked_by, campaigns.approved_by],
};
