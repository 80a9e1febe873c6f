import { and, eq, inArray, lt, sql } from "drizzle-orm";
import { emailHash } from "#src/features/audience/consent-records/email-hash.ts";
import { suppressions } from "#src/features/audience/consent-records/tables.ts";
import { contacts, formerContacts } from "#src/features/audience/contacts/tables.ts";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import { isAmong } from "#src/platform/db/rows.ts";
import { IGNORED_SUPPRESSION_REASONS } from "./rules.ts";
import { transactionalMails } from "./tables.ts";

export type MailRow = typeof transactionalMails.$inferSelect;

export interface MailKey {
  account: string;
  id: string;
}

const isIt = ({ account, id }: MailKey) =>
  and(eq(transactionalMails.user_id, account), eq(transactionalMails.id, id));

export async function insertMail(db: Db, row: typeof transactionalMails.$inferInsert): Promise<void> {
  await db.insert(transactionalMails).values(row);
}

export async function findMail(db: Db, key: MailKey): Promise<MailRow | undefined> {
  const [row] = await db.select().from(transactionalMails).where(isIt(key));
  return row;
}

/** Returns a person's e-mail by the provider's own id, even if they were erased since. */
export async function findMailIdInThread(
  db: Db,
  { account, email_hash, thread_id }: { account: string; email_hash: string; thread_id: string },
): Promise<string | undefined> {
  const { user_id, id, email_hash: hash, provider_id } = transactionalMails;
  const [row] = await db
    .select({ id })
    .from(transactionalMails)
    .where(and(eq(user_id, account), eq(hash, email_hash), eq(provider_id, thread_id)))
    .limit(1);
  return row?.id;
}

/** Locked until the transaction ends. */
export async function lockMail(db: Db, key: MailKey): Promise<MailRow | undefined> {
  const [row] = await db.select().from(transactionalMails).where(isIt(key)).for("update");
  return row;
}

export async function updateMail(db: Db, key: MailKey, changes: Partial<MailRow>): Promise<void> {
  await db.update(transactionalMails).set(changes).where(isIt(key));
}

/** Erases addresses of people whose contacts are gone, by the remaining hashes. */
export async function eraseAddresses(db: Db, account: string, ids: readonly string[]): Promise<void> {
  const hashes = db
    .select({ email_hash: formerContacts.email_hash })
    .from(formerContacts)
    .where(and(eq(formerContacts.user_id, account), isAmong(formerContacts.id, ids)));
  // Leased e-mail may be in a worker's hands, which checks once more before it sends.
  const waits = sql`(${transactionalMails.state} = 'pending'
    or ${transactionalMails.state} = 'leased' and ${transactionalMails.attempt_started_at} is null)`;
  await db
    .update(transactionalMails)
    .set({
      email: "",
      reply_to: "",
      outcome: "",
      subject: "",
      content: null,
      state: sql`case when ${waits} then 'skipped' else ${transactionalMails.state} end`,
    })
    .where(and(eq(transactionalMails.user_id, account), inArray(transactionalMails.email_hash, hashes)));
}

export async function findFan(db: Db, { account, email }: { account: string; email: string }) {
  const [row] = await db
    .select()
    .from(contacts)
    .where(and(eq(contacts.user_id, account), eq(contacts.email, email)));
  return row;
}

const lifted = sql.join(
  IGNORED_SUPPRESSION_REASONS.map((reason) => sql`${reason}`),
  sql`, `,
);

/** By hash, because nothing else is left of an erased person's address. */
export async function isSuppressed(
  db: Db,
  { account, email }: { account: string; email: string },
): Promise<boolean> {
  const rows = await db
    .select({ id: suppressions.id })
    .from(suppressions)
    .where(
      and(
        eq(suppressions.user_id, account),
        eq(suppressions.email_hash, emailHash(account, email)),
        sql`${suppressions.scope} is null and ${suppressions.reason} not in (${lifted})`,
      ),
    )
    .limit(1);
  return rows.length > 0;
}

/** Gives up what waits for a sending account that's gone. */
export async function updateOrphansAsFailed(
  db: Db,
  { account, mailbox_id, outcome }: { account: string; mailbox_id: string; outcome: string },
): Promise<void> {
  const { user_id, mailbox_id: through, state } = transactionalMails;
  await db
    .update(transactionalMails)
    .set({ state: "failed", outcome, content: null })
    .where(and(eq(user_id, account), eq(through, mailbox_id), eq(state, "pending")));
}

export function listDueMailboxes(db: Db, now: Date): Promise<{ account: string; mailbox_id: string }[]> {
  return rowsOf(
    db,
    sql`select distinct user_id as account, mailbox_id from ${transactionalMails}
      where state = 'pending' and due_at <= ${now.toISOString()}::timestamptz`,
  );
}

export async function deleteMailsBefore(db: Db, before: string): Promise<void> {
  await db.delete(transactionalMails).where(lt(transactionalMails.created_at, before));
}
