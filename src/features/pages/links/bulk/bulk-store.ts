/* Changes of thousands of links at once: each is one statement. */
import { and, asc, count, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "#src/platform/db/database.ts";
import { isAmong } from "#src/platform/db/rows.ts";
import {
  countBefore,
  listUndoable,
  purgeRemoved,
  type Removal,
  type Restoration,
  recordBefore,
  takeBefore,
} from "#src/platform/db/undo.ts";
import { type LinkFilter, matchingLinks } from "../search/search-store.ts";
import { COUNTS } from "../store.ts";
import { linkChecks, linkNames, links, linkVersions } from "../tables.ts";
import { type BulkRow, type LinkAction, SELECTED_MAX, WRITTEN, type Written } from "./bulk-rules.ts";

const COLUMNS = {
  id: links.id,
  profile_id: links.profile_id,
  kind: links.kind,
  title: links.title,
  url: links.url,
  short_name: links.short_name,
  is_short_name_own: links.is_short_name_own,
  link_a: links.link_a,
  link_b: links.link_b,
  geo_blocked_fallback_url: links.geo_blocked_fallback_url,
  expired_url: links.expired_url,
  tags: links.tags,
  folder: links.folder,
  is_visible: links.is_visible,
  schedule: links.schedule,
  deleted_at: links.deleted_at,
  parent_id: links.parent_id,
  position: links.position,
  content: links.content,
};

/** One more than may be changed at once, in the order in which everyone locks links. */
export async function listSelectedRows(
  db: Db,
  filter: LinkFilter,
  { isLocking }: { isLocking: boolean },
): Promise<BulkRow[]> {
  const query = db
    .select(COLUMNS)
    .from(links)
    .where(matchingLinks(filter))
    .orderBy(asc(links.id))
    .limit(SELECTED_MAX + 1);
  return isLocking ? query.for("no key update") : query;
}

/** Includes removed links; locked until the transaction ends. */
export function lockRows(db: Db, account: string, ids: readonly string[]): Promise<BulkRow[]> {
  return db
    .select(COLUMNS)
    .from(links)
    .where(and(eq(links.user_id, account), isAmong(links.id, ids)))
    .orderBy(asc(links.id))
    .for("no key update");
}

interface Writing {
  account: string;
  action: LinkAction;
  at: string;
}

/** Writes an action's columns of these links. No two versions of a row look alike. */
export async function updateRows(
  db: Db,
  rows: readonly { id: string; written: Written }[],
  { account, action, at }: Writing,
): Promise<void> {
  if (rows.length === 0) return;
  const set = WRITTEN[action].map((column) => sql`${sql.identifier(column)} = r.${sql.identifier(column)}`);
  const values = JSON.stringify(rows.map(({ id, written }) => ({ id, ...written })));
  await db.execute(
    sql`update ${links} l set ${sql.join(set, sql`, `)},
        updated_at = greatest(${at}::timestamptz, l.updated_at + interval '1 millisecond')
      from jsonb_populate_recordset(null::${links}, ${values}::jsonb) r
      where l.id = r.id and l.user_id = ${account}`,
  );
}

/** What belongs to links goes to their pages with them, so that it isn't deleted with those where they were. */
export async function updatePlaces(db: Db, ids: readonly string[]): Promise<void> {
  for (const table of [linkNames, linkVersions, linkChecks])
    await db.execute(
      sql`update ${table} set profile_id = ${links.profile_id} from ${links}
        where ${links.id} = ${table.link_id} and ${isAmong(links.id, ids)}`,
    );
}

/** The name under which changes of many links record how they were. */
const CHANGED = "links.changed";

export interface RecordedChange {
  id: string;
  action: LinkAction;
  /** Who changed it. */
  by: string | null;
  before: Written;
  after: Written;
}

export function insertChanges(db: Db, removal: Removal, changes: readonly RecordedChange[]): Promise<void> {
  return recordBefore(db, { ...removal, name: CHANGED }, changes);
}

export function countRecorded(db: Db, action: Restoration): Promise<number> {
  return countBefore(db, CHANGED, action);
}

export function deleteChanges(db: Db, action: Restoration): Promise<RecordedChange[]> {
  return takeBefore(db, CHANGED, { ...action, most: SELECTED_MAX });
}

export function listUndoableChanges(db: Db, of: { account: string; since: string; by: string }) {
  return listUndoable(db, CHANGED, of);
}

export function purgeChanges(db: Db, before: string) {
  return purgeRemoved(db, CHANGED, { before });
}

/** The number of links on each of these pages, for those that have any. */
export async function countLinksOn(db: Db, profileIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .select({ id: links.profile_id, links: count() })
    .from(links)
    .where(and(isAmong(links.profile_id, profileIds), isNull(links.deleted_at), COUNTS))
    .groupBy(links.profile_id);
  return new Map(rows.map(({ id, links }) => [id, links]));
}
