import { and, desc, eq, gte, lt, sql } from "drizzle-orm";
import { user } from "#src/features/identity/accounts/tables.ts";
import { INSTANCE } from "#src/lib/event.ts";
import { takeAdvisoryLock } from "#src/platform/db/advisory-locks.ts";
import type { Db } from "#src/platform/db/database.ts";
import { events } from "#src/platform/tables.ts";
import { waysOutChosen } from "./events.ts";
import { versionExits, waysOut } from "./tables.ts";
import { isPossibleWay, possibleWays, type WaysOutRule } from "./ways-out-rules.ts";

/** Makes others who change the ways out wait, also where there's no row yet. */
export async function lockWaysOut(db: Db): Promise<void> {
  await takeAdvisoryLock(db, "ways-out");
}

/** Leaves out what this version doesn't know: a newer one may have written it. */
export async function listWaysOutRules(db: Db): Promise<WaysOutRule[]> {
  const rows = await db.select().from(waysOut);
  return rows.map(({ app, os, from_major, from_minor, ways }) => ({
    app,
    os,
    from: from_major === 0 && from_minor === 0 ? null : [from_major, from_minor],
    ways: ways.filter((way) => isPossibleWay(app, way) && possibleWays(app, os).includes(way)),
  }));
}

const keyOf = ({ app, os, from }: Omit<WaysOutRule, "ways">) => {
  const [major, minor] = from ?? [0, 0];
  return and(
    eq(waysOut.app, app),
    eq(waysOut.os, os),
    eq(waysOut.from_major, major),
    eq(waysOut.from_minor, minor),
  );
};

export async function upsertWaysOut(db: Db, { app, os, from, ways }: WaysOutRule, updated_at: string) {
  const [from_major, from_minor] = from ?? [0, 0];
  const row = { app, os, from_major, from_minor, ways: [...ways], updated_at };
  await db
    .insert(waysOut)
    .values(row)
    .onConflictDoUpdate({
      target: [waysOut.app, waysOut.os, waysOut.from_major, waysOut.from_minor],
      set: { ways: row.ways, updated_at },
    });
}

export async function deleteWaysOut(db: Db, key: Omit<WaysOutRule, "ways">): Promise<void> {
  await db.delete(waysOut).where(keyOf(key));
}

const actorId = sql`${events.actor}->>'id'`;
const isChange = and(eq(events.account, INSTANCE), eq(events.name, waysOutChosen.name));
const fromVersion = sql<string>`coalesce(${events.payload}->>'from_version', '')`;

const CHANGE = {
  id: events.id,
  subject: events.subject,
  from_version: fromVersion.as("from_version"),
  at: events.time,
  by: user.name,
  payload: sql<{ before?: string[] | null; after?: string[] | null }>`${events.payload}`,
};

/** Returns the latest change of each row. */
export function listLatestChoices(db: Db) {
  return db
    .selectDistinctOn([events.subject, fromVersion], CHANGE)
    .from(events)
    .leftJoin(user, eq(user.id, actorId))
    .where(isChange)
    .orderBy(events.subject, fromVersion, desc(events.id));
}

/** Returns the newest changes of one app on one system, newest first. */
export function listChoices(db: Db, { subject, rows }: { subject: string; rows: number }) {
  return db
    .select(CHANGE)
    .from(events)
    .leftJoin(user, eq(user.id, actorId))
    .where(and(isChange, eq(events.subject, subject)))
    .orderBy(desc(events.id))
    .limit(rows);
}

export type VersionExitRow = typeof versionExits.$inferInsert & { tried: number; left: number };

/** User agents say what they like, so a day has only so many versions of an app on a system. */
const VERSIONS_A_DAY = 40;

/** Adds a row's counts to those of its day and version, or to those of no version once there are too many. */
export async function upsertVersionExit(db: Db, row: VersionExitRow): Promise<void> {
  const { day, app, os, version, way, tried, left } = row;
  const sameDay = and(eq(versionExits.day, day), eq(versionExits.app, app), eq(versionExits.os, os));
  const known = sql`exists (select from ${versionExits} where ${sameDay} and ${versionExits.version} = ${version})`;
  const count = sql`(select count(distinct ${versionExits.version}) from ${versionExits} where ${sameDay})`;
  await db
    .insert(versionExits)
    .values({
      day,
      app,
      os,
      version: sql`case when ${known} or ${count} < ${VERSIONS_A_DAY} then ${version} else '' end`,
      way,
      tried,
      left,
    })
    .onConflictDoUpdate({
      target: [versionExits.day, versionExits.app, versionExits.os, versionExits.version, versionExits.way],
      set: {
        tried: sql`${versionExits.tried} + excluded.tried`,
        left: sql`${versionExits.left} + excluded."left"`,
      },
    });
}

export function listVersionExits(db: Db, { since }: { since: string }) {
  return db
    .select({
      app: versionExits.app,
      os: versionExits.os,
      version: versionExits.version,
      way: versionExits.way,
      tried: sql<number>`sum(${versionExits.tried})::float8`,
      left: sql<number>`sum(${versionExits.left})::float8`,
    })
    .from(versionExits)
    .where(gte(versionExits.day, since))
    .groupBy(versionExits.app, versionExits.os, versionExits.version, versionExits.way);
}

export async function deleteVersionExitsBefore(db: Db, day: string): Promise<void> {
  await db.delete(versionExits).where(lt(versionExits.day, day));
}
