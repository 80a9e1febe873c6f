import { and, eq, inArray, sql } from "drizzle-orm";
import { NEWS_TOPIC } from "#src/features/audience/consent-records/rules.ts";
import { contactConsents } from "#src/features/audience/consent-records/tables.ts";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import { arrayText, rowsAsJson } from "#src/platform/db/rows.ts";
import type { ContactSettings } from "../fields/settings-store.ts";
import type { ContactRow } from "../store.ts";
import { contactSettings, contacts, contactTasks } from "../tables.ts";
import type { TaskRow } from "../tasks/task-store.ts";

export async function updateSettings(
  db: Db,
  account: string,
  settings: Omit<ContactSettings, "tags">,
): Promise<void> {
  await db.update(contactSettings).set(settings).where(eq(contactSettings.user_id, account));
}

/** Records the account whose hashes are among the suppressions from now on. */
export async function upsertFormerAccount(db: Db, account: string, former: string): Promise<void> {
  await db
    .insert(contactSettings)
    .values({ user_id: account, former_accounts: [former] })
    .onConflictDoUpdate({
      target: contactSettings.user_id,
      set: { former_accounts: sql`${contactSettings.former_accounts} || ${former}::text` },
      setWhere: sql`not ${former} = any(${contactSettings.former_accounts})`,
    });
}

/** Returns the times when contacts with these addresses last signed up themselves. */
export async function listOptInTimes(
  db: Db,
  account: string,
  emails: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .select({ email: contacts.email, at: contactConsents.given_at })
    .from(contacts)
    .innerJoin(
      contactConsents,
      and(eq(contactConsents.user_id, contacts.user_id), eq(contactConsents.contact_id, contacts.id)),
    )
    .where(
      and(
        ...[eq(contacts.user_id, account), sql`${contacts.email} = any(${arrayText(emails)}::text[])`],
        ...[eq(contactConsents.topic, NEWS_TOPIC), eq(contactConsents.state, "confirmed")],
        inArray(contactConsents.method, ["form", "link"]),
      ),
    );
  return new Map(rows.map(({ email, at }) => [email, at]));
}

/** Adds contacts with distinct new addresses. Returns the added ones. */
export async function insertContacts(db: Db, rows: readonly ContactRow[]): Promise<string[]> {
  if (rows.length === 0) return [];
  const added = await rowsOf<{ id: string }>(
    db,
    sql`insert into ${contacts} ${rowsAsJson(contacts, rows)} on conflict do nothing returning id`,
  );
  return added.map(({ id }) => id);
}

export async function insertTasks(db: Db, rows: readonly TaskRow[]): Promise<void> {
  if (rows.length > 0)
    await db.execute(
      sql`insert into ${contactTasks} ${rowsAsJson(contactTasks, rows)} on conflict do nothing`,
    );
}

/** Contacts of an account signed up on the pages that people with the same addresses have in another one, too. */
export async function updateContactPages(db: Db, { from, to }: { from: string; to: string }): Promise<void> {
  await db.execute(sql`update contacts c set profile_ids = c.profile_ids ||
      array(select p from unnest(s.profile_ids) p where not p = any(c.profile_ids))
    from contacts s where c.user_id = ${to} and s.user_id = ${from} and s.email = c.email
      and not s.profile_ids <@ c.profile_ids`);
}

/** Contacts of an account who haven't confirmed their sign-up in it, but in another one. `at` is when they did. */
export function listLateConfirmations(
  db: Db,
  { from, to }: { from: string; to: string },
): Promise<{ id: string; at: string }[]> {
  return rowsOf(
    db,
    sql`select c.id, theirs.confirmed_at as at from contact_consents theirs
      join contacts s on s.user_id = theirs.user_id and s.id = theirs.contact_id
      join contacts c on c.user_id = ${to} and c.email = s.email
      join contact_consents own on own.user_id = c.user_id and own.contact_id = c.id and own.topic = theirs.topic
      where theirs.user_id = ${from} and theirs.topic = ${NEWS_TOPIC} and theirs.state = 'confirmed'
        and theirs.confirmed_at is not null and own.state = 'unconfirmed'`,
  );
}
