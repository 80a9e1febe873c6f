import { and, eq, isNotNull, isNull, lt, or, sql } from "drizzle-orm";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import { twoFactor } from "../tables.ts";

export type TwoFactorRow = typeof twoFactor.$inferSelect;

/* What the columns are encrypted for. It stays bound to the person's id at the time. */
export const boundTo = (row: Pick<TwoFactorRow, "userId" | "boundTo">) => row.boundTo ?? row.userId;
export const totpSealPurpose = (userId: string) => `accounts.totp ${userId}`;
export const recoverySealPurpose = (userId: string) => `accounts.recovery ${userId}`;

/** Confirmed or not. */
export async function findTwoFactor(db: Db, userId: string): Promise<TwoFactorRow | undefined> {
  const [row] = await db.select().from(twoFactor).where(eq(twoFactor.userId, userId));
  return row;
}

/** Locks the row until the transaction ends, because a new SECRET reencrypts it at any time. */
export async function lockTwoFactor(db: Db, userId: string): Promise<TwoFactorRow | undefined> {
  const [row] = await db.select().from(twoFactor).where(eq(twoFactor.userId, userId)).for("update");
  return row;
}

/** Starts a setup, or starts it over. False if one has already been confirmed. */
export async function upsertTwoFactor(
  db: Db,
  row: Pick<TwoFactorRow, "userId" | "secret" | "trustFrom">,
): Promise<boolean> {
  const fresh = { secret: row.secret, trustFrom: row.trustFrom, lastStep: null, boundTo: null };
  const rows = await db
    .insert(twoFactor)
    .values({ ...row, recoveryCodes: [] })
    .onConflictDoUpdate({ target: twoFactor.userId, set: fresh, setWhere: isNull(twoFactor.confirmedAt) })
    .returning({ userId: twoFactor.userId });
  return rows.length > 0;
}

/** False if it's already confirmed, or the setup has been started over. */
export async function updateConfirmed(
  db: Db,
  {
    userId,
    secret,
    at,
    recoveryCodes,
  }: Pick<TwoFactorRow, "userId" | "secret" | "recoveryCodes"> & { at: Date },
): Promise<boolean> {
  const rows = await db
    .update(twoFactor)
    .set({ confirmedAt: at, trustFrom: at, recoveryCodes })
    .where(and(eq(twoFactor.userId, userId), eq(twoFactor.secret, secret), isNull(twoFactor.confirmedAt)))
    .returning({ userId: twoFactor.userId });
  return rows.length > 0;
}

/** False if a code from this period or a later one has already been used. */
export async function updateLastStep(db: Db, userId: string, step: number): Promise<boolean> {
  const rows = await db
    .update(twoFactor)
    .set({ lastStep: step })
    .where(and(eq(twoFactor.userId, userId), or(isNull(twoFactor.lastStep), lt(twoFactor.lastStep, step))))
    .returning({ userId: twoFactor.userId });
  return rows.length > 0;
}

/** Returns how many are left. Undefined if there's no such code. */
export async function deleteRecoveryCode(
  db: Db,
  userId: string,
  digest: string,
): Promise<number | undefined> {
  const [row] = await rowsOf<{ left: number }>(
    db,
    sql`update two_factors set recovery_codes = array_remove(recovery_codes, ${digest})
        where user_id = ${userId} and confirmed_at is not null and ${digest} = any(recovery_codes)
        returning cardinality(recovery_codes) as left`,
  );
  return row?.left;
}

/** False if two-step sign-in isn't on. */
export async function updateRecoveryCodes(db: Db, userId: string, digests: string[]): Promise<boolean> {
  const rows = await db
    .update(twoFactor)
    .set({ recoveryCodes: digests })
    .where(and(eq(twoFactor.userId, userId), isNotNull(twoFactor.confirmedAt)))
    .returning({ userId: twoFactor.userId });
  return rows.length > 0;
}

export async function updateTrustFrom(db: Db, userId: string, at: Date): Promise<void> {
  await db.update(twoFactor).set({ trustFrom: at }).where(eq(twoFactor.userId, userId));
}

/** False if two-step sign-in isn't on. */
export async function deleteTwoFactor(db: Db, userId: string): Promise<boolean> {
  const rows = await db
    .delete(twoFactor)
    .where(and(eq(twoFactor.userId, userId), isNotNull(twoFactor.confirmedAt)))
    .returning({ userId: twoFactor.userId });
  return rows.length > 0;
}
