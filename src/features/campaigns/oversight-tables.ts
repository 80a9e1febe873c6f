/* What holds campaigns back or is looked at: who has to approve them, and new accounts' first ones. */
import { index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { isoTime } from "#src/platform/db/columns.ts";
import type { FirstReview } from "./rules.ts";

/** What an account has settled for its campaigns. */
export const campaignSettings = pgTable("campaign_settings", {
  user_id: text().primaryKey(),
  /** Campaigns to more people than this need the approval of a second person. */
  approval_above: integer(),
});

/** New accounts' first campaigns, for staff to look at. */
export const firstCampaigns = pgTable(
  "first_campaigns",
  {
    user_id: text().primaryKey(),
    campaign_id: uuid().notNull(),
    review: text().$type<FirstReview>().notNull().default("waiting"),
    created_at: isoTime().notNull(),
    reviewed_at: isoTime(),
  },
  (table) => [
    index("first_campaigns_newest").on(table.review, table.created_at, table.user_id),
    index("first_campaigns_campaign").on(table.campaign_id),
  ],
);
