import { and, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "#src/platform/db/database.ts";
import type { ViewedTable } from "./rules.ts";
import { notificationPreferences as preferences, tableViews } from "./tables.ts";
import type { TableViews } from "./views-contract.ts";

/** Returns the people's opt-outs, without people who have none. */
export async function listOptOuts(db: Db, people: readonly string[]): Promise<Map<string, string[]>> {
  if (people.length === 0) return new Map();
  const rows = await db
    .select()
    .from(preferences)
    .where(inArray(preferences.user_id, [...people]));
  return new Map(rows.map(({ user_id, off }) => [user_id, off]));
}

/** Turns one cell on or off without overwriting another tab's changes. False if it already was. */
export async function updateOptOut(
  db: Db,
  { person, cell, isOff }: { person: string; cell: string; isOff: boolean },
): Promise<boolean> {
  const { off, user_id } = preferences;
  const rows = isOff
    ? await db
        .insert(preferences)
        .values({ user_id: person, off: [cell] })
        .onConflictDoUpdate({
          target: user_id,
          set: { off: sql`array_append(${off}, ${cell})` },
          setWhere: sql`not ${cell} = any(${off})`,
        })
        .returning({ user_id })
    : await db
        .update(preferences)
        .set({ off: sql`array_remove(${off}, ${cell})` })
        .where(and(eq(user_id, person), sql`${cell} = any(${off})`))
        .returning({ user_id });
  return rows.length > 0;
}

interface ViewsKey {
  person: string;
  account: string;
  table: ViewedTable;
}

export async function findViews(
  db: Db,
  { person, account, table }: ViewsKey,
): Promise<TableViews | undefined> {
  const { user_id, name, views } = tableViews;
  const [row] = await db
    .select({ views })
    .from(tableViews)
    .where(and(eq(user_id, person), eq(tableViews.account, account), eq(name, table)));
  return row?.views;
}

export async function upsertViews(
  db: Db,
  { person: user_id, account, table: name, views }: ViewsKey & { views: TableViews },
): Promise<void> {
  await db
    .insert(tableViews)
    .values({ user_id, account, name, views })
    .onConflictDoUpdate({
      target: [tableViews.user_id, tableViews.account, tableViews.name],
      set: { views },
    });
}

/** An export column that tells whether a view belongs to the account's owner. */
export const VIEW_IS_OWNERS = sql`${tableViews.user_id} = ${tableViews.account}`;
