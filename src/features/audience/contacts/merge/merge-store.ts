import { and, eq, getTableColumns, inArray, isNotNull, lt, type SQL, sql } from "drizzle-orm";
import type { SuppressionRow } from "#src/features/audience/consent-records/consent-records.ts";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import { isAmong } from "#src/platform/db/rows.ts";
import { type ContactRow, findContactRow } from "../store.ts";
import { contactMerges, contacts, contactTasks, formerContacts } from "../tables.ts";

export type MergeRow = typeof contactMerges.$inferSelect;
interface Key {
  account: string;
  id: string;
}

/** Locks the contacts until the transaction ends. */
export function lockContacts(db: Db, account: string, ids: readonly string[]): Promise<ContactRow[]> {
  return db
    .select()
    .from(contacts)
    .where(and(eq(contacts.user_id, account), inArray(contacts.id, [...ids])))
    .orderBy(contacts.id)
    .for("update");
}

export async function insertMerge(db: Db, row: MergeRow): Promise<void> {
  await db.insert(contactMerges).values(row);
}

const isIt = ({ account, id }: Key) => and(eq(contactMerges.user_id, account), eq(contactMerges.id, id));
const isInto = ({ account, id }: Key) =>
  and(eq(contactMerges.user_id, account), eq(contactMerges.kept_id, id));

/** Locks it until the transaction ends. */
export async function lockMerge(db: Db, key: Key): Promise<MergeRow | undefined> {
  const [row] = await db.select().from(contactMerges).where(isIt(key)).for("update");
  return row;
}

export async function deleteMerge(db: Db, key: Key): Promise<void> {
  await db.delete(contactMerges).where(isIt(key));
}

/** Lists a contact's merges that can still be undone, newest first. */
export function listMerges(db: Db, key: Key & { since: string }): Promise<MergeRow[]> {
  return db
    .select()
    .from(contactMerges)
    .where(and(isInto(key), isNotNull(contactMerges.undo), sql`${contactMerges.at} >= ${key.since}`))
    .orderBy(sql`${contactMerges.at} desc`, contactMerges.id);
}

/** Keeps only the ids of old merges. */
export async function purgeMergeUndo(db: Db, before: string): Promise<void> {
  await db
    .update(contactMerges)
    .set({ undo: null })
    .where(and(isNotNull(contactMerges.undo), lt(contactMerges.at, before)));
}

export async function listMergedIds(db: Db, account: string, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .select({ id: contactMerges.id })
    .from(contactMerges)
    .where(and(eq(contactMerges.user_id, account), isAmong(contactMerges.kept_id, ids)));
  return rows.map(({ id }) => id);
}

export async function findMergeRow(db: Db, key: Key): Promise<MergeRow | undefined> {
  const [row] = await db.select().from(contactMerges).where(isIt(key));
  return row;
}

export async function findMergedInto(db: Db, { account, id }: Key): Promise<ContactRow | undefined> {
  const [row] = await db
    .select(getTableColumns(contacts))
    .from(contactMerges)
    .innerJoin(
      contacts,
      and(eq(contacts.user_id, contactMerges.user_id), eq(contacts.id, contactMerges.kept_id)),
    )
    .where(isIt({ account, id }));
  return row;
}

/** Finds a contact by their id, or by one that they had before a merge. */
export async function findContact(db: Db, key: Key): Promise<ContactRow | undefined> {
  return (await findContactRow(db, key)) ?? (await findMergedInto(db, key));
}

/** Deletes merges into contacts that are gone for good. Returns the hashes of their addresses. */
export async function eraseMerges(db: Db, account: string, merged: readonly string[]): Promise<string[]> {
  await db
    .delete(contactMerges)
    .where(and(eq(contactMerges.user_id, account), isAmong(contactMerges.id, merged)));
  return listFormerHashes(db, account, merged);
}

export async function listFormerHashes(db: Db, account: string, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .select({ hash: formerContacts.email_hash })
    .from(formerContacts)
    .where(and(eq(formerContacts.user_id, account), isAmong(formerContacts.id, ids)));
  return rows.map(({ hash }) => hash);
}

/** Returns the hash of a former contact's address when they got an e-mail, maybe during their merge. */
export async function findFormerHash(
  db: Db,
  { account, id, sent_at }: Key & { sent_at: string | null },
): Promise<string | undefined> {
  const { user_id, email_hash, at } = formerContacts;
  const isTheirs = and(eq(user_id, account), eq(formerContacts.id, id));
  const rows = await db.select({ email_hash, at }).from(formerContacts).where(isTheirs).orderBy(at);
  return (rows.find(({ at }) => at >= (sent_at ?? "")) ?? rows.at(-1))?.email_hash;
}

/** Deletes the former address of a contact that's back. */
export async function deleteFormerContact(db: Db, { account, id, at }: Key & { at: string }): Promise<void> {
  const { user_id } = formerContacts;
  await db
    .delete(formerContacts)
    .where(and(eq(user_id, account), eq(formerContacts.id, id), eq(formerContacts.at, at)));
}

/**
 * Prevents restoring contacts that had one of these addresses when they were merged, because its current
 * owner is being erased. Returns their ids.
 */
export async function eraseMergeUndo(db: Db, account: string, hashes: readonly string[]): Promise<string[]> {
  const had = sql`exists (select from ${formerContacts} where ${formerContacts.user_id} = ${contactMerges.user_id}
    and ${formerContacts.id} = ${contactMerges.id} and ${isAmong(formerContacts.email_hash, hashes)})`;
  const rows = await db
    .update(contactMerges)
    .set({ undo: null })
    .where(and(eq(contactMerges.user_id, account), had))
    .returning({ id: contactMerges.id });
  return rows.map(({ id }) => id);
}

interface Move {
  account: string;
  from: string;
  to: string;
  /** Only these. */
  ids?: readonly string[];
}

export async function updateContactOfTasks(db: Db, { account, from, to, ids }: Move): Promise<string[]> {
  const { user_id, contact_id, id } = contactTasks;
  const rows = await db
    .update(contactTasks)
    .set({ contact_id: to })
    .where(and(eq(user_id, account), eq(contact_id, from), ids && inArray(id, [...ids])))
    .returning({ id });
  return rows.map(({ id }) => id);
}

export async function updateContactOfMerges(db: Db, { account, from, to, ids }: Move): Promise<string[]> {
  const rows = await db
    .update(contactMerges)
    .set({ kept_id: to })
    .where(and(isInto({ account, id: from }), ids && inArray(contactMerges.id, [...ids])))
    .returning({ id: contactMerges.id });
  return rows.map(({ id }) => id);
}

/** True if there are merges that can still be undone. */
export async function hasOpenMerges(db: Db, account: string): Promise<boolean> {
  const { user_id, undo } = contactMerges;
  return (await db.$count(contactMerges, and(eq(user_id, account), isNotNull(undo)))) > 0;
}

/**
 * Removes this suppression, and for a person's own wish the end of their consents, from merges' undo data. It
 * uses the same lock order as undoing a merge.
 */
export async function deleteFromMergeUndo(
  db: Db,
  row: Pick<SuppressionRow, "user_id" | "email_hash" | "email" | "scope" | "reason">,
): Promise<void> {
  const { user_id, email_hash, email, scope, reason } = row;
  const { undo, kept_id } = contactMerges;
  const kept = sql`${kept_id} in (select id from ${contacts} where user_id = ${user_id} and email = ${email})`;
  const without = (list: string, isIt: SQL) => sql`(select coalesce(jsonb_agg(one), '[]')
    from jsonb_array_elements(${undo}->${list}) one where (${isIt}) is not true)`;
  const isScope = sql`one->>'scope' is not distinct from ${scope}::text`;
  const isEnded = sql`${reason === "unsubscribe"}::boolean and ${kept} and one->>'topic' = coalesce(${scope}::text, one->>'topic')`;
  await db.execute(sql`update ${contactMerges} set undo = undo || jsonb_build_object(
      'suppressions', ${without("suppressions", isScope)}, 'consents', ${without("consents", isEnded)})
    where ${contactMerges.user_id} = ${user_id} and ${undo} is not null
      and (${kept} or ${undo}->'suppressions' @> ${JSON.stringify([{ email_hash }])}::jsonb)`);
}

const DIGITS_MIN = 7;
const GMAIL = sql`('gmail.com', 'googlemail.com')`;

/** SQL for an address as a provider reads it: without a tag after a plus sign, and at Gmail without dots. */
const INBOX = sql`case when split_part(email, '@', 2) in ${GMAIL} and split_part(email, '@', 3) = ''
  then replace(split_part(split_part(email, '@', 1), '+', 1), '.', '') || '@gmail.com'
  when email like '%+%@%' then split_part(email, '+', 1) || '@' || reverse(split_part(reverse(email), '@', 1))
  else email end`;

export interface DuplicateIds {
  kind: "address" | "phone";
  ids: string[];
}

/** Lists contacts with the same inbox or phone number, the largest groups first. */
export function listDuplicateIds(
  db: Db,
  {
    account,
    profileIds,
    groups,
    most,
  }: { account: string; profileIds: readonly string[] | null; groups: number; most: number },
): Promise<DuplicateIds[]> {
  const own = sql`contacts where user_id = ${account}
    ${profileIds === null ? sql`` : sql`and profile_ids <> '{}' and profile_ids <@ ${`{${profileIds.join(",")}}`}::uuid[]`}`;
  return rowsOf<DuplicateIds>(
    db,
    sql`select kind, (array_agg(id order by created_at, id))[1:${sql.raw(String(most))}] as ids from (
        select 'address' as kind, ${INBOX} as key, id, created_at from ${own}
        union all
        select 'phone' as kind, key, id, created_at from (
          select ltrim(regexp_replace(phone, '[^0-9]', '', 'g'), '0') as key, id, created_at from ${own} and phone is not null
        ) as numbers where length(key) >= ${DIGITS_MIN}
      ) as keyed group by kind, key having count(*) > 1 order by count(*) desc, kind, min(created_at), key limit ${groups}`,
  );
}
