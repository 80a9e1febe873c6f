import { and, asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import { arrayText, isAmong, rowsAsJson, textRows } from "#src/platform/db/rows.ts";
import { NEWS_TOPIC } from "./rules.ts";
import { contactConsents } from "./tables.ts";

export type ConsentRow = typeof contactConsents.$inferSelect;

export async function upsertConsents(db: Db, rows: ConsentRow[]): Promise<void> {
  if (rows.length === 0) return;
  const its = (column: string) => sql.raw(`excluded.${column}`);
  await db
    .insert(contactConsents)
    .values(rows)
    .onConflictDoUpdate({
      target: [contactConsents.user_id, contactConsents.contact_id, contactConsents.topic],
      set: {
        state: its("state"),
        text: its("text"),
        version: its("version"),
        method: its("method"),
        profile_id: its("profile_id"),
        given_at: its("given_at"),
        ended_at: null,
      },
      // Typing someone's address mustn't revert their confirmation.
      setWhere: sql`excluded.state <> 'unconfirmed' or ${contactConsents.state} <> 'confirmed'`,
    });
}

/** Records the confirmation of a sign-up. False if there's nothing to confirm. */
export async function updateConsentConfirmed(
  db: Db,
  { account, id, at }: { account: string; id: string; at: string },
): Promise<boolean> {
  const { user_id, contact_id, topic, state } = contactConsents;
  const rows = await db
    .update(contactConsents)
    .set({ state: "confirmed", confirmed_at: at })
    .where(
      and(...[eq(user_id, account), eq(contact_id, id), eq(topic, NEWS_TOPIC), eq(state, "unconfirmed")]),
    )
    .returning({ id: contactConsents.id });
  return rows.length === 1;
}

/** Contacts' later decisions stay. */
export function insertConsents(db: Db, rows: ConsentRow[]): Promise<Pick<ConsentRow, "contact_id" | "id">[]> {
  if (rows.length === 0) return Promise.resolve([]);
  const given = rowsAsJson(contactConsents, rows);
  return rowsOf(
    db,
    sql`insert into ${contactConsents} ${given} on conflict do nothing returning contact_id, id`,
  );
}

export function listConsents(
  db: Db,
  { account, id }: { account: string; id: string },
): Promise<ConsentRow[]> {
  return db
    .select()
    .from(contactConsents)
    .where(and(eq(contactConsents.user_id, account), eq(contactConsents.contact_id, id)))
    .orderBy(contactConsents.topic);
}

/** Ends consents to one topic, or with null to all of them. */
export async function updateConsentsEnded(
  db: Db,
  { account, ids, topic, at }: { account: string; ids: readonly string[]; topic: string | null; at: string },
): Promise<void> {
  await db
    .update(contactConsents)
    .set({ state: "unsubscribed", ended_at: at })
    .where(
      and(
        eq(contactConsents.user_id, account),
        inArray(contactConsents.contact_id, [...ids]),
        topic === null ? undefined : eq(contactConsents.topic, topic),
      ),
    );
}

export function listConsentsOfMany(db: Db, account: string, ids: readonly string[]): Promise<ConsentRow[]> {
  return db
    .select()
    .from(contactConsents)
    .where(
      and(
        eq(contactConsents.user_id, account),
        sql`${contactConsents.contact_id} = any(${arrayText(ids)}::uuid[])`,
      ),
    )
    .orderBy(asc(contactConsents.topic));
}

/** Deletes everything that these contacts agreed to. Returns the count. */
export async function deleteConsents(db: Db, account: string, ids: readonly string[]): Promise<number> {
  const { user_id, contact_id, id } = contactConsents;
  const mine = and(eq(user_id, account), isAmong(contact_id, ids));
  return (await db.delete(contactConsents).where(mine).returning({ id })).length;
}

/** Ends consents from before the contacts unsubscribed. */
export async function updateEarlierConsents(
  db: Db,
  rows: readonly Pick<ConsentRow, "user_id" | "contact_id" | "topic" | "ended_at">[],
): Promise<void> {
  if (rows.length === 0) return;
  const given: SQL = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as g(user_id text, contact_id uuid, topic text, ended_at timestamptz)`;
  await db.execute(
    sql`update contact_consents c set state = 'unsubscribed', ended_at = g.ended_at from ${given}
      where c.user_id = g.user_id and c.contact_id = g.contact_id and c.topic = g.topic
        and c.state <> 'unsubscribed' and c.given_at < g.ended_at`,
  );
}

/**
 * SQL for a statement that imports contacts: inserts the consents of those in `added` (`id`), with the times in
 * `given` (`id`, `agreed_at`, `confirmed_at`). A contact has at most one here, so it has the contact's id.
 */
export function importedConsents(
  account: string,
  { text, version }: Pick<ConsentRow, "text" | "version">,
): SQL {
  return sql`insert into contact_consents
      (user_id, contact_id, id, topic, state, text, version, method, given_at, confirmed_at)
    select ${account}, id, id, ${NEWS_TOPIC}, 'confirmed', ${text}, ${version}, 'import', g.agreed_at, g.confirmed_at
    from added join given g using (id)`;
}

/** SQL for the same statement: deletes the consents of contacts in `erased` (`id`). */
export function erasedConsents(account: string): SQL {
  return sql`delete from contact_consents where user_id = ${account} and contact_id in (select id from erased)`;
}

/** SQL for undoing it: deletes the consents that only it recorded, in `restored` (`id`, `agreed`). */
export function withdrawnConsents(account: string): SQL {
  return sql`delete from contact_consents o using restored r
    where o.user_id = ${account} and o.contact_id = r.id and o.id = r.agreed and o.state = 'confirmed'`;
}

export interface ConsentDates {
  /** The contact's id, which is also that of the consent. */
  id: string;
  signed_up_at: string | null;
  confirmed_at?: string | null;
}

/** Replaces the dates that an import recorded with older ones. */
export async function updateConsentDates(
  db: Db,
  account: string,
  rows: readonly ConsentDates[],
): Promise<void> {
  const given = textRows(rows, {
    id: ({ id }) => id,
    signed_up_at: (row) => row.signed_up_at,
    confirmed_at: (row) => row.confirmed_at ?? null,
  });
  await db.execute(sql`update contact_consents a
    set given_at = least(a.given_at, g.signed_up_at::timestamptz), confirmed_at = least(a.confirmed_at, g.confirmed_at::timestamptz)
    from ${given} where a.user_id = ${account} and a.id = g.id::uuid and a.contact_id = g.id::uuid and a.method = 'import'`);
}
