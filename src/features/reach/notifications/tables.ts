import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { user } from "#src/features/identity/accounts/tables.ts";
import { isoTime } from "#src/platform/db/columns.ts";

const person = () =>
  text()
    .notNull()
    .references(() => user.id, { onDelete: "cascade" });

/** What people have been told. Names aren't stored but looked up, so that what's deleted is gone here too. */
export const notifications = pgTable(
  "notifications",
  {
    id: uuid().primaryKey(),
    /** Who is told. */
    user_id: person(),
    /** Whose account it's about. People read it for as long as they may see such things there. */
    account: person(),
    /** See `rules.ts`. */
    kind: text().notNull(),
    /** The id of what it's about. */
    subject: text().notNull(),
    /** The person who did it, if one did. */
    actor: text(),
    profile_id: uuid(),
    /** What the sentence needs in addition to names, such as a role. */
    data: jsonb().$type<Record<string, unknown>>().notNull(),
    /** False if the person only wants to be told on their devices: then it isn't behind the bell. */
    in_app: boolean().notNull().default(true),
    /** How many of the same are in it. */
    count: integer().notNull().default(1),
    /** When the first and the last of them happened. */
    since: isoTime().notNull(),
    created_at: isoTime().notNull(),
    read_at: isoTime(),
  },
  (table) => [
    index("notifications_newest").on(table.user_id, table.created_at, table.id),
    index("notifications_unread").on(table.user_id).where(sql`${table.read_at} is null`),
    index("notifications_account").on(table.account),
    index("notifications_profile").on(table.profile_id),
    index("notifications_age").on(table.created_at),
  ],
);
