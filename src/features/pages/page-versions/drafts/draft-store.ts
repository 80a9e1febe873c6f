import { and, eq, isNotNull, isNull, lt, or, sql } from "drizzle-orm";
import { clientProfiles } from "#src/features/pages/profiles/tables.ts";
import type { Db } from "#src/platform/db/database.ts";
import { pageDrafts } from "../tables.ts";

export type DraftRow = typeof pageDrafts.$inferSelect;

interface OfPage {
  account: string;
  /** The page's id, or its draft's. */
  profile_id: string;
}

const ofPage = ({ account, profile_id }: OfPage) =>
  and(
    eq(pageDrafts.user_id, account),
    or(eq(pageDrafts.profile_id, profile_id), eq(pageDrafts.draft_id, profile_id)),
  );

/** Finds what's known of a page's draft, and whether the page and the draft are both there. */
export async function findDraft(db: Db, key: OfPage) {
  const copy = sql<boolean>`exists (select 1 from ${clientProfiles} c where c.id = ${pageDrafts.draft_id}
    and c.draft_of = ${pageDrafts.profile_id} and c.deleted_at is null)`;
  const [found] = await db
    .select({ row: pageDrafts, has_copy: copy, page_name: clientProfiles.name })
    .from(pageDrafts)
    .innerJoin(
      clientProfiles,
      and(eq(clientProfiles.id, pageDrafts.profile_id), eq(clientProfiles.user_id, pageDrafts.user_id)),
    )
    .where(and(ofPage(key), isNull(clientProfiles.deleted_at)));
  return found;
}

/** Also that of a page in the trash. */
export async function findDraftRow(db: Db, key: OfPage): Promise<DraftRow | undefined> {
  const [row] = await db.select().from(pageDrafts).where(ofPage(key));
  return row;
}

export async function upsertDraft(db: Db, row: DraftRow): Promise<void> {
  await db.insert(pageDrafts).values(row).onConflictDoUpdate({ target: pageDrafts.profile_id, set: row });
}

export async function deleteDraft(db: Db, key: OfPage): Promise<void> {
  await db.delete(pageDrafts).where(ofPage(key));
}

/** The page's, or the one that it is, unless its page still waits to go back. */
export async function deleteDraftsWith(db: Db, profileId: string): Promise<void> {
  const asDraft = and(eq(pageDrafts.draft_id, profileId), isNull(pageDrafts.before));
  await db.delete(pageDrafts).where(or(eq(pageDrafts.profile_id, profileId), asDraft));
}

/** Those whose time has passed before `before`. */
export function listOverdue(db: Db, before: string): Promise<DraftRow[]> {
  const { publish_at, revert_at } = pageDrafts;
  return db
    .select()
    .from(pageDrafts)
    .where(or(lt(publish_at, before), and(isNotNull(pageDrafts.before), lt(revert_at, before))));
}
