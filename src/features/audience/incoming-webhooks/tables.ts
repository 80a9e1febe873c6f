import { boolean, foreignKey, index, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { user } from "#src/features/identity/accounts/tables.ts";
import { isoTime } from "#src/platform/db/columns.ts";
import type { FlatBody } from "./body-rules.ts";
import type { CallOutcome, CallRefusal } from "./rules.ts";

/** URLs that other programs send to. */
export const incomingWebhooks = pgTable(
  "incoming_webhooks",
  {
    /** The account. */
    user_id: text()
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    id: uuid().notNull(),
    name: text().notNull(),
    /** Only a hash, so that nobody finds the URL here. */
    token_hash: text().notNull().unique(),
    email_path: text().notNull(),
    name_path: text().notNull(),
    id_path: text().notNull(),
    adds_contacts: boolean().notNull(),
    /** What bodies are signed with, encrypted (`platform/crypto/vault.ts`). */
    secret: text(),
    last_received_at: isoTime(),
    refused_at: isoTime(),
    refusal: text().$type<CallRefusal>(),
    created_at: isoTime().notNull(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.id] })],
);

const webhook = (table: { user_id: never; webhook_id: never }) =>
  foreignKey({
    columns: [table.user_id, table.webhook_id],
    foreignColumns: [incomingWebhooks.user_id, incomingWebhooks.id],
  }).onDelete("cascade");

/** The last bodies of each, for looking at. */
export const incomingWebhookCalls = pgTable(
  "incoming_webhook_calls",
  {
    user_id: text().notNull(),
    webhook_id: uuid().notNull(),
    id: uuid().notNull(),
    received_at: isoTime().notNull(),
    outcome: text().$type<CallOutcome>().notNull(),
    contact_id: uuid(),
    body: jsonb().$type<FlatBody>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.webhook_id, table.id] }),
    webhook(table as never),
    index("incoming_webhook_calls_contact").on(table.user_id, table.contact_id),
    index("incoming_webhook_calls_age").on(table.received_at),
  ],
);

/** What came in already, so that its repetitions change nothing. */
export const incomingWebhookKeys = pgTable(
  "incoming_webhook_keys",
  {
    user_id: text().notNull(),
    webhook_id: uuid().notNull(),
    key_hash: text().notNull(),
    at: isoTime().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.webhook_id, table.key_hash] }),
    webhook(table as never),
    index("incoming_webhook_keys_age").on(table.at),
  ],
);
