import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { Db } from "#src/platform/db/database.ts";
import { NEWS_TOPIC, STATUS_OF, SUPPRESSION_REASONS } from "./rules.ts";
import { contactConsents, contacts, contactTimeline, emailHashOf, suppressions } from "./tables.ts";

export type ContactRow = typeof contacts.$inferSelect;
export type ConsentRow = typeof contactConsents.$inferSelect;
export type TimelineRow = typeof contactTimeline.$inferSelect;

/**
 * Adds contacts who signed up, or completes those with the same address: what's known stays. The addresses
 * have to be distinct. Returns each address's id.
 */
export async function signUpRows(db: Db, rows: ContactRow[]): Promise<{ id: string; email: string }[]> {
  const mine = sql`contacts`;
  const its = (column: string) => sql.raw(`excluded.${column}`);
  return db
    .insert(contacts)
    .values(rows)
    .onConflictDoUpdate({
      target: [contacts.user_id, contacts.email],
      set: {
        name: sql`case when ${mine}.name = '' then ${its("name")} else ${mine}.name end`,
        phone: sql`coalesce(${mine}.phone, ${its("phone")})`,
        country: sql`case when ${mine}.country = 'UNKNOWN' then ${its("country")} else ${mine}.country end`,
        profile_ids: sql`case when ${its("profile_ids")} <@ ${mine}.profile_ids then ${mine}.profile_ids else ${mine}.profile_ids || ${its("profile_ids")} end`,
        first_touch: sql`coalesce(${mine}.first_touch, ${its("first_touch")})`,
        last_touch: its("last_touch"),
        updated_at: its("updated_at"),
      },
    })
    .returning({ id: contacts.id, email: contacts.email });
}

export async function findContactRow(
  db: Db,
  { account, id }: { account: string; id: string },
): Promise<ContactRow | undefined> {
  const [row] = await db
    .select()
    .from(contacts)
    .where(and(eq(contacts.user_id, account), eq(contacts.id, id)));
  return row;
}

export async function findContactByEmail(
  db: Db,
  { account, email }: { account: string; email: string },
): Promise<ContactRow | undefined> {
  const [row] = await db
    .select()
    .from(contacts)
    .where(and(eq(contacts.user_id, account), eq(contacts.email, email)));
  return row;
}

/** The newest proof replaces an older one, and ends an unsubscription. */
export async function giveConsents(db: Db, rows: ConsentRow[]): Promise<void> {
  const its = (column: string) => sql.raw(`excluded.${column}`);
  await db
    .insert(contactConsents)
    .values(rows)
    .onConflictDoUpdate({
      target: [contactConsents.user_id, contactConsents.contact_id, contactConsents.topic],
      set: {
        ...{ state: its("state"), text: its("text"), version: its("version"), method: its("method") },
        ...{ profile_id: its("profile_id"), given_at: its("given_at"), ended_at: null },
      },
    });
}

/** What contacts have decided since stays. */
export async function keepConsents(db: Db, rows: ConsentRow[]): Promise<void> {
  await db.insert(contactConsents).values(rows).onConflictDoNothing();
}

/** Ends what a contact agreed to: one topic, or with null all of them. */
export async function endConsents(
  db: Db,
  { account, id, topic, at }: { account: string; id: string; topic: string | null; at: string },
): Promise<void> {
  await db
    .update(contactConsents)
    .set({ state: "unsubscribed", ended_at: at })
    .where(
      and(
        eq(contactConsents.user_id, account),
        eq(contactConsents.contact_id, id),
        topic === null ? undefined : eq(contactConsents.topic, topic),
      ),
    );
}

export async function addToTimeline(db: Db, rows: TimelineRow[]): Promise<void> {
  await db.insert(contactTimeline).values(rows).onConflictDoNothing();
}

/** Why everything is suppressed, if it is. */
function whySuppressed(): SQL {
  return sql`(select s.reason from suppressions s where s.user_id = contacts.user_id and s.scope is null
    and s.email_hash = ${emailHashOf(contacts.user_id, contacts.email)})`;
}

/** Recomputes the status of contacts after a suppression or a consent has changed. */
export async function refreshStatus(db: Db, account: string, ids: readonly string[]): Promise<void> {
  const cases = SUPPRESSION_REASONS.map((reason) => sql`when ${reason} then ${STATUS_OF[reason]}`);
  await db
    .update(contacts)
    .set({
      status: sql`case ${whySuppressed()} ${sql.join(cases, sql` `)} else coalesce((
        select case when c.state = 'unconfirmed' then 'unconfirmed' when c.confirmed_at is not null then 'confirmed' end
        from contact_consents c where c.user_id = contacts.user_id and c.contact_id = contacts.id
          and c.topic = ${NEWS_TOPIC}), 'new') end`,
    })
    .where(and(eq(contacts.user_id, account), inArray(contacts.id, [...ids])));
}

export type SuppressionRow = typeof suppressions.$inferSelect;

/** Adds a suppression. One that's there keeps its reason, unless the new one is graver. Returns its id. */
export async function addSuppression(db: Db, row: SuppressionRow): Promise<string | undefined> {
  const rank = (reason: SQL) =>
    sql`array_position(${sql.raw(`array['${SUPPRESSION_REASONS.join("','")}']`)}, ${reason})`;
  const [added] = await db
    .insert(suppressions)
    .values(row)
    .onConflictDoUpdate({
      target: [suppressions.user_id, suppressions.email_hash, suppressions.scope],
      set: { reason: row.reason, note: row.note, campaign: row.campaign, created_at: row.created_at },
      setWhere: sql`${rank(sql`excluded.reason`)} < ${rank(sql`suppressions.reason`)}`,
    })
    .returning({ id: suppressions.id });
  return added?.id;
}

/** Lifts what's suppressed for everything, if for one of these reasons. Returns how many it lifted. */
export async function liftSuppressions(
  db: Db,
  { account, hashes, reasons }: { account: string; hashes: string[]; reasons: SuppressionRow["reason"][] },
): Promise<number> {
  const rows = await db
    .delete(suppressions)
    .where(
      and(
        eq(suppressions.user_id, account),
        inArray(suppressions.email_hash, hashes),
        inArray(suppressions.reason, reasons),
        isNull(suppressions.scope),
      ),
    )
    .returning({ id: suppressions.id });
  return rows.length;
}
