import { boolean, foreignKey, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { IS_CLOSED, user } from "#src/features/identity/accounts/tables.ts";
import { isoTime } from "#src/platform/db/columns.ts";
import type { LastDnsStates } from "./dns/dkim-contract.ts";
import type { Auth, Counts, GmailPlan, MailboxKind, MailboxState, PauseReason, Security } from "./rules.ts";

/** Sending accounts. Passwords, tokens, and keys are encrypted (`platform/crypto/vault.ts`). */
export const mailboxes = pgTable(
  "mailboxes",
  {
    user_id: text()
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    id: uuid().notNull(),
    kind: text().$type<MailboxKind>().notNull(),
    from_name: text().notNull(),
    /** Empty until Google has provided it. */
    from_address: text().notNull(),
    reply_to: text().notNull().default(""),
    /** For the legally required footer. */
    postal_address: text().notNull().default(""),
    /** The time when someone verified the address, and the pending code. */
    proven_at: isoTime(),
    code_digest: text(),
    code_expires_at: isoTime(),
    code_tries: integer().notNull().default(0),
    state: text().$type<MailboxState>().notNull(),
    state_since: isoTime().notNull(),
    retry_at: isoTime(),
    last_error: text().notNull().default(""),
    last_error_at: isoTime(),
    /** The time of the last successful test e-mail. */
    tested_at: isoTime(),
    host: text().notNull().default(""),
    port: integer().notNull().default(0),
    security: text().$type<Security>().notNull().default("tls"),
    auth: text().$type<Auth>().notNull().default("plain"),
    username: text().notNull().default(""),
    /** A password, or for XOAUTH2 and Gmail a refresh token with its parameters, as JSON. */
    secret: text(),
    token_url: text().notNull().default(""),
    client_id: text().notNull().default(""),
    /** While someone is at Google: the state that they return with, the person, and the PKCE verifier. */
    oauth_state: text(),
    oauth_by: text(),
    oauth_verifier: text(),
    oauth_expires_at: isoTime(),
    /** Set if we may read replies, which requires consent at Google. */
    reads_replies: boolean().notNull().default(false),
    /** The time since it has been another Google account. Null if it has always been this one. */
    google_since: isoTime(),
    gmail_plan: text().$type<GmailPlan>().notNull().default("personal"),
    per_second: integer(),
    per_minute: integer(),
    per_hour: integer(),
    per_day: integer(),
    warm_up_since: isoTime(),
    /** The signing key (RFC 6376): the location of its public key, and whether it has been found. */
    dkim_domain: text().notNull().default(""),
    dkim_selector: text().notNull().default(""),
    dkim_public: text().notNull().default(""),
    dkim_key: text(),
    dkim_found_at: isoTime(),
    /** Each record's state in the last check. */
    dns_seen: jsonb().$type<LastDnsStates>(),
    /** Its successor, until its record is found. */
    dkim_next_selector: text().notNull().default(""),
    dkim_next_public: text().notNull().default(""),
    dkim_next_key: text(),
    created_at: isoTime().notNull(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.id] })],
);

/** What each has sent lately. A separate table, because every batch on every node changes it. */
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

/** What each has sent lately to throttled receivers, and the time of the last one waiting; receivers that are paused. */
export const mailboxReceivers = pgTable(
  "mailbox_receivers",
  {
    user_id: text().notNull(),
    mailbox_id: uuid().notNull(),
    receiver: text().notNull(),
    counts: jsonb().$type<Counts>().notNull(),
    last_turn: isoTime(),
    /** While nothing goes there: since when, and why. */
    paused_at: isoTime(),
    pause_reason: text().$type<PauseReason>(),
    resumed_at: isoTime(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.mailbox_id, table.receiver] }),
    foreignKey({
      columns: [table.user_id, table.mailbox_id],
      foreignColumns: [mailboxes.user_id, mailboxes.id],
    }).onDelete("cascade"),
  ],
);

/** What the whole instance has sent lately. One row, which is only used while there's a limit. */
export const instanceRates = pgTable("instance_rates", {
  name: text().primaryKey(),
  counts: jsonb().$type<Counts>().notNull(),
});

/** Accounts that are new to sending, and what they've sent lately, over all their sending accounts. */
export const mailTrust = pgTable("mail_trust", {
  user_id: text()
    .primaryKey()
    .references(() => user.id, { onDelete: "cascade" }),
  counts: jsonb().$type<Counts>().notNull(),
  /**
   * The time of its first e-mail, or of the last one whose records its owner deleted; and since when it's
   * established.
   */
  since: isoTime().notNull(),
  trusted_at: isoTime(),
});

/**
 * Accounts whose sending is stopped. The team's stop and the staff's are a row each: neither lifts the
 * other's.
 */
export const sendingStops = pgTable(
  "sending_stops",
  {
    user_id: text().notNull(),
    by_staff: boolean().notNull().default(false),
    stopped_by: text().notNull(),
    stopped_at: isoTime().notNull(),
    staff_reason: text(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.by_staff] })],
);

/** A SQL check whether nothing goes out for an account: its team or staff have stopped it, or it's closed. */
export const isSendingStopped = (account: string): string =>
  `(exists (select 1 from sending_stops s where s.user_id = ${account})
    or exists (select 1 from users u where u.id = ${account} and ${IS_CLOSED}))`;
