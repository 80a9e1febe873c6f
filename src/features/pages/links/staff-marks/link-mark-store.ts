import { sql } from "drizzle-orm";
import { jsonOf, type MarkChange } from "#src/features/pages/profiles/staff-marks/staff-marks.ts";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import { ADDRESSES } from "../tables.ts";

export interface MarkedLink {
  id: string;
  account: string;
  profile_id: string;
  username: string;
}

/** Only rows that the change changes, in the order in which everyone locks them. */
export async function updateLinkMarks(
  db: Db,
  ids: readonly string[],
  { mark, value }: MarkChange,
): Promise<MarkedLink[]> {
  if (ids.length === 0) return [];
  const column = sql.raw(`staff_${mark}`);
  const isHiding = mark === "hidden" && value !== null;
  const marked = isHiding
    ? sql`${jsonOf(value)} || jsonb_build_object('urls', to_jsonb(${sql.raw(ADDRESSES)}))`
    : jsonOf(value);
  return rowsOf<MarkedLink>(
    db,
    sql`with locked as (select l.id from links l where l.id = any(${sql.param([...ids])}::uuid[])
        and l.deleted_at is null and (l.${column} is null) = ${value !== null} order by l.id for no key update),
      marked as (update links l set ${column} = ${marked} from locked where l.id = locked.id
        returning l.id, l.user_id, l.profile_id)
      select m.id, m.user_id as account, m.profile_id, p.username
        from marked m join client_profiles p on p.id = m.profile_id`,
  );
}

interface LinkOwner {
  id: string;
  role: string | null;
}

/** A link of any account, and its owner. */
export async function findLinkOwner(db: Db, id: string): Promise<LinkOwner | undefined> {
  const [row] = await rowsOf<LinkOwner>(
    db,
    sql`select l.id, u.role from links l join client_profiles p on p.id = l.profile_id
      join users u on u.id = l.user_id where l.id = ${id} and l.deleted_at is null and p.deleted_at is null`,
  );
  return row;
}

/** What was decided about one link of an account holds for another. */
export async function updateMarksLike(
  db: Db,
  { account, from, to }: { account: string; from: string; to: string },
): Promise<void> {
  await db.execute(
    sql`update links l set staff_hidden = f.staff_hidden, staff_adult = f.staff_adult from links f
      where f.id = ${from} and l.id = ${to} and f.user_id = ${account} and l.user_id = ${account}
        and (f.staff_hidden is not null or f.staff_adult is not null)`,
  );
}
