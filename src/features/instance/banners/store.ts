import { and, desc, eq, gt, isNull, lte, or, sql } from "drizzle-orm";
import { user } from "#src/features/identity/accounts/tables.ts";
import { takeAdvisoryLock } from "#src/platform/db/advisory-locks.ts";
import type { Db } from "#src/platform/db/database.ts";
import { bannerDismissals, banners } from "./tables.ts";

export type BannerRow = typeof banners.$inferSelect;

const LISTED = {
  row: banners,
  by: user.name,
  dismissed: sql<number>`(select count(*)::int from ${bannerDismissals} d where d.banner_id = ${banners.id})`,
};

export function listBannerRows(db: Db, id?: string) {
  return db
    .select(LISTED)
    .from(banners)
    .leftJoin(user, eq(user.id, banners.updated_by))
    .where(id === undefined ? undefined : eq(banners.id, id))
    .orderBy(desc(banners.updated_at), desc(banners.id));
}

/** Those whose time it is, that this person hasn't dismissed, newest first. */
export function listOpenBanners(
  db: Db,
  { person, now }: { person: string; now: string },
): Promise<BannerRow[]> {
  return db
    .select()
    .from(banners)
    .where(
      and(
        or(isNull(banners.from_at), lte(banners.from_at, now)),
        or(isNull(banners.until_at), gt(banners.until_at, now)),
        sql`not exists (select from ${bannerDismissals} d where d.banner_id = ${banners.id} and d.user_id = ${person})`,
      ),
    )
    .orderBy(desc(banners.updated_at), desc(banners.id));
}

/** Makes others who change banners wait. */
export async function lockBanners(db: Db): Promise<void> {
  await takeAdvisoryLock(db, "banners");
}

export async function findBanner(db: Db, id: string): Promise<BannerRow | undefined> {
  const [row] = await db.select().from(banners).where(eq(banners.id, id));
  return row;
}

export async function countBanners(db: Db): Promise<number> {
  return db.$count(banners);
}

export async function upsertBanner(db: Db, row: typeof banners.$inferInsert): Promise<void> {
  await db.insert(banners).values(row).onConflictDoUpdate({ target: banners.id, set: row });
}

export async function deleteBanner(db: Db, id: string): Promise<void> {
  await db.delete(banners).where(eq(banners.id, id));
}

export async function insertDismissal(db: Db, row: typeof bannerDismissals.$inferInsert): Promise<void> {
  await db.insert(bannerDismissals).values(row).onConflictDoNothing();
}

export async function deleteDismissals(db: Db, id: string): Promise<void> {
  await db.delete(bannerDismissals).where(eq(bannerDismissals.banner_id, id));
}
