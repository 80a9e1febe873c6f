import { boolean, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { user } from "#src/features/identity/accounts/tables.ts";
import { isoTime } from "#src/platform/db/columns.ts";

/** Offers to become an account's owner: one at a time for each account. A response deletes it. */
export const handoverOffers = pgTable(
  "handover_offers",
  {
    account: text()
      .primaryKey()
      .references(() => user.id, { onDelete: "cascade" }),
    id: uuid().notNull(),
    user_id: text()
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    /** Set if the former owner stays on the team, as an admin. */
    is_staying: boolean().notNull(),
    created_at: isoTime().notNull(),
    expires_at: isoTime().notNull(),
  },
  (table) => [index("handover_offers_user").on(table.user_id)],
);
