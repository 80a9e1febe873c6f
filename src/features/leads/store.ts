import {
  and,
  count,
  eq,
  getTableColumns,
  gte,
  inArray,
  isNull,
  lt,
  lte,
  notInArray,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { user } from "#src/features/accounts/tables.ts";
import type { DestinationRules } from "#src/features/links/page/destination.ts";
import { links } from "#src/features/links/tables.ts";
import { clientProfiles, IS_SHOWN } from "#src/features/profiles/tables.ts";
import { isId } from "#src/lib/endpoint.ts";
import type { Db } from "#src/platform/db/database.ts";
import {
  countRows,
  foundRows,
  isPartOf,
  type ListShape,
  type PageParts,
  type PageRequest,
  readPage,
  readPages,
  type Source,
  sortBy,
  sortByText,
} from "#src/platform/db/list.ts";
import {
  deleteRemovedOfProfile,
  purgeRemoved,
  type Removal,
  type Restoration,
  removeRows,
  restoreRows,
} from "#src/platform/db/undo.ts";
import type { LeadSort } from "./contract.ts";
import { fanLeads, leadText } from "./tables.ts";

export type LeadRow = typeof fanLeads.$inferSelect;

export async function findShownProfile(db: Db, id: string) {
  const p = alias(clientProfiles, "p");
  const u = alias(user, "u");
  const [row] = await db
    .select({ profile: p })
    .from(p)
    .innerJoin(u, eq(u.id, p.user_id))
    .where(and(eq(p.id, id), sql.raw(IS_SHOWN)));
  return row?.profile;
}

/** What a link of a page is called. */
export async function findOpenedLink(
  db: Db,
  { profileId, id }: { profileId: string; id: string },
): Promise<(DestinationRules & { title: string }) | undefined> {
  const { title, url, is_ab_test, link_a, link_b, ab_split_ratio } = links;
  const { geo_restrictions, geo_blocked_fallback_url } = links;
  const test = { is_ab_test, link_a, link_b, ab_split_ratio };
  const [link] = await db
    .select({ id: links.id, title, url, ...test, geo_restrictions, geo_blocked_fallback_url })
    .from(links)
    .where(and(eq(links.profile_id, profileId), eq(links.id, id)));
  return link;
}

/** False if the address is already on this profile's list, or the id is taken there. */
export async function insertLead(db: Db, lead: LeadRow): Promise<boolean> {
  const rows = await db.insert(fanLeads).values(lead).onConflictDoNothing().returning({ id: fanLeads.id });
  return rows.length === 1;
}

/** Leaves out addresses that are already on the list. Returns those it added. */
export async function insertLeads(db: Db, leads: LeadRow[]): Promise<LeadRow[]> {
  return db.insert(fanLeads).values(leads).onConflictDoNothing().returning();
}

export async function findLead(
  db: Db,
  { profileId, id }: { profileId: string; id: string },
): Promise<LeadRow | undefined> {
  const [row] = await db
    .select()
    .from(fanLeads)
    .where(and(eq(fanLeads.profile_id, profileId), eq(fanLeads.id, id)));
  return row;
}

/**
 * Records that this address's lead is being sent its download now. Does nothing if that last happened after
 * `before`.
 */
export async function updateDownloadSent(
  db: Db,
  lead: LeadRow,
  before: string,
): Promise<LeadRow | undefined> {
  const [row] = await db
    .update(fanLeads)
    .set({ download_sent_at: lead.download_sent_at })
    .where(
      and(
        eq(fanLeads.profile_id, lead.profile_id),
        eq(fanLeads.email, lead.email),
        or(isNull(fanLeads.download_sent_at), lte(fanLeads.download_sent_at, before)),
      ),
    )
    .returning();
  return row;
}

/** How many leads the account received in a span of time and, with `upTo`, no later than that one. */
export async function countLeads(
  db: Db,
  {
    account,
    from,
    until,
    upTo,
  }: { account: string; from: string; until: string; upTo?: Pick<LeadRow, "created_at" | "id"> },
): Promise<number> {
  const [row] = await db
    .select({ leads: count() })
    .from(fanLeads)
    .where(
      and(
        eq(fanLeads.user_id, account),
        gte(fanLeads.created_at, from),
        lt(fanLeads.created_at, until),
        upTo &&
          sql`(${fanLeads.created_at}, ${fanLeads.id}) <= (${upTo.created_at}::timestamptz, ${upTo.id}::uuid)`,
      ),
    );
  return row?.leads ?? 0;
}

export async function findProfileName(db: Db, id: string) {
  const [row] = await db
    .select({
      name: clientProfiles.name,
      username: clientProfiles.username,
      domain: clientProfiles.domain,
    })
    .from(clientProfiles)
    .where(eq(clientProfiles.id, id));
  return row;
}

export interface LeadFilter {
  account: string;
  /** The only profiles to look at, or null for all. */
  profileIds: readonly string[] | null;
  profileId?: string | undefined;
  /** Part of a name, an e-mail address, or a phone number. */
  words?: string | undefined;
  /** Only these leads. */
  ids?: readonly string[] | undefined;
  /** All but these leads. */
  except?: readonly string[] | undefined;
  /** Leads no newer than this. */
  until?: string | undefined;
}

/** Every number contains any shorter run of digits. */
const PHONE_DIGITS_MIN = 3;

function matching({
  account,
  profileIds,
  profileId,
  words = "",
  ids,
  except = [],
  until,
}: LeadFilter): SQL | undefined {
  return and(
    eq(fanLeads.user_id, account),
    profileIds === null ? undefined : inArray(fanLeads.profile_id, [...profileIds]),
    profileId === undefined ? undefined : eq(fanLeads.profile_id, profileId),
    words === "" ? undefined : containing(words),
    ids && inArray(fanLeads.id, ids.filter(isId)),
    except.length > 0 ? notInArray(fanLeads.id, except.filter(isId)) : undefined,
    until === undefined ? undefined : lte(fanLeads.created_at, until),
  );
}

function containing(words: string): SQL | undefined {
  const digits = words.replace(/\D/g, "");
  const isNumber = digits.length >= PHONE_DIGITS_MIN && !/[\p{L}@]/u.test(words);
  const text = leadText(fanLeads);
  // Finds a number in any notation.
  return or(isPartOf(text, words), isNumber ? isPartOf(text, digits) : undefined);
}

const LEAD_LIST: ListShape<LeadSort> = {
  sorts: {
    created_at: sortBy(fanLeads.created_at),
    name: sortByText(fanLeads.name),
    email: sortBy(fanLeads.email),
  },
  tie: [fanLeads.id, fanLeads.profile_id],
  usual: { sort: "created_at", order: "desc" },
};

/** A page of leads with their profiles' names, and how many there are in total. */
export async function listLeadRows(
  db: Db,
  filter: LeadFilter,
  page: { request: PageRequest<LeadSort>; rows: number },
) {
  const all = { from: fanLeads, where: matching(filter) };
  const counting = countRows(db, fanLeads, all.where);
  const isUsual = (page.request.sort ?? LEAD_LIST.usual.sort) === LEAD_LIST.usual.sort;
  const source = filter.words ? foundRows(all, { ...(await counting), isUsual }) : all;
  const [rows, counted] = await Promise.all([
    readPage({ shape: LEAD_LIST, ...page }, (parts) => leadRows(db, source, parts)),
    counting,
  ]);
  return { ...rows, ...counted };
}

/** All matching leads, in batches. */
export function listLeadBatches(db: Db, filter: LeadFilter, rows: number) {
  const source = { from: fanLeads, where: matching(filter) };
  return readPages({ shape: LEAD_LIST, rows, account: filter.account }, (parts) =>
    leadRows(db, source, parts),
  );
}

function leadRows(
  db: Db,
  { from, where }: Source<typeof fanLeads>,
  { key, after, orderBy, limit }: PageParts,
) {
  return db
    .select({
      ...getTableColumns(fanLeads),
      profile_name: sql<string>`coalesce(${clientProfiles.name}, '')`,
      key,
    })
    .from(from)
    .leftJoin(clientProfiles, eq(clientProfiles.id, fanLeads.profile_id))
    .where(and(where, after))
    .orderBy(...orderBy)
    .limit(limit);
}

/** The exact number of matches. */
export async function countExactly(db: Db, filter: LeadFilter): Promise<number> {
  const [row] = await db.select({ leads: count() }).from(fanLeads).where(matching(filter));
  return row?.leads ?? 0;
}

/** Returns their ids. */
export function deleteMatchingLeads(db: Db, filter: LeadFilter, removal: Removal): Promise<string[]> {
  return removeRows(db, fanLeads, { ...removal, where: matching(filter) });
}

export function insertRestoredLeads(db: Db, restoration: Restoration) {
  return restoreRows(db, fanLeads, restoration);
}

/** Returns what's left of the forgotten leads: account, id, and contact. */
export function purgeLeadRows(db: Db, before: string) {
  return purgeRemoved(db, fanLeads, { before, columns: ["contact_id"] });
}

/** Returns the lead's profile and contact, or nothing if the account has no such lead. */
export async function deleteLeadRow(
  db: Db,
  { id, ...filter }: LeadFilter & { id: string },
): Promise<{ profile_id: string; contact_id: string | null } | undefined> {
  const [row] = await db
    .delete(fanLeads)
    .where(and(matching(filter), eq(fanLeads.id, id)))
    .returning({ profile_id: fanLeads.profile_id, contact_id: fanLeads.contact_id });
  return row;
}

/** Returns their ids, including deleted leads that could still be restored. */
export async function deleteLeadsOf(db: Db, profileId: string): Promise<string[]> {
  const rows = await db
    .delete(fanLeads)
    .where(eq(fanLeads.profile_id, profileId))
    .returning({ id: fanLeads.id });
  return [...rows.map(({ id }) => id), ...(await deleteRemovedOfProfile(db, fanLeads, profileId))];
}
