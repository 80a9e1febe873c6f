import { and, count, eq, gt, isNull, sql } from "drizzle-orm";
import { IS_CLOSED } from "#src/features/identity/accounts/tables.ts";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import { staffKeys } from "./tables.ts";

type Row = typeof staffKeys.$inferSelect;

/** A key and its maker. `role` is "user" while the maker's account is closed. */
export type StaffKeyRow = Omit<Row, "hash" | "replaced" | "countries"> & {
  role: string;
  maker_name: string;
  revoker_name: string | null;
};

const TIMES = sql.raw(
  ["old_until", "expires_at", "used_at", "created_at", "revoked_at"]
    .map((column) => `to_char(k.${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${column}`)
    .join(", "),
);
const COLUMNS = sql.raw("k.id, k.made_by, k.name, k.start, k.scopes, k.revoked_by, k.revoked_why");
const ROLE = sql.raw(`case when ${IS_CLOSED} then 'user' else coalesce(u.role, 'user') end`);

const SHOWN = sql`select ${COLUMNS}, ${TIMES}, ${ROLE} as role, u.name as maker_name,
    (select name from users where id = k.revoked_by) as revoker_name
  from staff_keys k join users u on u.id = k.made_by`;

/** The key that a request carries, with its maker as they are now. */
export type PresentedKey = Pick<
  Row,
  "id" | "made_by" | "scopes" | "expires_at" | "old_until" | "used_at" | "revoked_at" | "countries"
> & {
  role: string;
  name: string;
  email: string;
  email_verified: boolean;
  /** 0 for the present key, 1 for the last that it replaced, and so on. */
  age: number;
};

/** Returns the key with this hash, whether or not it still works. */
export async function findKeyByHash(db: Db, hash: string): Promise<PresentedKey | undefined> {
  const [row] = await rowsOf<PresentedKey>(
    db,
    sql`select k.id, k.made_by, k.scopes, k.countries, ${TIMES}, ${ROLE} as role,
        u.name, u.email, u.email_verified,
        case when k.hash = ${hash} then 0 else array_position(k.replaced, ${hash}) end as age
      from staff_keys k join users u on u.id = k.made_by
      where k.hash = ${hash} or k.replaced @> array[${hash}::text]`,
  );
  return row;
}

/** Those that work first, then the newest. `maker` limits them to one person's. */
export function listKeyRows(
  db: Db,
  { maker, now, most }: { maker: string | undefined; now: string; most: number },
): Promise<StaffKeyRow[]> {
  const whose = maker === undefined ? sql`` : sql`where k.made_by = ${maker}`;
  return rowsOf(
    db,
    sql`${SHOWN} ${whose} order by (k.revoked_at is null and k.expires_at > ${now}) desc, k.created_at desc, k.id desc
      limit ${most}`,
  );
}

export async function findKeyRow(db: Db, id: string): Promise<StaffKeyRow | undefined> {
  const [row] = await rowsOf<StaffKeyRow>(db, sql`${SHOWN} where k.id = ${id}`);
  return row;
}

/** Holds the lock until the transaction ends. */
export async function lockKey(db: Db, id: string): Promise<void> {
  await db.select({ id: staffKeys.id }).from(staffKeys).where(eq(staffKeys.id, id)).for("update");
}

/** The keys of a person that aren't over. */
export async function countKeys(db: Db, maker: string, now: string): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(staffKeys)
    .where(and(eq(staffKeys.made_by, maker), isNull(staffKeys.revoked_at), gt(staffKeys.expires_at, now)));
  return row?.count ?? 0;
}

export async function insertKey(db: Db, row: typeof staffKeys.$inferInsert): Promise<void> {
  await db.insert(staffKeys).values(row);
}

/** Deletes a person's oldest keys that are over. */
export async function deleteEndedKeys(
  db: Db,
  { maker, now, kept }: { maker: string; now: string; kept: number },
): Promise<void> {
  await db.execute(sql`delete from staff_keys where id in (
    select id from staff_keys where made_by = ${maker} and (revoked_at is not null or expires_at <= ${now})
      order by least(revoked_at, expires_at) desc, id desc offset ${kept})`);
}

interface Replacement extends Pick<Row, "id" | "hash" | "start"> {
  old_until: string;
  /** How many hashes of replaced keys stay. */
  kept: number;
}

export async function updateKeyHash(
  db: Db,
  { id, hash, start, old_until, kept }: Replacement,
): Promise<void> {
  await db.execute(sql`update staff_keys set replaced = (array_prepend(staff_keys.hash, replaced))[1:${kept}::int],
    hash = ${hash}, start = ${start}, old_until = ${old_until} where id = ${id}`);
}

export async function updateRevoked(
  db: Db,
  { id, ...revoked }: Pick<Row, "id" | "revoked_at" | "revoked_by" | "revoked_why">,
): Promise<void> {
  await db.update(staffKeys).set(revoked).where(eq(staffKeys.id, id));
}

/** Does nothing if a use was already recorded after `before`. */
export async function updateKeyUse(
  db: Db,
  { id, now, before }: { id: string; now: string; before: string },
): Promise<void> {
  await db.execute(
    sql`update staff_keys set used_at = ${now} where id = ${id} and (used_at is null or used_at <= ${before})`,
  );
}

/** False if the key was used from this country before. */
export async function updateCountries(db: Db, id: string, country: string): Promise<boolean> {
  const rows = await rowsOf(
    db,
    sql`update staff_keys set countries = array_append(countries, ${country})
      where id = ${id} and not (${country} = any(countries)) returning id`,
  );
  return rows.length > 0;
}
