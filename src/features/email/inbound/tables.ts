import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { Security } from "#src/features/email/sending-accounts/rules.ts";
import { mailboxes } from "#src/features/email/sending-accounts/tables.ts";
import { isoTime } from "#src/platform/db/columns.ts";
import type { Provider } from "./provider-webhook-contract.ts";
import type { WebhookRejection } from "./provider-webhook-rules.ts";
import type { DeferredMessage, GmailCatchUp, InboxAuth } from "./rules.ts";

/** The inbox of a sending account, and the reading position in it. */
export const inboxes = pgTable(
  "inboxes",
  {
    user_id: text().notNull(),
    mailbox_id: uuid().notNull(),
    /** Empty for Gmail, which is read through its API. */
    host: text().notNull().default(""),
    port: integer().notNull().default(0),
    security: text().$type<Security>().notNull().default("tls"),
    username: text().notNull().default(""),
    /** `xoauth2`: with the sending account's own token. */
    auth: text().$type<InboxAuth>().notNull().default("plain"),
    /** The password, encrypted (`platform/crypto/vault.ts`). */
    secret: text(),
    /** The number of the last e-mail read, which is valid only with the server's UIDVALIDITY. */
    uid_validity: text(),
    last_uid: integer().notNull().default(0),
    history_id: text(),
    /** Set while everything since a time is read again, because Google has dropped that position. */
    catching_up: jsonb().$type<GmailCatchUp>(),
    put_aside: jsonb().$type<DeferredMessage[]>().notNull().default([]),
    /** The time of the next poll, and the number of consecutive failures. */
    due_at: isoTime().notNull(),
    failures: integer().notNull().default(0),
    checked_at: isoTime(),
    last_error: text().notNull().default(""),
    last_error_at: isoTime(),
    /** The worker that's reading, and the end of its claim. */
    claimed_by: uuid(),
    claimed_until: isoTime(),
    created_at: isoTime().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.mailbox_id] }),
    foreignKey({
      columns: [table.user_id, table.mailbox_id],
      foreignColumns: [mailboxes.user_id, mailboxes.id],
    }).onDelete("cascade"),
    index("inboxes_due").on(table.due_at),
  ],
);

/** The webhook through which a sending account's provider reports. */
export const mailHooks = pgTable(
  "mail_hooks",
  {
    user_id: text().notNull(),
    mailbox_id: uuid().notNull(),
    provider: text().$type<Provider>().notNull(),
    token_digest: text().notNull().unique(),
    /** The token, and the provider's signing key, encrypted (`platform/crypto/vault.ts`). */
    secret: text().notNull(),
    /** The times of the last valid and the last invalid request. */
    taken_at: isoTime(),
    refused_at: isoTime(),
    refusal: text().$type<WebhookRejection>(),
    created_at: isoTime().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.mailbox_id] }),
    foreignKey({
      columns: [table.user_id, table.mailbox_id],
      foreignColumns: [mailboxes.user_id, mailboxes.id],
    }).onDelete("cascade"),
  ],
);

/** Used signatures, of providers that sign only a token. */
export const mailHookTokens = pgTable(
  "mail_hook_tokens",
  {
    user_id: text().notNull(),
    mailbox_id: uuid().notNull(),
    id: uuid().notNull(),
    at: isoTime().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.mailbox_id, table.id] }),
    foreignKey({
      columns: [table.user_id, table.mailbox_id],
      foreignColumns: [mailHooks.user_id, mailHooks.mailbox_id],
    }).onDelete("cascade"),
    index("mail_hook_tokens_at").on(table.at),
  ],
);
