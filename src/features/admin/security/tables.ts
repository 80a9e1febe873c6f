import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { isoTime } from "#src/platform/db/columns.ts";
import { INCIDENT_KINDS } from "./rules.ts";

/** What went wrong at the doors, added up by the hour. No IP address is in it, only the wider network. */
export const securityIncidents = pgTable(
  "security_incidents",
  {
    /** In the order in which they were first written. */
    id: uuid().primaryKey(),
    hour: isoTime().notNull(),
    kind: text({ enum: INCIDENT_KINDS }).notNull(),
    subject: text().notNull(),
    /** `203.0.113.0/24` or `2001:db8::/48`, or empty. */
    network: text().notNull(),
    country: text().notNull(),
    /** Whose account was meant. Empty if nobody's. */
    account: text().notNull(),
    /** True if it did that itself, and false if somebody only used its address. */
    is_own: boolean().notNull().default(false),
    count: integer().notNull(),
    first_at: isoTime().notNull(),
    last_at: isoTime().notNull(),
  },
  (table) => [
    uniqueIndex("security_incidents_hour").on(
      table.hour,
      table.kind,
      table.subject,
      table.network,
      table.account,
    ),
    index("security_incidents_kind").on(table.kind, table.id),
    index("security_incidents_network").on(table.network, table.id),
    index("security_incidents_country").on(table.country, table.id),
    index("security_incidents_account").on(table.account, table.id),
  ],
);
