import { type SQL, sql } from "drizzle-orm";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import type { StaffMark, StaffMarkName } from "./mark-rules.ts";

export interface MarkedPage {
  id: string;
  account: string;
  /** The present username and earlier ones that still lead here. */
  usernames: string[];
}

export interface MarkChange {
  mark: StaffMarkName;
  /** Null takes the mark off. */
  value: StaffMark | null;
}

/** Only rows that the change changes, in the order in which everyone locks them. */
export async function updatePageMarks(
  db: Db,
  ids: readonly string[],
  { mark, value }: MarkChange,
): Promise<MarkedPage[]> {
  if (ids.length === 0) return [];
  const column = sql.raw(`staff_${mark}`);
  return rowsOf<MarkedPage>(
    db,
    sql`with locked as (select p.id from client_profiles p where p.id = any(${sql.param([...ids])}::uuid[])
        and p.deleted_at is null and (p.${column} is null) = ${value !== null} order by p.id for no key update)
      update client_profiles p set ${column} = ${jsonOf(value)} from locked where p.id = locked.id
      returning p.id, p.user_id as account,
        array(select p.username union all select o.username from old_usernames o where o.profile_id = p.id) as usernames`,
  );
}

export const jsonOf = (value: StaffMark | null): SQL =>
  value === null ? sql`null` : sql`${JSON.stringify(value)}::jsonb`;

interface PageOwner {
  id: string;
  username: string;
  role: string | null;
}

/** A page that isn't in the trash, of any account, and its owner. */
export async function findPageOwner(db: Db, id: string): Promise<PageOwner | undefined> {
  const [row] = await rowsOf<PageOwner>(
    db,
    sql`select p.id, p.username, u.role from client_profiles p join users u on u.id = p.user_id
      where p.id = ${id} and p.deleted_at is null`,
  );
  return row;
}
