import { desc, eq } from "drizzle-orm";
import { user } from "#src/features/identity/accounts/tables.ts";
import { priceLists } from "#src/features/money/entitlements/tables.ts";
import { takeAdvisoryLock } from "#src/platform/db/advisory-locks.ts";
import type { Db } from "#src/platform/db/database.ts";

export type PriceListRow = typeof priceLists.$inferSelect;

/** Makes others who publish prices wait. */
export async function lockPriceLists(db: Db): Promise<void> {
  await takeAdvisoryLock(db, "price-lists");
}

export async function findLatestList(db: Db): Promise<PriceListRow | undefined> {
  const [row] = await db.select().from(priceLists).orderBy(desc(priceLists.number)).limit(1);
  return row;
}

export async function findList(db: Db, number: number): Promise<PriceListRow | undefined> {
  const [row] = await db.select().from(priceLists).where(eq(priceLists.number, number));
  return row;
}

/** Lists what staff published, newest first, with who did. */
export function listLists(db: Db) {
  return db
    .select({ list: priceLists, by: user.name })
    .from(priceLists)
    .leftJoin(user, eq(user.id, priceLists.made_by))
    .orderBy(desc(priceLists.number));
}

export async function insertList(db: Db, row: PriceListRow): Promise<void> {
  await db.insert(priceLists).values(row);
}
