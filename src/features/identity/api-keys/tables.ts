import { index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { user } from "#src/features/identity/accounts/tables.ts";
import type { Permission } from "#src/lib/access.ts";
import { isoTime } from "#src/platform/db/columns.ts";

const person = () =>
  text()
    .notNull()
    .references(() => user.id, { onDelete: "cascade" });

/** API keys. A row doesn't reveal the key, because it's hashed (SHA-256). */
export const apiKeys = pgTable(
  "api_keys",
  {
    id: uuid().primaryKey(),
    account: person(),
    /** A key's permissions are limited to this person's. */
    made_by: person(),
    name: text().notNull(),
    /** The key's first characters, for people to recognize it. */
    start: text().notNull(),
    hash: text().notNull(),
    /** The replaced key, and the end of its overlap. */
    old_hash: text(),
    old_until: isoTime(),
    scopes: text().array().$type<Permission[]>().notNull(),
    /** The only profiles that it can access, or null for all of them. */
    profile_ids: uuid().array(),
    expires_at: isoTime(),
    /** Accurate to a minute. */
    used_at: isoTime(),
    created_at: isoTime().notNull(),
  },
  (table) => [
    uniqueIndex("api_keys_hash").on(table.hash),
    index("api_keys_old_hash").on(table.old_hash),
    index("api_keys_account").on(table.account),
  ],
);

/** Keys that were revoked or replaced, so that programs which still use them learn why they don't work. */
export const endedKeys = pgTable(
  "ended_keys",
  {
    hash: text().primaryKey(),
    account: person(),
    ended_because: text().$type<"revoked" | "replaced">().notNull(),
    ended_at: isoTime().notNull(),
  },
  (table) => [index("ended_keys_account").on(table.account, table.ended_at)],
);
