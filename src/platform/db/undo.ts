import { getTableName, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { removedRows } from "../tables.ts";
import { type Db, rowsOf } from "./database.ts";
import { someOf } from "./rows.ts";

/** The rows that one action removes. All its statements share one `undoId`. */
export interface Removal {
  account: string;
  undoId: string;
  at: string;
}

/** Deletes rows but keeps copies until `purgeRemoved`. Returns their ids. */
export async function removeRows(
  db: Db,
  table: PgTable,
  { where, account, undoId, at }: Removal & { where: SQL | undefined },
): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(
    db,
    sql`with gone as (delete from ${table} where ${where} returning *),
      kept as (insert into ${removedRows} (undo_id, account, table_name, removed_at, fields)
        select ${undoId}::uuid, ${account}, ${getTableName(table)}, ${at}::timestamptz, to_jsonb(gone) from gone returning fields)
      select fields->>'id' as id from kept`,
  );
  return rows.map(({ id }) => id);
}

export const RESTORED_ROWS = 500;

export interface Restoration extends Pick<Removal, "account" | "undoId"> {
  /** Anything removed before this can no longer be undone. */
  since: string;
}

/** Matches one action's removed rows of a table that can still be undone. */
function isOf({ account, undoId, since }: Restoration, name: string): SQL {
  return sql`${removedRows.account} = ${account} and ${removedRows.undo_id} = ${undoId}
    and ${removedRows.table_name} = ${name} and ${removedRows.removed_at} >= ${since}`;
}

/** Restores some of the rows that an action removed, except where something else has taken their place. */
export async function restoreRows(
  db: Db,
  table: PgTable,
  restoration: Restoration,
): Promise<{ restored: number; taken: number }> {
  const [row] = await rowsOf<{ restored: number; taken: number }>(
    db,
    sql`with kept as (delete from ${removedRows} where ${someOf(removedRows, {
      where: isOf(restoration, getTableName(table)),
      most: RESTORED_ROWS,
    })} returning fields),
      back as (insert into ${table} select (jsonb_populate_record(null::${table}, fields)).* from kept
        on conflict do nothing returning 1),
      figures as (select (select count(*)::int from kept) as kept, (select count(*)::int from back) as restored)
      select restored, kept - restored as taken from figures`,
  );
  return row ?? { restored: 0, taken: 0 };
}

/**
 * Permanently deletes at most `RESTORED_ROWS` of the rows removed before a moment. Returns them with some of
 * their columns.
 */
export function purgeRemoved<Column extends string = never>(
  db: Db,
  table: PgTable | string,
  { before, columns = [] }: { before: string; columns?: readonly Column[] },
): Promise<({ account: string; id: string } & Record<Column, string>)[]> {
  const name = typeof table === "string" ? table : getTableName(table);
  const more = columns.map((column) => sql`, fields->>${column}::text as ${sql.identifier(column)}`);
  return rowsOf(
    db,
    sql`delete from ${removedRows} where ${someOf(removedRows, {
      where: sql`${removedRows.table_name} = ${name} and ${removedRows.removed_at} < ${before}`,
      orderBy: removedRows.removed_at,
      most: RESTORED_ROWS,
    })} returning account, fields->>'id' as id${sql.join(more)}`,
  );
}

/** Records how rows were changed rather than removed, under a name that no table has. */
export async function recordBefore(
  db: Db,
  { name, account, undoId, at }: Removal & { name: string },
  changes: readonly object[],
): Promise<void> {
  await db.execute(
    sql`insert into ${removedRows} (undo_id, account, table_name, removed_at, fields)
      select ${undoId}::uuid, ${account}, ${name}, ${at}::timestamptz, change
        from jsonb_array_elements(${JSON.stringify(changes)}::jsonb) as change`,
  );
}

/** SQL that's true for a row with this id if the action has recorded its change. */
export function isRecorded(
  { account, undoId, name }: Pick<Removal, "account" | "undoId"> & { name: string },
  id: SQLWrapper,
): SQL {
  return sql`exists (select from ${removedRows} where ${removedRows.undo_id} = ${undoId}::uuid
    and ${account}::text = ${removedRows.account} and ${removedRows.table_name} = ${name}
    and ${removedRows.fields}->>'id' = ${id}::text)`;
}

/** Returns and deletes some of the recorded changes, so that they can be undone. */
export async function takeBefore<Change>(
  db: Db,
  name: string,
  { most = RESTORED_ROWS, ...action }: Restoration & { most?: number },
): Promise<Change[]> {
  const rows = await rowsOf<{ fields: Change }>(
    db,
    sql`delete from ${removedRows} where ${someOf(removedRows, { where: isOf(action, name), most })} returning fields`,
  );
  return rows.map(({ fields }) => fields);
}

/** How many changes an action has recorded. */
export function countBefore(db: Db, name: string, action: Restoration): Promise<number> {
  return db.$count(removedRows, isOf(action, name));
}

export interface UndoableAction {
  undo_id: string;
  at: string;
  count: number;
  /** The `action` that its changes name. */
  kind: string;
}

/** One person's recorded actions that can still be undone, the newest first. `fields` of changes say who's `by`. */
export function listUndoable(
  db: Db,
  name: string,
  { account, since, by }: Pick<Restoration, "account" | "since"> & { by: string },
): Promise<UndoableAction[]> {
  return rowsOf(
    db,
    sql`select undo_id, count(*)::int as count, min(fields->>'action') as kind,
        to_char(max(removed_at) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
      from ${removedRows} where ${account} = ${removedRows.account} and ${removedRows.table_name} = ${name}
        and ${removedRows.removed_at} >= ${since} and fields->>'by' = ${by}
      group by undo_id order by max(removed_at) desc limit 10`,
  );
}

/** Permanently deletes an account's removed rows that match. Returns them with some of their columns. */
export function eraseRemovedWhere<Column extends string>(
  db: Db,
  table: PgTable,
  { account, where, columns }: { account: string; where: SQL; columns: readonly Column[] },
): Promise<({ id: string } & Record<Column, string>)[]> {
  const more = columns.map((column) => sql`, fields->>${column}::text as ${sql.identifier(column)}`);
  return rowsOf(
    db,
    sql`delete from ${removedRows} where ${removedRows.table_name} = ${getTableName(table)} and account = ${account}
      and ${where} returning fields->>'id' as id${sql.join(more)}`,
  );
}
