import { and, eq, inArray, sql } from "drizzle-orm";
import { emailHashOf } from "#src/features/audience/consent-records/tables.ts";
import type { Db } from "#src/platform/db/database.ts";
import { eraseRemovedWhere } from "#src/platform/db/undo.ts";
import type { ContactRow } from "./store.ts";
import { contacts, formerContacts } from "./tables.ts";

export function listContactsById(db: Db, id: string): Promise<ContactRow[]> {
  return db.select().from(contacts).where(eq(contacts.id, id));
}

export function listFormerById(db: Db, id: string) {
  return db.select().from(formerContacts).where(eq(formerContacts.id, id));
}

/** Returns the current owner of a former contact's address. */
export async function findContactByHash(
  db: Db,
  { account, email_hash }: { account: string; email_hash: string },
): Promise<ContactRow | undefined> {
  const hashed = emailHashOf(contacts.user_id, contacts.email);
  const [row] = await db
    .select()
    .from(contacts)
    .where(and(eq(contacts.user_id, account), sql`${hashed} = ${email_hash}`));
  return row;
}

/** Permanently deletes contacts with these addresses whose deletion could still be undone. Returns them. */
export function eraseDeletedByHash(db: Db, { account, hashes }: { account: string; hashes: string[] }) {
  const where = inArray(emailHashOf(sql`account`, sql`(fields->>'email')`), hashes);
  return eraseRemovedWhere(db, contacts, { account, where, columns: ["email"] });
}

export async function updateMailFrequency(
  db: Db,
  { account, id }: { account: string; id: string },
  mail_every_days: number | null,
): Promise<void> {
  await db
    .update(contacts)
    .set({ mail_every_days })
    .where(and(eq(contacts.user_id, account), eq(contacts.id, id)));
}

export async function updatePausedUntil(
  db: Db,
  { account, id }: { account: string; id: string },
  until: string | null,
): Promise<void> {
  await db
    .update(contacts)
    .set({ paused_until: until })
    .where(and(eq(contacts.user_id, account), eq(contacts.id, id)));
}
