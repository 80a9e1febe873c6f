import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { index, pgTable, primaryKey, text, unique, uuid } from "drizzle-orm/pg-core";
import { isoTime } from "#src/platform/db/columns.ts";
import { searchIndex } from "#src/platform/db/list.ts";
import { type ConsentMethod, type ConsentState, NEWS_TOPIC, type SuppressionReason } from "./rules.ts";

/**
 * SQL for the hash of an account's address in `suppressions`. Must match `emailHash` in `email-hash.ts`.
 * Written so that it can be indexed: `convert_to` can't, and a cast to bytes interprets backslashes.
 */
export function emailHashOf(account: SQLWrapper, email: SQLWrapper): SQL<string> {
  return sql`encode(sha256(replace(${account} || chr(10) || ${email}, chr(92), repeat(chr(92), 2))::bytea), 'hex')`;
}

/** For prepared statements. */
export function emailHashIn(alias: string): string {
  return `encode(sha256(replace(${alias}.user_id || chr(10) || ${alias}.email, chr(92), repeat(chr(92), 2))::bytea), 'hex')`;
}

/** A contact's consent to a topic, and its proof. */
export const contactConsents = pgTable(
  "contact_consents",
  {
    user_id: text().notNull(),
    contact_id: uuid().notNull(),
    id: uuid().notNull(),
    topic: text().notNull(),
    state: text().$type<ConsentState>().notNull(),
    /** The exact text that was shown, and its short hash. */
    text: text().notNull(),
    version: text().notNull(),
    method: text().$type<ConsentMethod>().notNull(),
    profile_id: uuid(),
    given_at: isoTime().notNull(),
    /** The time when the link in the confirmation e-mail was used. */
    confirmed_at: isoTime(),
    ended_at: isoTime(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.contact_id, table.topic] })],
);

/** Addresses that get no e-mail from an account, even if they're imported again. */
export const suppressions = pgTable(
  "suppressions",
  {
    user_id: text().notNull(),
    id: uuid().notNull(),
    email_hash: text().notNull(),
    /** Null once its owner was erased: the hash alone keeps them off the list. */
    email: text(),
    reason: text().$type<SuppressionReason>().notNull(),
    /** The person's own decision, under a reason that the team may lift. It applies again after that. */
    wish: text().$type<SuppressionReason>(),
    /** Null for everything, or a topic. */
    scope: text(),
    note: text(),
    /** The id of the campaign it came from. */
    campaign: text(),
    /** The import that it came from, until someone repeats it: undoing that import lifts it. */
    import_id: uuid(),
    created_at: isoTime().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.id] }),
    index("suppressions_import").on(table.import_id).where(sql`${table.import_id} is not null`),
    unique("suppressions_address").on(table.user_id, table.email_hash, table.scope).nullsNotDistinct(),
    index("suppressions_newest").on(table.user_id, table.created_at, table.id),
    searchIndex("suppressions_text", sql`(coalesce(${table.email}, ''))`),
  ],
);

/**
 * SQL for a contact's consent to a topic: their own for it, or else the one for news. For statements that
 * call the contacts `alias`; `topic` is SQL.
 */
export function consentIn(alias: string, topic: string): string {
  const stateOf = (of: string) => `(select s.state from contact_consents s where s.user_id = ${alias}.user_id
    and s.contact_id = ${alias}.id and s.topic = ${of})`;
  return `coalesce(${stateOf(topic)}, ${stateOf(`'${NEWS_TOPIC}'`)})`;
}
