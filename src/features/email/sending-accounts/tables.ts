import { boolean, foreignKey, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { IS_CLOSED, user } from "#src/features/identity/accounts/tables.ts";
import { isoTime } from "#src/platform/db/columns.ts";
import type { LastDnsStates } from "./dkim-contract.ts";
import type { Auth, Counts, GmailPlan, MailboxKind, MailboxState, Security } from "./rules.ts";

/**
 * What an account sends e-mail through. Passwords, tokens, and keys are sealed
 * (`platform/crypto/vault.ts`).
 */
export const mailboxes = pgTable(
  "mailboxes",
  {
    /** The account. */
    user_id: text()
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    id: uuid().notNull(),
    kind: text().$type<MailboxKind>().notNull(),
    from_name: text().notNull(),
    /** Empty until Google has told us which one it is. */
    from_address: text().notNull(),
    reply_to: text().notNull().default(""),
    /** For the footer that laws ask for. */
    postal_address: text().notNull().default(""),
    /** When somebody proved that the address is theirs, and what's still open. */
    proven_at: isoTime(),
    code_digest: text(),
    code_expires_at: isoTime(),
    code_tries: integer().notNull().default(0),
    state: text().$type<MailboxState>().notNull(),
    state_since: isoTime().notNull(),
    /** Until when its server wants us to wait. */
    retry_at: isoTime(),
    last_error: text().notNull().default(""),
    last_error_at: isoTime(),
    /** When a test e-mail last went out. */
    tested_at: isoTime(),
    host: text().notNull().default(""),
    port: integer().notNull().default(0),
    security: text().$type<Security>().notNull().default("tls"),
    auth: text().$type<Auth>().notNull().default("plain"),
    username: text().notNull().default(""),
    /** A password, or for XOAUTH2 and Gmail a refresh token with what goes with it, as JSON. */
    secret: text(),
    /** Where XOAUTH2 gets its tokens, and as whom. */
    token_url: text().notNull().default(""),
    client_id: text().notNull().default(""),
    /** While somebody is at Google: the state that they come back with, who it is, and what only we know. */
    oauth_state: text(),
    oauth_by: text(),
    oauth_verifier: text(),
    oauth_expires_at: isoTime(),
    /** Whether we may read replies, which Google's person has to agree to. */
    reads_replies: boolean().notNull().default(false),
    /** Since when it's another Google account than before. Null: it has always been this one. */
    google_since: isoTime(),
    gmail_plan: text().$type<GmailPlan>().notNull().default("personal"),
    per_second: integer(),
    per_minute: integer(),
    per_hour: integer(),
    per_day: integer(),
    warm_up_since: isoTime(),
    /** What signs e-mail (RFC 6376): where its public key is found, and whether it has been. */
    dkim_domain: text().notNull().default(""),
    dkim_selector: text().notNull().default(""),
    dkim_public: text().notNull().default(""),
    dkim_key: text(),
    dkim_found_at: isoTime(),
    /** How each record was when it was last looked up. */
    dns_seen: jsonb().$type<LastDnsStates>(),
    /** Its successor, until its record is found. */
    dkim_next_selector: text().notNull().default(""),
    dkim_next_public: text().notNull().default(""),
    dkim_next_key: text(),
    created_at: isoTime().notNull(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.id] })],
);

/** How much each has sent lately. Apart, because every batch on every node changes it. */
export const mailboxUses = pgTable(
  "mailbox_uses",
  {
    user_id: text().notNull(),
    mailbox_id: uuid().notNull(),
    counts: jsonb().$type<Counts>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.mailbox_id] }),
    foreignKey({
      columns: [table.user_id, table.mailbox_id],
      foreignColumns: [mailboxes.user_id, mailboxes.id],
    }).onDelete("cascade"),
  ],
);

/** How much each has sent lately to those who receive for millions, and when the last of those that wait has its turn. */
export const mailboxReceivers = pgTable(
  "mailbox_receivers",
  {
    user_id: text().notNull(),
    mailbox_id: uuid().notNull(),
    receiver: text().notNull(),
    counts: jsonb().$type<Counts>().notNull(),
    last_turn: isoTime(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.mailbox_id, table.receiver] }),
    foreignKey({
      columns: [table.user_id, table.mailbox_id],
      foreignColumns: [mailboxes.user_id, mailboxes.id],
    }).onDelete("cascade"),
  ],
);

/** How much the whole instance has sent lately. One row, which is only used while there's a limit. */
export const instanceRates = pgTable("instance_rates", {
  name: text().primaryKey(),
  counts: jsonb().$type<Counts>().notNull(),
});

/** Accounts that are new to sending, and how much they've sent lately, over all their mailboxes. */
export const mailTrust = pgTable("mail_trust", {
  user_id: text()
    .primaryKey()
    .references(() => user.id, { onDelete: "cascade" }),
  counts: jsonb().$type<Counts>().notNull(),
  /** When its first e-mail went out, or the last one that its owner deleted the records of; and since when it's known. */
  since: isoTime().notNull(),
  trusted_at: isoTime(),
});

/** Accounts whose sending is stopped. The team's stop and the staff's are a row each: neither lifts the other's. */
export const sendingStops = pgTable(
  "sending_stops",
  {
    user_id: text().notNull(),
    by_staff: boolean().notNull().default(false),
    stopped_by: text().notNull(),
    stopped_at: isoTime().notNull(),
    /** What staff said when they stopped it. */
    staff_reason: text(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.by_staff] })],
);

/** SQL for whether nothing goes out for an account: its team or staff have stopped that, or it's closed. */
export const isSendingStopped = (account: string): string =>
  `(exists (select 1 from sending_stops s where s.user_id = ${account})
    or exists (select 1 from users u where u.id = ${account} and ${IS_CLOSED}))`;
