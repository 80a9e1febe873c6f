/* Tables for oversight: approvals, and reviews of accounts' first campaigns. */
import { index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { Snapshot } from "#src/features/email/delivery/send/snapshot.ts";
import { isoTime } from "#src/platform/db/columns.ts";
import { type FirstReview, LATE_MINUTES } from "./rules.ts";

export const campaignSettings = pgTable("campaign_settings", {
  user_id: text().primaryKey(),
  /** Campaigns to more people than this need the approval of a second person. */
  approval_above: integer(),
  /** The delay up to which campaigns still go out on their own. */
  late_minutes: integer().notNull().default(LATE_MINUTES),
});

/** Accounts' first campaigns, for staff to review: a copy, because their owners may delete them. */
export const firstCampaigns = pgTable(
  "first_campaigns",
  {
    user_id: text().primaryKey(),
    /**
     * The review's own id, because a campaign's id is chosen by its creator, and another account may already
     * have it.
     */
    id: uuid().notNull().defaultRandom(),
    campaign_id: uuid().notNull(),
    name: text().notNull().default(""),
    from_name: text().notNull().default(""),
    snapshot: jsonb().$type<Snapshot>(),
    recipients: integer().notNull().default(0),
    review: text().$type<FirstReview>().notNull().default("waiting"),
    created_at: isoTime().notNull(),
    reviewed_at: isoTime(),
  },
  (table) => [
    index("first_campaigns_newest").on(table.review, table.created_at, table.user_id),
    uniqueIndex("first_campaigns_id").on(table.id),
  ],
);
