import { and, eq, gte, lt, notExists, sql } from "drizzle-orm";
import { user } from "#src/features/identity/accounts/tables.ts";
import type { OperationType } from "#src/lib/operation-types.ts";
import type { Db } from "#src/platform/db/database.ts";
import { egressTracking } from "./tables.ts";

export type EgressRow = typeof egressTracking.$inferInsert;

/** Rows left by an attempt whose response was lost stay as they are. */
export async function insertEgress(db: Db, rows: EgressRow[]): Promise<void> {
  await db.insert(egressTracking).values(rows).onConflictDoNothing();
}

export interface EgressSum {
  operation_type: OperationType;
  count: number;
  bytes_transferred: number;
  bytes_saved: number;
}

export function listEgressSums(
  db: Db,
  { account, from, to }: { account: string; from: string; to: string },
): Promise<EgressSum[]> {
  return db
    .select({
      operation_type: egressTracking.operation_type,
      count: sql<number>`sum((${egressTracking.metadata} ->> 'count')::bigint)::float8`,
      bytes_transferred: sql<number>`sum(${egressTracking.bytes_transferred})::float8`,
      bytes_saved: sql<number>`sum(${egressTracking.bytes_saved})::float8`,
    })
    .from(egressTracking)
    .where(
      and(
        eq(egressTracking.user_id, account),
        gte(egressTracking.created_at, from),
        lt(egressTracking.created_at, to),
      ),
    )
    .groupBy(egressTracking.operation_type)
    .orderBy(egressTracking.operation_type);
}

export async function deleteEgressBefore(db: Db, time: string): Promise<void> {
  await db.delete(egressTracking).where(lt(egressTracking.created_at, time));
}

/** Deletes figures that nodes had still collected about accounts erased in the meantime. */
export async function deleteEgressOfNobody(db: Db): Promise<void> {
  const owners = db.select({ id: user.id }).from(user).where(eq(user.id, egressTracking.user_id));
  await db.delete(egressTracking).where(notExists(owners));
}
