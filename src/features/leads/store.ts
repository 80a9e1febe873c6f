import { and, count, desc, eq, gte, ilike, isNull, lt, lte, notExists, or, type SQL, sql } from "drizzle-orm";
import { user } from "#src/features/accounts/tables.ts";
import { clientProfiles } from "#src/features/profiles/tables.ts";
import type { Db } from "#src/platform/db/database.ts";
import { takeLock } from "#src/platform/db/locks.ts";
import { fanLeads } from "./tables.ts";

export type LeadRow = typeof fanLeads.$inferSelect;

/** A profile that visitors can see: active, not deleted, of an account that is there and not banned. */
export async function findOpenProfile(db: Db, id: string, now: string) {
  const [row] = await db
    .select({ profile: clientProfiles })
    .from(clientProfiles)
    .innerJoin(user, eq(user.id, clientProfiles.user_id))
    .where(
      and(
        eq(clientProfiles.id, id),
        eq(clientProfiles.status, "active"),
        sql`${clientProfiles.deleted_at} is null`,
        sql`(coalesce(${user.banned}, false) = false or ${user.banExpires} <= ${now})`,
      ),
    );
  return row?.profile;
}

/** False when the address is already on this profile's list, or the id is taken there. */
export async function insertLead(db: Db, lead: LeadRow): Promise<boolean> {
  const rows = await db.insert(fanLeads).values(lead).onConflictDoNothing().returning({ id: fanLeads.id });
  return rows.length === 1;
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

/** Notes that the lead of this address is sent its download now; nothing when that was after `before`. */
export async function noteDownloadSent(db: Db, lead: LeadRow, before: string): Promise<LeadRow | undefined> {
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

/** How many leads the account has got since `from` and, where it is given, before `until`. */
export async function countLeads(
  db: Db,
  { account, from, until }: { account: string; from: string; until?: string },
): Promise<number> {
  const [row] = await db
    .select({ leads: count() })
    .from(fanLeads)
    .where(
      and(
        eq(fanLeads.user_id, account),
        gte(fanLeads.created_at, from),
        until === undefined ? undefined : lt(fanLeads.created_at, until),
      ),
    );
  return row?.leads ?? 0;
}

/** Whoever counts an account's leads to say which one is theirs waits here in turn. */
export function lockCount(db: Db, account: string): Promise<void> {
  return takeLock(db, "leads", account);
}

/** Whom to tell about an account's leads. */
export async function findOwner(db: Db, account: string) {
  const [row] = await db
    .select({ email: user.email, email_verified: user.emailVerified })
    .from(user)
    .where(eq(user.id, account));
  return row;
}

export async function findProfileName(db: Db, id: string) {
  const [row] = await db
    .select({ name: clientProfiles.name, username: clientProfiles.username })
    .from(clientProfiles)
    .where(eq(clientProfiles.id, id));
  return row;
}

export interface LeadFilter {
  account: string;
  profileId?: string | undefined;
  /** Part of a name, an e-mail address or a phone number. */
  words?: string | undefined;
}

/** Fewer digits are in every number. */
const PHONE_DIGITS_MIN = 3;

function matching({ account, profileId, words = "" }: LeadFilter): SQL | undefined {
  return and(
    eq(fanLeads.user_id, account),
    profileId === undefined ? undefined : eq(fanLeads.profile_id, profileId),
    words === "" ? undefined : containing(words),
  );
}

function containing(words: string): SQL | undefined {
  const pattern = `%${words.replace(/[\\%_]/g, "\\$&")}%`;
  const digits = words.replace(/\D/g, "");
  const isNumber = digits.length >= PHONE_DIGITS_MIN && !/[\p{L}@]/u.test(words);
  return or(
    ilike(fanLeads.name, pattern),
    ilike(fanLeads.email, pattern),
    ilike(fanLeads.phone, pattern),
    // A number is found however it was written.
    isNumber ? sql`regexp_replace(${fanLeads.phone}, '[^0-9]', '', 'g') like ${`%${digits}%`}` : undefined,
  );
}

/** Where a page of the list begins: behind this lead. */
export interface LeadPosition {
  created_at: string;
  id: string;
}

interface PageOfLeads {
  after?: LeadPosition | undefined;
  limit: number;
}

/** Leads with their profile's name, newest first. */
export async function listLeadRows(db: Db, filter: LeadFilter, { after, limit }: PageOfLeads) {
  const rows = await db
    .select({ lead: fanLeads, profile_name: clientProfiles.name })
    .from(fanLeads)
    .leftJoin(clientProfiles, eq(clientProfiles.id, fanLeads.profile_id))
    .where(
      and(
        matching(filter),
        after &&
          sql`(${fanLeads.created_at}, ${fanLeads.id}) < (${after.created_at}::timestamptz, ${after.id}::uuid)`,
      ),
    )
    .orderBy(desc(fanLeads.created_at), desc(fanLeads.id))
    .limit(limit);
  return rows.map(({ lead, profile_name }) => ({ ...lead, profile_name: profile_name ?? "" }));
}

export async function countMatching(db: Db, filter: LeadFilter): Promise<number> {
  const [row] = await db.select({ leads: count() }).from(fanLeads).where(matching(filter));
  return row?.leads ?? 0;
}

/** False when the account has no such lead. */
export async function deleteLeadRow(
  db: Db,
  { account, id }: { account: string; id: string },
): Promise<boolean> {
  const rows = await db
    .delete(fanLeads)
    .where(and(eq(fanLeads.user_id, account), eq(fanLeads.id, id)))
    .returning({ id: fanLeads.id });
  return rows.length > 0;
}

/** Deletes leads whose profile is gone for good. */
export async function deleteOrphanLeads(db: Db): Promise<void> {
  await db
    .delete(fanLeads)
    .where(
      notExists(
        db
          .select({ id: clientProfiles.id })
          .from(clientProfiles)
          .where(eq(clientProfiles.id, fanLeads.profile_id)),
      ),
    );
}
