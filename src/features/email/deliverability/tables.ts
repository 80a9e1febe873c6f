import { jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { user } from "#src/features/identity/accounts/tables.ts";
import { isoTime } from "#src/platform/db/columns.ts";
import type { Check } from "./checks/checks-contract.ts";
import type { LastStates } from "./rules.ts";

/** What was last found about each domain that an account sends from. */
export const senderDomains = pgTable(
  "sender_domains",
  {
    user_id: text()
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    host: text().notNull(),
    checks: jsonb().$type<Check[]>().notNull(),
    /** Each check's state as people have been told. */
    known: jsonb().$type<LastStates>().notNull(),
    checked_at: isoTime().notNull(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.host] })],
);
