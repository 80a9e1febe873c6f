import { asc, lt, sql } from "drizzle-orm";
import { addSeconds } from "#src/lib/time.ts";
import type { Db } from "#src/platform/db/database.ts";
import type { Door, DoorNews } from "#src/platform/observe/doors.ts";
import { nodes, outgoingDoors } from "../tables.ts";

export type NodeRow = typeof nodes.$inferSelect;

export async function upsertNode(db: Db, row: NodeRow, goneBefore: string): Promise<void> {
  await db.delete(nodes).where(lt(nodes.seen_at, goneBefore));
  await db.insert(nodes).values(row).onConflictDoUpdate({ target: nodes.id, set: row });
}

export async function deleteNode(db: Db, id: string): Promise<void> {
  await db.delete(nodes).where(sql`${nodes.id} = ${id}`);
}

export function listNodeRows(db: Db): Promise<NodeRow[]> {
  return db.select().from(nodes).orderBy(asc(nodes.name), asc(nodes.started_at));
}

export type DoorRow = typeof outgoingDoors.$inferSelect;

/** Another node's news may be newer. */
export async function upsertDoors(db: Db, news: readonly [Door, DoorNews][], now: Date): Promise<void> {
  const ago = (ms: number | undefined) => (ms === undefined ? null : addSeconds(now, -ms / 1000));
  const rows = news.map(([name, { succeeded, failed, failure = "" }]) => ({
    name,
    succeeded_at: ago(succeeded),
    failed_at: ago(failed),
    failure,
  }));
  if (rows.length === 0) return;
  const { succeeded_at, failed_at, failure } = outgoingDoors;
  await db
    .insert(outgoingDoors)
    .values(rows)
    .onConflictDoUpdate({
      target: outgoingDoors.name,
      set: {
        succeeded_at: sql`greatest(${succeeded_at}, excluded.succeeded_at)`,
        failed_at: sql`greatest(${failed_at}, excluded.failed_at)`,
        failure: sql`case when excluded.failed_at is null or excluded.failed_at < ${failed_at} then ${failure} else excluded.failure end`,
      },
    });
}

export function listDoorRows(db: Db): Promise<DoorRow[]> {
  return db.select().from(outgoingDoors);
}
