/*
 * Moves a page to another account. Each slice says in its part which of its rows follow the page, so that
 * nobody has to know all of them (`account-data-registry.ts`).
 */
import { type SQL, sql } from "drizzle-orm";
import { accountParts, type LaterPageRows, type PageMove } from "./account-data-registry.ts";
import type { Platform } from "./context.ts";
import { type Db, rowsOf } from "./db/database.ts";

/** Does it in the caller's transaction, except for the rows that follow later. */
export async function movePage(platform: Platform, move: PageMove): Promise<void> {
  const { db } = platform;
  const parts = accountParts();
  for (const part of parts) await part.movePage?.(platform, move);
  for (const { profile, account } of parts.flatMap(({ followsPage = [] }) => followsPage))
    await db.execute(
      sql`update ${account.table} set ${sql.identifier(account.name)} = ${move.to}
        where ${profile} = any(${idsOf(move)}::uuid[]) and ${account} = ${move.from}`,
    );
}

/** The rows that follow a page in batches, in an order that never changes while the process runs. */
export function laterRows(): readonly LaterPageRows[] {
  return accountParts().flatMap(({ followsPageLater = [] }) => followsPageLater);
}

/** The least id that there is. */
export const FIRST_ID = "00000000-0000-0000-0000-000000000000";

interface Batch {
  profileId: string;
  from: string;
  to: string;
  /** The last row that has been looked at. */
  after: string;
  most: number;
}

/** Moves the next rows of a page. Returns the last one's id, or undefined if there are none left. */
export async function moveLaterRows(
  db: Db,
  rows: LaterPageRows,
  { profileId, from, to, after, most }: Batch,
): Promise<string | undefined> {
  const { profile, account, id } = rows;
  const [row] = await rowsOf<{ last: string | null }>(
    db,
    sql`with batch as (select ${id} as id from ${id.table}
        where ${profile} = ${profileId} and ${id} > ${after} order by ${id} limit ${most}),
      moved as (update ${account.table} set ${assignments(rows, to)}
        where ${profile} = ${profileId} and ${id} in (select id from batch) and ${account} = ${from} returning 1)
      select (select id::text from batch order by id desc limit 1) as last, (select count(*) from moved) as n`,
  );
  return row?.last ?? undefined;
}

/** Moves what was written under the former account after the page had moved, because a process still had it so. */
export async function moveLateRows(
  db: Db,
  rows: LaterPageRows,
  { profileIds, from, to, since }: PageMove & { since: string },
): Promise<void> {
  const { profile, account, at } = rows;
  await db.execute(
    sql`update ${account.table} set ${assignments(rows, to)}
      where ${profile} = any(${idsOf({ profileIds })}::uuid[]) and ${at} >= ${since} and ${account} = ${from}`,
  );
}

function assignments({ account, also }: LaterPageRows, to: string): SQL {
  const own = sql`${sql.identifier(account.name)} = ${to}`;
  return also ? sql`${own}, ${also(to)}` : own;
}

function idsOf({ profileIds }: Pick<PageMove, "profileIds">): SQL {
  return sql`${`{${profileIds.join(",")}}`}`;
}
