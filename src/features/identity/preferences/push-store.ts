import { and, asc, eq, gt, inArray, or } from "drizzle-orm";
import { session } from "#src/features/identity/accounts/tables.ts";
import type { Db } from "#src/platform/db/database.ts";
import { pushSubscriptions as devices } from "./tables.ts";

export type DeviceRow = typeof devices.$inferSelect;

/** Reachable devices are still signed in, and subscribed with the instance's current key. */
interface Reachable {
  key: string;
  now: Date;
}

const reachable = ({ key, now }: Reachable) => and(eq(devices.instance_key, key), gt(session.expiresAt, now));

export async function listDevices(db: Db, people: readonly string[], which: Reachable): Promise<DeviceRow[]> {
  if (people.length === 0) return [];
  const rows = await db
    .select({ device: devices })
    .from(devices)
    .innerJoin(session, eq(session.id, devices.session_id))
    .where(and(inArray(devices.user_id, [...people]), reachable(which)))
    .orderBy(asc(devices.created_at), asc(devices.id));
  return rows.map(({ device }) => device);
}

export async function findDevice(db: Db, id: string, which: Reachable): Promise<DeviceRow | undefined> {
  const [row] = await db
    .select({ device: devices })
    .from(devices)
    .innerJoin(session, eq(session.id, devices.session_id))
    .where(and(eq(devices.id, id), reachable(which)));
  return row?.device;
}

/** Adds a device, replacing this session's or this browser's earlier one. */
export async function upsertDevice(
  db: Db,
  row: typeof devices.$inferInsert,
  earlier: readonly string[],
): Promise<void> {
  const { session_id, endpoint } = row;
  await db
    .delete(devices)
    .where(or(eq(devices.session_id, session_id), inArray(devices.endpoint, [endpoint, ...earlier])));
  // Someone else may be adding the same browser right now.
  await db.insert(devices).values(row).onConflictDoUpdate({ target: devices.endpoint, set: row });
}

export async function deleteDevice(db: Db, { person, id }: { person: string; id: string }): Promise<boolean> {
  const gone = await db
    .delete(devices)
    .where(and(eq(devices.id, id), eq(devices.user_id, person)))
    .returning({ id: devices.id });
  return gone.length > 0;
}

export async function updateDeviceUsed(db: Db, id: string, last_used_at: string): Promise<void> {
  await db.update(devices).set({ last_used_at }).where(eq(devices.id, id));
}
