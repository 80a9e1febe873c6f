import { index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { user } from "#src/features/identity/accounts/tables.ts";
import { isoTime } from "#src/platform/db/columns.ts";
import type { GrantKind } from "./rules.ts";

/** What staff gave accounts beyond their plan. */
export const staffGrants = pgTable(
  "staff_grants",
  {
    id: uuid().primaryKey(),
    account: text()
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    kind: text().$type<GrantKind>().notNull(),
    /** Slots or units. Null for what isn't counted. */
    quantity: integer(),
    reason: text().notNull(),
    /** Null if it has no end. */
    ends_at: isoTime(),
    /** The time when staff took it back. */
    ended_at: isoTime(),
    created_at: isoTime().notNull(),
  },
  (table) => [index("staff_grants_account").on(table.account, table.created_at)],
);
