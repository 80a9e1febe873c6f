import { and, eq, gt, inArray, ne, notInArray, or, sql } from "drizzle-orm";
import { mailboxes } from "#src/features/email/sending-accounts/tables.ts";
import type { Db } from "#src/platform/db/database.ts";
import type { SenderAccount } from "./checks/checks.ts";
import { senderDomains } from "./tables.ts";

export type SenderDomainRow = typeof senderDomains.$inferSelect;

const COLUMNS = {
  id: mailboxes.id,
  user_id: mailboxes.user_id,
  kind: mailboxes.kind,
  from_address: mailboxes.from_address,
  host: mailboxes.host,
  port: mailboxes.port,
  security: mailboxes.security,
  dkim_key: mailboxes.dkim_key,
  dkim_domain: mailboxes.dkim_domain,
  dkim_selector: mailboxes.dkim_selector,
  dkim_public: mailboxes.dkim_public,
  dkim_next_selector: mailboxes.dkim_next_selector,
  dkim_next_public: mailboxes.dkim_next_public,
  is_read: sql<boolean>`exists (select from inboxes i where i.user_id = ${mailboxes}.user_id and i.mailbox_id = ${mailboxes}.id)`,
};

/** The instance's own address isn't any account's, and Gmail's is empty until Google has named it. */
const HAS_DOMAIN = and(ne(mailboxes.kind, "instance"), ne(mailboxes.from_address, ""));

/** Oldest first. */
export function listSenderAccounts(db: Db, account: string): Promise<SenderAccount[]> {
  return db
    .select(COLUMNS)
    .from(mailboxes)
    .where(and(eq(mailboxes.user_id, account), HAS_DOMAIN))
    .orderBy(mailboxes.created_at, mailboxes.id);
}

type Place = Pick<SenderAccount, "user_id" | "id" | "from_address">;

/** Returns the next sending accounts of everyone, in a stable order. */
export function listAllSenders(
  db: Db,
  { after, rows }: { after: Place | undefined; rows: number },
): Promise<Place[]> {
  const { user_id, id, from_address } = mailboxes;
  const isNext = after && or(gt(user_id, after.user_id), and(eq(user_id, after.user_id), gt(id, after.id)));
  return db
    .select({ user_id, id, from_address })
    .from(mailboxes)
    .where(and(HAS_DOMAIN, isNext))
    .orderBy(user_id, id)
    .limit(rows);
}

export function listSenderDomains(
  db: Db,
  account: string,
  hosts: readonly string[],
): Promise<SenderDomainRow[]> {
  if (hosts.length === 0) return Promise.resolve([]);
  const { user_id, host } = senderDomains;
  return db
    .select()
    .from(senderDomains)
    .where(and(eq(user_id, account), inArray(host, [...hosts])));
}

interface DomainKey {
  user_id: string;
  host: string;
}

/** Locks the row until the transaction ends, if there's one already. */
export async function lockSenderDomain(
  db: Db,
  { user_id, host }: DomainKey,
): Promise<SenderDomainRow | undefined> {
  const [row] = await db
    .select()
    .from(senderDomains)
    .where(and(eq(senderDomains.user_id, user_id), eq(senderDomains.host, host)))
    .for("update");
  return row;
}

export async function upsertSenderDomain(db: Db, row: SenderDomainRow): Promise<void> {
  const { checks, known, checked_at } = row;
  await db
    .insert(senderDomains)
    .values(row)
    .onConflictDoUpdate({
      target: [senderDomains.user_id, senderDomains.host],
      set: { checks, known, checked_at },
      // Of two checks at a time, the later one counts.
      setWhere: sql`${senderDomains.checked_at} <= excluded.checked_at`,
    });
}

/** Deletes what's known of domains that the account no longer sends from. */
export async function deleteOtherDomains(db: Db, account: string, hosts: readonly string[]): Promise<void> {
  const isOther = hosts.length === 0 ? undefined : notInArray(senderDomains.host, [...hosts]);
  await db.delete(senderDomains).where(and(eq(senderDomains.user_id, account), isOther));
}
