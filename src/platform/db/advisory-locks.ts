import { sql } from "drizzle-orm";
import type { Db } from "./database.ts";

const FIRST_NUMBER = 7_230_001;
/**
 * A lock's number is its position here, and nodes of other versions use it too. Add new ones at the end and
 * never remove any.
 */
const LOCKS = [
  "migrations",
  "usernames",
  "leads",
  "rollups",
  "keys",
  "webhooks",
  "price-lists",
  "team",
  "domains",
  "notifications",
  "referrals",
  "ways-in",
  "push-devices",
  "mailboxes",
  "returns",
  "files",
  "sending",
  "imports",
  "segments",
  "incoming-webhooks",
  "sequences",
  "automations",
  "link-names",
  "utm-templates",
  "reports",
  "theme-gallery",
  "instance-figures",
  "approvals",
  "link-targets",
  "settings",
  "instance-messages",
  "signal-lists",
  "broadcast-templates",
  "ways-out",
  "staff-keys",
  "legal-texts",
  "banners",
  "reply-templates",
  "features",
] as const;

const numberOf = (name: (typeof LOCKS)[number]) => FIRST_NUMBER + LOCKS.indexOf(name);

/** The statement that takes a lock, for connections that aren't Drizzle's. */
export function advisoryStatement(name: (typeof LOCKS)[number]): string {
  return `select pg_advisory_xact_lock(${numberOf(name)})`;
}

/**
 * Waits for an advisory lock and holds it until the transaction ends. With `key`, it only locks that account
 * or thing. Every lock in the product is in this list, so that none blocks unrelated work.
 */
export async function takeAdvisoryLock(db: Db, name: (typeof LOCKS)[number], key?: string): Promise<void> {
  const number = numberOf(name);
  await db.execute(
    key === undefined
      ? sql`select pg_advisory_xact_lock(${number})`
      : sql`select pg_advisory_xact_lock(${number}, hashtext(${key}))`,
  );
}
