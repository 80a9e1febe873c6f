import { and, desc, eq, sql } from "drizzle-orm";
import { user } from "#src/features/identity/accounts/tables.ts";
import { INSTANCE } from "#src/lib/event.ts";
import { takeAdvisoryLock } from "#src/platform/db/advisory-locks.ts";
import type { Db } from "#src/platform/db/database.ts";
import { events, settings } from "#src/platform/tables.ts";
import { settingChanged } from "./events.ts";

/** Makes others who change settings wait, those that still have their defaults included. */
export async function lockSettings(db: Db): Promise<void> {
  await takeAdvisoryLock(db, "settings");
}

/** Returns what was chosen, by setting name. */
export async function listSettingTexts(db: Db): Promise<ReadonlyMap<string, string>> {
  const rows = await db.select().from(settings);
  return new Map(rows.map(({ name, value }) => [name, value]));
}

export async function upsertSetting(db: Db, row: typeof settings.$inferInsert): Promise<void> {
  await db.insert(settings).values(row).onConflictDoUpdate({ target: settings.name, set: row });
}

export async function deleteSetting(db: Db, name: string): Promise<void> {
  await db.delete(settings).where(eq(settings.name, name));
}

const actorId = sql`${events.actor}->>'id'`;
const isChange = and(eq(events.account, INSTANCE), eq(events.name, settingChanged.name));

const CHANGE = {
  id: events.id,
  name: events.subject,
  at: events.time,
  by: user.name,
  payload: sql<{ before?: string | null; after?: string | null; reason?: string }>`${events.payload}`,
};

/** Returns the latest change of each setting. */
export function listLatestChanges(db: Db) {
  return db
    .selectDistinctOn([events.subject], CHANGE)
    .from(events)
    .leftJoin(user, eq(user.id, actorId))
    .where(isChange)
    .orderBy(events.subject, desc(events.id));
}

/** Returns the newest changes of one setting, newest first. */
export function listChanges(db: Db, { name, rows }: { name: string; rows: number }) {
  return db
    .select(CHANGE)
    .from(events)
    .leftJoin(user, eq(user.id, actorId))
    .where(and(isChange, eq(events.subject, name)))
    .orderBy(desc(events.id))
    .limit(rows);
}
