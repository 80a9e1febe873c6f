import { and, count, eq, sql } from "drizzle-orm";
import { IS_CLOSED } from "#src/features/identity/accounts/tables.ts";
import type { Role } from "#src/lib/access.ts";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import { apiKeys, endedKeys } from "./tables.ts";

export type KeyRow = typeof apiKeys.$inferSelect;
type EndedKey = typeof endedKeys.$inferSelect;

/** A key and its creator. `role` is null once they're no longer on the team. */
export type KeyWithMaker = Omit<KeyRow, "hash" | "old_hash"> & {
  maker_name: string;
  role: Role | null;
  maker_profile_ids: string[] | null;
};

const timeOf = (column: string) =>
  sql.raw(`to_char(k.${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${column}`);
const TIMES = sql.join(["old_until", "expires_at", "used_at", "created_at"].map(timeOf), sql`, `);

const MADE = sql`select k.id, k.account, k.made_by, k.name, k.start, k.scopes, k.profile_ids, ${TIMES},
    p.name as maker_name, case when k.made_by = k.account then 'owner' else m.role end as role,
    m.profile_ids as maker_profile_ids
  from api_keys k join users p on p.id = k.made_by
    left join team_members m on m.account = k.account and m.user_id = k.made_by`;

/** A key, and whether it's the replaced one or one of its accounts is closed. */
type PresentedKey = KeyWithMaker & { is_old: boolean; is_closed: boolean };

/** Returns the key with this hash, whether or not it still works. */
export async function findKeyByHash(db: Db, hash: string): Promise<PresentedKey | undefined> {
  const closed = sql`exists (select 1 from users u where u.id in (k.account, k.made_by) and ${sql.raw(IS_CLOSED)})`;
  const [row] = await rowsOf<PresentedKey>(
    db,
    sql`select made.*, k.hash <> ${hash} as is_old, ${closed} as is_closed
      from (${MADE} where k.hash = ${hash} or k.old_hash = ${hash}) made join api_keys k on k.id = made.id`,
  );
  return row;
}

/** Returns the reason why a deleted key has ended. */
export async function findEndedKey(
  db: Db,
  hash: string,
): Promise<Pick<EndedKey, "ended_because"> | undefined> {
  const [row] = await db
    .select({ ended_because: endedKeys.ended_because })
    .from(endedKeys)
    .where(eq(endedKeys.hash, hash));
  return row;
}

interface Ending extends Pick<EndedKey, "account" | "ended_because" | "ended_at"> {
  id: string;
  /** The number of an account's newest rows to keep. */
  kept: number;
}

/** Stores the hashes that a key ends with: all of them, or only the one that had been replaced before. */
export async function insertEndedKey(db: Db, { id, account, kept, ...ended }: Ending): Promise<void> {
  const hashes =
    ended.ended_because === "revoked" ? sql`unnest(array[hash, old_hash])` : sql`unnest(array[old_hash])`;
  await db.execute(sql`insert into ended_keys (hash, account, ended_because, ended_at)
    select ended, account, ${ended.ended_because}, ${ended.ended_at} from (
      select account, ${hashes} as ended from api_keys where account = ${account} and id = ${id}) hashes
    where ended is not null on conflict do nothing`);
  await db.execute(sql`delete from ended_keys where account = ${account} and hash not in (
    select hash from ended_keys where account = ${account} order by ended_at desc limit ${kept})`);
}

export function listKeyRows(db: Db, account: string): Promise<KeyWithMaker[]> {
  return rowsOf(db, sql`${MADE} where k.account = ${account} order by k.created_at desc, k.id desc`);
}

export async function findKeyWithMaker(
  db: Db,
  { account, id }: Pick<KeyRow, "account" | "id">,
): Promise<KeyWithMaker | undefined> {
  const [row] = await rowsOf<KeyWithMaker>(db, sql`${MADE} where k.account = ${account} and k.id = ${id}`);
  return row;
}

export async function countKeys(db: Db, account: string): Promise<number> {
  const [row] = await db.select({ count: count() }).from(apiKeys).where(eq(apiKeys.account, account));
  return row?.count ?? 0;
}

export async function insertKey(db: Db, row: typeof apiKeys.$inferInsert): Promise<void> {
  await db.insert(apiKeys).values(row);
}

/** False if there's no such key. */
export async function updateKey(
  db: Db,
  { account, id, ...changes }: Pick<KeyRow, "account" | "id"> & Partial<KeyRow>,
): Promise<boolean> {
  const rows = await db
    .update(apiKeys)
    .set(changes)
    .where(and(eq(apiKeys.account, account), eq(apiKeys.id, id)))
    .returning({ id: apiKeys.id });
  return rows.length > 0;
}

interface Replacement extends Pick<KeyRow, "account" | "id" | "hash" | "start"> {
  old_until: string;
}

/** Replaces the key. False if there's no such key. */
export async function updateKeyHash(
  db: Db,
  { account, id, hash, start, old_until }: Replacement,
): Promise<boolean> {
  return updateKey(db, { account, id, hash, start, old_hash: sql`${apiKeys.hash}` as never, old_until });
}

export async function deleteKey(db: Db, { account, id }: Pick<KeyRow, "account" | "id">): Promise<boolean> {
  const rows = await db
    .delete(apiKeys)
    .where(and(eq(apiKeys.account, account), eq(apiKeys.id, id)))
    .returning({ id: apiKeys.id });
  return rows.length > 0;
}

/** Does nothing if a use was already recorded after `before`. */
export async function updateKeyUse(
  db: Db,
  { id, now, before }: { id: string; now: string; before: string },
): Promise<void> {
  await db.execute(
    sql`update api_keys set used_at = ${now} where id = ${id} and (used_at is null or used_at <= ${before})`,
  );
}
