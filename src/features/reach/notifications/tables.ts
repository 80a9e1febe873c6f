import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { user } from "#src/features/identity/accounts/tables.ts";
import { isoTime } from "#src/platform/db/columns.ts";
import { OPENED_ON } from "./rules.ts";

const person = () =>
  text()
    .notNull()
    .references(() => user.id, { onDelete: "cascade" });

/** Names aren't stored but looked up, so that erased data is gone here too. */
export const notifications = pgTable(
  "notifications",
  {
    id: uuid().primaryKey(),
    user_id: person(),
    /** The account that it's about. People can read it for as long as they have permission there. */
    account: person(),
    /** See `rules.ts`. */
    kind: text().notNull(),
    /** The id of its subject. */
    subject: text().notNull(),
    actor: text(),
    profile_id: uuid(),
    /** Values for the sentence in addition to names, such as a role. */
    data: jsonb().$type<Record<string, unknown>>().notNull(),
    /** False if the person wants it only on their devices, so that it isn't behind the bell. */
    in_app: boolean().notNull().default(true),
    count: integer().notNull().default(1),
    /** The times of the first and the last event in it. */
    since: isoTime().notNull(),
    created_at: isoTime().notNull(),
    read_at: isoTime(),
    /** Where its reader opened its subject from. Null if they only marked it as read. */
    opened_on: text({ enum: OPENED_ON }),
  },
  (table) => [
    index("notifications_newest").on(table.user_id, table.created_at, table.id),
    index("notifications_unread").on(table.user_id).where(sql`${table.read_at} is null`),
    index("notifications_account").on(table.account),
    index("notifications_profile").on(table.profile_id),
    index("notifications_age").on(table.created_at),
  ],
);
