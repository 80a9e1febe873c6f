import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import { arrayText, rowsAsJson } from "#src/platform/db/rows.ts";
import { NEWS_TOPIC } from "./rules.ts";
import type { ContactSettings } from "./settings-store.ts";
import type { ConsentRow, ContactRow } from "./store.ts";
import {
  contactConsents,
  contactSettings,
  contacts,
  contactTasks,
  emailHashOf,
  suppressions,
} from "./tables.ts";
import type { TaskRow } from "./task-store.ts";

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

/**
 * An export has only hashes of erased people, and they depend on its own account's id. Once one of these
 * addresses appears, its suppressions are converted to this account's hash. Call it before suppressions are
 * checked.
 */
export async function updateSuppressionHashes(
  db: Db,
  account: string,
  emails: readonly string[],
): Promise<void> {
  if (emails.length === 0) return;
  const own = emailHashOf(sql`${account}::text`, sql`g.email`);
  await db.execute(
    sql`update suppressions s set email_hash = ${own}
      from contact_settings k, unnest(k.former_accounts) f(id), unnest(${arrayText(emails)}::text[]) g(email)
      where k.user_id = ${account} and s.user_id = ${account}
        and s.email_hash = ${emailHashOf(sql`f.id`, sql`g.email`)}
        and not exists (select from suppressions o where o.user_id = ${account} and o.email_hash = ${own}
          and o.scope is not distinct from s.scope)`,
  );
}

/** Returns those of these hashes whose owners had themselves erased. */
export async function listErasedHashes(
  db: Db,
  account: string,
  hashes: readonly string[],
): Promise<Set<string>> {
  const { user_id, email_hash, reason, scope } = suppressions;
  const rows = await db
    .select({ email_hash })
    .from(suppressions)
    .where(
      and(
        ...[eq(user_id, account), inArray(email_hash, [...hashes])],
        ...[eq(reason, "erased"), sql`${scope} is null`],
      ),
    );
  return new Set(rows.map((row) => row.email_hash));
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

export async function insertTasks(db: Db, rows: readonly TaskRow[]): Promise<void> {
  if (rows.length > 0)
    await db.execute(
      sql`insert into ${contactTasks} ${rowsAsJson(contactTasks, rows)} on conflict do nothing`,
    );
}
