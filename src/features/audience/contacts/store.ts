import { and, eq, gte, type SQL, sql } from "drizzle-orm";
import { NEWS_TOPIC, SUPPRESSION_REASONS } from "#src/features/audience/consent-records/rules.ts";
import { emailHashIn, emailHashOf } from "#src/features/audience/consent-records/tables.ts";
import { type Db, savepoint } from "#src/platform/db/database.ts";
import { sqlStateOf } from "#src/platform/db/retry.ts";
import { arrayText, isAmong, rowsAsJson } from "#src/platform/db/rows.ts";
import { STATUS_OF, type Status, type TimelineKind } from "./rules.ts";
import { contacts, contactTasks, contactTimeline, formerContacts } from "./tables.ts";

export type ContactRow = typeof contacts.$inferSelect;
export type TimelineRow = typeof contactTimeline.$inferSelect;

/** A contact after a sign-up, with the data that decides whether they may get e-mail now. */
interface SignedUp extends Pick<ContactRow, "id" | "email" | "status"> {
  /** True if the address is suppressed for everything, or may be, under another account's hash. */
  is_limited: boolean;
}

/**
 * Adds contacts who signed up, with distinct addresses, or completes existing ones: known values stay, and so
 * does the last sign-up if they're restored from an export.
 */
export async function upsertSignUps(
  db: Db,
  rows: ContactRow[],
  { isImport }: { isImport: boolean },
): Promise<SignedUp[]> {
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
        time_zone: sql`coalesce(${mine}.time_zone, ${its("time_zone")})`,
        country: sql`case when ${mine}.country = 'UNKNOWN' then ${its("country")} else ${mine}.country end`,
        profile_ids: sql`case when ${its("profile_ids")} <@ ${mine}.profile_ids then ${mine}.profile_ids else ${mine}.profile_ids || ${its("profile_ids")} end`,
        first_touch: sql`coalesce(${mine}.first_touch, ${its("first_touch")})`,
        last_touch: isImport ? sql`coalesce(${mine}.last_touch, ${its("last_touch")})` : its("last_touch"),
        updated_at: isImport ? sql`${mine}.updated_at` : its("updated_at"),
      },
    })
    .returning({ id: contacts.id, email: contacts.email, status: contacts.status, is_limited: IS_LIMITED });
}

const IS_LIMITED = sql<boolean>`exists (select from suppressions s where s.user_id = contacts.user_id and s.scope is null
    and s.email_hash = ${sql.raw(emailHashIn("contacts"))})
  or exists (select from contact_settings k where k.user_id = contacts.user_id and k.former_accounts <> '{}')`;

/** False if the address is taken. */
export async function insertContactRow(db: Db, row: ContactRow): Promise<boolean> {
  const rows = await db.insert(contacts).values(row).onConflictDoNothing().returning({ id: contacts.id });
  return rows.length === 1;
}

const UNIQUE_VIOLATION = "23505";

/** Undefined if another contact has the address. */
export async function updateContactRow(
  db: Db,
  { account, id }: { account: string; id: string },
  changes: Partial<ContactRow>,
): Promise<ContactRow | undefined> {
  const free =
    changes.email === undefined
      ? undefined
      : sql`not exists (select 1 from ${contacts} as o where o.user_id = ${account} and o.email = ${changes.email} and o.id <> ${id})`;
  // Two simultaneous changes to one address both find it free. The savepoint lets the loser's transaction
  // continue.
  try {
    return await savepoint(db, async (db) => {
      const [row] = await db
        .update(contacts)
        .set(changes)
        .where(and(eq(contacts.user_id, account), eq(contacts.id, id), free))
        .returning();
      return row;
    });
  } catch (error) {
    if (sqlStateOf(error) === UNIQUE_VIOLATION) return undefined;
    throw error;
  }
}

export async function deleteContactRow(
  db: Db,
  { account, id }: { account: string; id: string },
): Promise<void> {
  await db.delete(contacts).where(and(eq(contacts.user_id, account), eq(contacts.id, id)));
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

export function listContactsByEmail(
  db: Db,
  { account, emails }: { account: string; emails: readonly string[] },
): Promise<Pick<ContactRow, "id" | "email">[]> {
  return db
    .select({ id: contacts.id, email: contacts.email })
    .from(contacts)
    .where(and(eq(contacts.user_id, account), sql`${contacts.email} = any(${arrayText(emails)}::text[])`));
}

export async function insertTimelineEntries(db: Db, rows: TimelineRow[]): Promise<void> {
  if (rows.length === 0) return;
  const given = rowsAsJson(contactTimeline, rows);
  await db.execute(sql`insert into ${contactTimeline} ${given} on conflict do nothing`);
}

/** True if an event of a kind has happened to a contact since. */
export async function hasTimelineSince(
  db: Db,
  { account, id, kind, since }: { account: string; id: string; kind: TimelineKind; since: string },
): Promise<boolean> {
  const own = and(eq(contactTimeline.user_id, account), eq(contactTimeline.contact_id, id));
  const found = and(own, eq(contactTimeline.kind, kind), gte(contactTimeline.at, since));
  return (await db.$count(contactTimeline, found)) > 0;
}

/** Deletes the entries of an import that suppressed these contacts. */
export async function deleteSuppressedEntries(
  db: Db,
  { account, ids, import_id }: { account: string; ids: readonly string[]; import_id: string },
): Promise<void> {
  const { user_id, contact_id, kind, data } = contactTimeline;
  const own = and(eq(user_id, account), isAmong(contact_id, ids), eq(kind, "suppressed"));
  await db.delete(contactTimeline).where(and(own, sql`${data}->>'import_id' = ${import_id}`));
}

/** Deletes rows that mean nothing without the contacts' own. Returns the counts. */
export async function deleteTraces(db: Db, account: string, ids: readonly string[]) {
  const deleted = async (table: typeof contactTimeline | typeof contactTasks) => {
    const mine = and(eq(table.user_id, account), isAmong(table.contact_id, ids));
    return (await db.delete(table).where(mine).returning({ id: table.id })).length;
  };
  return { events: await deleted(contactTimeline), tasks: await deleted(contactTasks) };
}

export async function insertFormerContacts(
  db: Db,
  rows: (typeof formerContacts.$inferInsert)[],
): Promise<void> {
  if (rows.length === 0) return;
  const given = rowsAsJson(formerContacts, rows);
  await db.execute(sql`insert into ${formerContacts} ${given} on conflict do nothing`);
}

/** SQL for the reason of a suppression of everything, if any. */
function whySuppressed(): SQL {
  return sql`(select s.reason from suppressions s where s.user_id = contacts.user_id and s.scope is null
    and s.email_hash = ${emailHashOf(contacts.user_id, contacts.email)})`;
}

/**
 * Recomputes the status of contacts after a suppression or a consent has changed. Returns the new status of
 * the changed ones: rewriting an unchanged row costs as much as adding it, in every index.
 */
export async function updateStatuses(db: Db, account: string, ids: readonly string[]): Promise<Status[]> {
  if (ids.length === 0) return [];
  const cases = SUPPRESSION_REASONS.map((reason) => sql`when ${reason} then ${STATUS_OF[reason]}`);
  const status = sql<Status>`case ${whySuppressed()} ${sql.join(cases, sql` `)} else coalesce((
    select case when c.state = 'unconfirmed' then 'unconfirmed' when c.confirmed_at is not null then 'confirmed' end
    from contact_consents c where c.user_id = contacts.user_id and c.contact_id = contacts.id
      and c.topic = ${NEWS_TOPIC}), 'new') end`;
  const rows = await db
    .update(contacts)
    .set({ status })
    .where(
      and(
        eq(contacts.user_id, account),
        sql`${contacts.id} = any(${`{${ids.join(",")}}`}::uuid[])`,
        sql`${contacts.status} <> ${status}`,
      ),
    )
    .returning({ status: contacts.status });
  return rows.map(({ status }) => status);
}

/** Says that what this transaction changes about contacts doesn't happen to them, so that no rule starts by it (`migrations/`). */
export async function upsertQuiet(db: Db): Promise<void> {
  await db.execute(sql`select set_config('fanfare.is_quiet', 'on', true)`);
}
