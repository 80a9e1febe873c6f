import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { isoTime } from "#src/platform/db/columns.ts";
import type { DomainState, ObservedDns } from "./rules.ts";

/** Domains that lead to profiles' pages. Until one is proven, any number of accounts may claim it. */
export const domains = pgTable(
  "domains",
  {
    id: uuid().primaryKey(),
    account: text().notNull(),
    profile_id: uuid().notNull(),
    /** In lowercase ASCII (Punycode), without a dot at the end. */
    host: text().notNull(),
    /** The registrable part: `example.co.uk` of `links.example.co.uk`. */
    zone: text().notNull(),
    /** The value for a TXT record that proves the account's ownership. */
    token: text().notNull(),
    state: text().$type<DomainState>().notNull().default("added"),
    /** Explains the state. Empty if there's nothing to add. */
    reason: text().notNull().default(""),
    /** The records found by the last check with a response, or null before the first. */
    seen: jsonb().$type<ObservedDns>(),
    /**
     * The number of checks since the state last changed or someone requested one, which decides the wait
     * before the next.
     */
    checks: integer().notNull().default(0),
    checked_at: isoTime(),
    /** Null once we've given up. */
    next_check_at: isoTime(),
    /** The time of this account's proof. Null for a claim. */
    verified_at: isoTime(),
    /** When it first worked over HTTPS. */
    active_at: isoTime(),
    /** The time when a domain that used to work stopped pointing here. */
    dangling_since: isoTime(),
    created_at: isoTime().notNull(),
  },
  (table) => [
    uniqueIndex("domains_account_host").on(table.account, table.host),
    uniqueIndex("domains_verified").on(table.host).where(sql`verified_at is not null`),
    index("domains_profile").on(table.profile_id),
    index("domains_due").on(table.next_check_at),
  ],
);

/**
 * The account that last proved ownership of a host, both as fingerprints. Outlives the domain, so that DNS
 * records left behind don't let another account in.
 */
export const domainProofs = pgTable("domain_proofs", {
  host_hash: text().primaryKey(),
  account_hash: text().notNull(),
});
