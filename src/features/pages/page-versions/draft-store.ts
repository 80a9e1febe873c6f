import { and, eq, or } from "drizzle-orm";
import type { Db } from "#src/platform/db/database.ts";
import { pageDrafts } from "./tables.ts";

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

export async function findDraft(db: Db, key: OfPage): Promise<DraftRow | undefined> {
  const [row] = await db.select().from(pageDrafts).where(ofPage(key));
  return row;
}

export async function lockDraft(db: Db, key: OfPage): Promise<DraftRow | undefined> {
  const [row] = await db.select().from(pageDrafts).where(ofPage(key)).for("update");
  return row;
}

export async function upsertDraft(db: Db, row: DraftRow): Promise<void> {
  await db.insert(pageDrafts).values(row).onConflictDoUpdate({ target: pageDrafts.profile_id, set: row });
}

export async function deleteDraft(db: Db, key: OfPage): Promise<void> {
  await db.delete(pageDrafts).where(ofPage(key));
}

/** The page's, or the one that it is. */
export async function deleteDraftsWith(db: Db, profileId: string): Promise<void> {
  await db
    .delete(pageDrafts)
    .where(or(eq(pageDrafts.profile_id, profileId), eq(pageDrafts.draft_id, profileId)));
}
