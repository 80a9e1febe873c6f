import type { AccountPart } from "#src/platform/account-data-registry.ts";
import { mailClicks, mailOpens, mailRollups } from "./figure-tables.ts";
import { campaignSettings, firstCampaigns } from "./oversight-tables.ts";
import { restoreCampaigns } from "./restoration.ts";
import {
  campaignClicks,
  campaignReturns,
  campaignSeries,
  campaigns,
  deliveries,
  mailCaps,
} from "./tables.ts";

const SENT =
  "Campaigns that went out, and what came of them: they’re the other account’s. They’re in the file for reading.";
const SUMS = "They’re sums of what’s exported.";
/** The delivery state that only this instance understands. */
const DELIVERY_STEPS = ["user_id", "worker", "leased_until", "handing_since", "provider_id", "looked_up_at"];

export const campaignsPart: AccountPart = {
  tables: [
    {
      table: campaignClicks,
      by: { account: campaignClicks.user_id },
      exported: { as: "campaign-clicks", id: campaignClicks.id, without: ["user_id"], unrestored: SENT },
    },
    {
      table: campaignReturns,
      by: { account: campaignReturns.user_id },
      exported: { as: "campaign-returns", id: campaignReturns.id, without: ["user_id"], unrestored: SENT },
    },
    { table: mailOpens, by: { account: mailOpens.user_id }, unexported: SUMS },
    { table: mailClicks, by: { account: mailClicks.user_id }, unexported: SUMS },
    {
      table: deliveries,
      by: { account: deliveries.user_id },
      exported: {
        as: "campaign-recipients",
        id: deliveries.campaign_id,
        tie: deliveries.contact_id,
        without: DELIVERY_STEPS,
        unrestored: SENT,
      },
    },
    {
      table: campaigns,
      by: { account: campaigns.user_id },
      label: "Campaigns",
      exported: {
        as: "campaigns",
        id: campaigns.id,
        isLong: true,
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
      table: mailCaps,
      by: { account: mailCaps.user_id },
      exported: { as: "mail-limits", id: mailCaps.user_id, without: ["user_id"] },
    },
    { table: mailRollups, by: { account: mailRollups.user_id }, unexported: SUMS },
    {
      table: firstCampaigns,
      by: { account: firstCampaigns.user_id },
      exported: { as: "first-campaign", id: firstCampaigns.id, without: ["user_id"], unrestored: SENT },
    },
  ],
  restore: restoreCampaigns,
  people: [campaigns.created_by, campaigns.approval_asked_by, campaigns.approved_by],
};
