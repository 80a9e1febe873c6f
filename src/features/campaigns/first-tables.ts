import { index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { isoTime } from "#src/platform/db/columns.ts";
import type { FirstReview } from "./rules.ts";

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
