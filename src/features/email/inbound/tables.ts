import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { Security } from "#src/features/email/sending-accounts/rules.ts";
import { mailboxes } from "#src/features/email/sending-accounts/tables.ts";
import { isoTime } from "#src/platform/db/columns.ts";
import type { Provider } from "./provider-webhook-contract.ts";
import type { WebhookRejection } from "./provider-webhook-rules.ts";
import type { DeferredMessage, GmailCatchUp, InboxAuth } from "./rules.ts";

/** Where what's sent through a mailbox comes back to, and how far we've read there. */
export const inboxes = pgTable(
  "inboxes",
  {
    user_id: text().notNull(),
    mailbox_id: uuid().notNull(),
    /** Empty for Gmail, which is read by its API. */
    host: text().notNull().default(""),
    port: integer().notNull().default(0),
    security: text().$type<Security>().notNull().default("tls"),
    username: text().notNull().default(""),
    /** `xoauth2`: with the token that the sending account signs in with. */
    auth: text().$type<InboxAuth>().notNull().default("plain"),
    /** The password, sealed (`platform/crypto/vault.ts`). */
    secret: text(),
    /** The last e-mail read: its number, which means something only with the server's validity. */
    uid_validity: text(),
    last_uid: integer().notNull().default(0),
    /** Gmail's own place in what has happened. */
    history_id: text(),
    /** Set while we read again what came since a time, because Google has forgotten that place. */
    catching_up: jsonb().$type<GmailCatchUp>(),
    /** What Google didn't hand out yet. */
    put_aside: jsonb().$type<DeferredMessage[]>().notNull().default([]),
    /** When it's looked into next, and how often in a row that has failed. */
    due_at: isoTime().notNull(),
    failures: integer().notNull().default(0),
    checked_at: isoTime(),
    last_error: text().notNull().default(""),
    last_error_at: isoTime(),
    /** The worker that's reading, until when it may be. */
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

/** Where a mailbox's provider tells what became of its e-mail. */
export const mailHooks = pgTable(
  "mail_hooks",
  {
    user_id: text().notNull(),
    mailbox_id: uuid().notNull(),
    provider: text().$type<Provider>().notNull(),
    /** Of the token that its URL ends in. */
    token_digest: text().notNull().unique(),
    /** The token, and what its provider signs with, sealed (`platform/crypto/vault.ts`). */
    secret: text().notNull(),
    /** When something came that was right, and something that wasn't. */
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

/** Signatures that were used, of providers that sign nothing but a token. */
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
