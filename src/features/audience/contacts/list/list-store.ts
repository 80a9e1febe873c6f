import { and, count, eq, gte, inArray, sql } from "drizzle-orm";
import { emailHashOf, suppressions } from "#src/features/audience/consent-records/tables.ts";
import type { Db } from "#src/platform/db/database.ts";
import {
  countRows,
  type ListShape,
  type PageRequest,
  readPage,
  readPages,
  sortBy,
  sortByText,
} from "#src/platform/db/list.ts";
import { readFound, readRows } from "#src/platform/db/search-page.ts";
import {
  purgeRemoved,
  type Removal,
  type Restoration,
  recordBefore,
  removeRows,
  restoreRows,
  takeBefore,
} from "#src/platform/db/undo.ts";
import type { ContactSort } from "../contract.ts";
import { contacts } from "../tables.ts";
import { type ContactFilter, matching } from "./filter-store.ts";

const CONTACT_LIST: ListShape<ContactSort> = {
  sorts: {
    created_at: sortBy(contacts.created_at),
    name: sortByText(contacts.name),
    email: sortBy(contacts.email),
    stage_at: sortBy(contacts.stage_at),
    score: sortBy(contacts.score),
  },
  tie: [contacts.id],
  usual: { sort: "created_at", order: "desc" },
};

/** True if more than the account narrows the list down, so that its matches may be far apart. */
function isNarrow({ profileIds, condition }: ContactFilter): boolean {
  return profileIds !== null || Boolean(condition);
}

interface ContactPage {
  request: PageRequest<ContactSort>;
  rows: number;
}

export async function listContactRows(db: Db, filter: ContactFilter, page: ContactPage) {
  const all = { from: contacts, where: matching(filter) };
  if (isNarrow(filter)) return readFound(db, all, { shape: CONTACT_LIST, ...page });
  const [rows, counted] = await Promise.all([
    readPage({ shape: CONTACT_LIST, ...page }, (parts) => readRows(db, contacts, { source: all, parts })),
    countRows(db, contacts, all.where),
  ]);
  return { ...rows, ...counted };
}

export function listContactBatches(db: Db, filter: ContactFilter, rows: number) {
  const source = { from: contacts, where: matching(filter) };
  return readPages({ shape: CONTACT_LIST, rows, account: filter.account }, (parts) =>
    readRows(db, contacts, { source, parts }),
  );
}

export function listContactsOf(db: Db, account: string, ids: readonly string[]) {
  return db
    .select()
    .from(contacts)
    .where(and(eq(contacts.user_id, account), inArray(contacts.id, [...ids])));
}

export async function countExactly(db: Db, filter: ContactFilter): Promise<number> {
  const [row] = await db.select({ contacts: count() }).from(contacts).where(matching(filter));
  return row?.contacts ?? 0;
}

/** Returns their ids. */
export function deleteMatchingContacts(db: Db, filter: ContactFilter, removal: Removal): Promise<string[]> {
  return removeRows(db, contacts, { ...removal, where: matching(filter) });
}

/** Restores only the account's own contacts, because others may know the undo id. */
export function insertRestoredContacts(db: Db, restoration: Restoration) {
  return restoreRows(db, contacts, restoration);
}

export async function listSuppressedSince(
  db: Db,
  { account, since }: Pick<Restoration, "account" | "since">,
): Promise<string[]> {
  const rows = await db
    .select({ id: contacts.id })
    .from(suppressions)
    .innerJoin(
      contacts,
      and(
        eq(contacts.user_id, suppressions.user_id),
        eq(emailHashOf(contacts.user_id, contacts.email), suppressions.email_hash),
      ),
    )
    .where(and(eq(suppressions.user_id, account), gte(suppressions.created_at, since)));
  return rows.map(({ id }) => id);
}

/** Returns the remaining keys of the purged contacts: account, id, and address. */
export function purgeContactRows(db: Db, before: string) {
  return purgeRemoved(db, contacts, { before, columns: ["email"] });
}

export interface Tagging {
  tag: string;
  action: "add" | "remove";
}

/** Returns conditions for a tag's presence, and its change. */
function changeOf({ tag, action }: Tagging) {
  const has = sql`${contacts.tags} @> array[${tag}]::text[]`;
  return action === "add"
    ? { applies: sql`not ${has}`, tags: sql`array_append(${contacts.tags}, ${tag})` }
    : { applies: has, tags: sql`array_remove(${contacts.tags}, ${tag})` };
}

/** The name under which bulk tagging records its undo data. */
const TAGGED = "contacts.tags";

/** Returns the ids of those that changed. */
export async function updateTags(
  db: Db,
  filter: ContactFilter,
  { removal, ...tagging }: Tagging & { removal: Removal },
): Promise<string[]> {
  const { applies, tags } = changeOf(tagging);
  const rows = await db
    .update(contacts)
    .set({ tags, updated_at: removal.at })
    .where(and(matching(filter), applies))
    .returning({ id: contacts.id });
  await recordBefore(
    db,
    { ...removal, name: TAGGED },
    rows.map(({ id }) => ({ id, ...tagging })),
  );
  return rows.map(({ id }) => id);
}

export async function countTaggable(db: Db, filter: ContactFilter, tagging: Tagging): Promise<number> {
  const [row] = await db
    .select({ contacts: count() })
    .from(contacts)
    .where(and(matching(filter), changeOf(tagging).applies));
  return row?.contacts ?? 0;
}

/** Undoes some of a tagging's changes. Returns how many. */
export async function updateUndoneTags(db: Db, restoration: Restoration): Promise<number> {
  const changed = await takeBefore<Tagging & { id: string }>(db, TAGGED, restoration);
  for (const [action, rows] of Map.groupBy(changed, ({ action }) => action)) {
    const [{ tag } = { tag: "" }] = rows;
    const { applies, tags } = changeOf({ tag, action: action === "add" ? "remove" : "add" });
    const ids = rows.map(({ id }) => id);
    await db
      .update(contacts)
      .set({ tags })
      .where(and(eq(contacts.user_id, restoration.account), inArray(contacts.id, ids), applies));
  }
  return changed.length;
}

export function purgeTaggings(db: Db, before: string) {
  return purgeRemoved(db, TAGGED, { before });
}
