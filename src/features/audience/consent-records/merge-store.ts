import { and, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "#src/platform/db/database.ts";
import { rowsAsJson } from "#src/platform/db/rows.ts";
import type { ConsentRow } from "./store.ts";
import type { SuppressionRow } from "./suppression-store.ts";
import { contactConsents, suppressions } from "./tables.ts";

export async function upsertMergedConsents(db: Db, rows: readonly ConsentRow[]): Promise<void> {
  for (const row of rows)
    await db
      .insert(contactConsents)
      .values(row)
      .onConflictDoUpdate({
        target: [contactConsents.user_id, contactConsents.contact_id, contactConsents.topic],
        set: row,
      });
}

export async function deleteConsent(
  db: Db,
  { account, id, topic }: { account: string; id: string; topic: string },
): Promise<void> {
  const { user_id, contact_id } = contactConsents;
  await db
    .delete(contactConsents)
    .where(and(eq(user_id, account), eq(contact_id, id), eq(contactConsents.topic, topic)));
}

interface OfAddress {
  account: string;
  email_hash: string;
}

export function listStoredSuppressions(
  db: Db,
  { account, email_hash }: OfAddress,
): Promise<SuppressionRow[]> {
  return db
    .select()
    .from(suppressions)
    .where(and(eq(suppressions.user_id, account), eq(suppressions.email_hash, email_hash)));
}

/** Lifts a merge's suppression, unless another one has been added since. */
export async function deleteMergedSuppression(
  db: Db,
  {
    account,
    email_hash,
    scope,
    at,
    before,
  }: OfAddress & Pick<SuppressionRow, "scope"> & { at: string; before: SuppressionRow | null },
): Promise<void> {
  const rows = await db
    .delete(suppressions)
    .where(
      and(
        eq(suppressions.user_id, account),
        eq(suppressions.email_hash, email_hash),
        scope === null ? isNull(suppressions.scope) : eq(suppressions.scope, scope),
        eq(suppressions.created_at, at),
      ),
    )
    .returning({ id: suppressions.id });
  if (rows.length > 0 && before)
    await db.execute(sql`insert into ${suppressions} ${rowsAsJson(suppressions, [before])}`);
}
