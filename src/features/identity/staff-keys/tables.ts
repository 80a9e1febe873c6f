import { index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { user } from "#src/features/identity/accounts/tables.ts";
import type { StaffScope } from "#src/lib/access.ts";
import { isoTime } from "#src/platform/db/columns.ts";

/**
 * Keys with staff scopes. They're a person's, not an account's. A row doesn't reveal the key, because it's hashed
 * (SHA-256). One that's over stays for a while, so that the audit log can name it.
 */
export const staffKeys = pgTable(
  "staff_keys",
  {
    id: uuid().primaryKey(),
    /** A key's scopes are limited to what this person's role has. */
    made_by: text()
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    name: text().notNull(),
    /** The key's first characters, for people to recognize it. */
    start: text().notNull(),
    hash: text().notNull(),
    /** Hashes of the keys that it replaced, the last one first, which works until `old_until`. */
    replaced: text().array().notNull().default([]),
    old_until: isoTime(),
    scopes: text().array().$type<StaffScope[]>().notNull(),
    expires_at: isoTime().notNull(),
    /** Accurate to a minute. */
    used_at: isoTime(),
    /** The countries that it was used from. */
    countries: text().array().notNull().default([]),
    created_at: isoTime().notNull(),
    revoked_at: isoTime(),
    revoked_by: text().references(() => user.id, { onDelete: "set null" }),
    /** Empty if its maker revoked it without saying why. */
    revoked_why: text().notNull().default(""),
  },
  (table) => [
    uniqueIndex("staff_keys_hash").on(table.hash),
    index("staff_keys_replaced").using("gin", table.replaced),
    index("staff_keys_maker").on(table.made_by, table.created_at),
    index("staff_keys_revoker").on(table.revoked_by),
  ],
);
