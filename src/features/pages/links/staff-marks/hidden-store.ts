import { sql } from "drizzle-orm";
import type { StaffMark } from "#src/features/pages/profiles/staff-marks/mark-rules.ts";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import { ADDRESSES } from "../tables.ts";
import { uuids } from "../targets/target-store.ts";

interface ShownLink {
  id: string;
  profile_id: string;
  addresses: (string | null)[];
}

export interface MarkedAddresses extends ShownLink {
  mark: StaffMark;
}

const HIDDEN = sql.raw(`l.id, l.profile_id, l.staff_hidden as mark, ${ADDRESSES} as addresses`);

/** What staff hide on these pages, in the trash, too. */
export function listHiddenLinks(db: Db, pages: readonly string[]): Promise<MarkedAddresses[]> {
  return rowsOf(
    db,
    sql`select ${HIDDEN} from links l where l.profile_id = any(${uuids(pages)}) and l.staff_hidden is not null
      order by l.id`,
  );
}

export function listShownLinks(db: Db, pages: readonly string[]): Promise<ShownLink[]> {
  return rowsOf(
    db,
    sql`select l.id, l.profile_id, ${sql.raw(ADDRESSES)} as addresses from links l
      where l.profile_id = any(${uuids(pages)}) and l.staff_hidden is null and l.deleted_at is null order by l.id`,
  );
}

/** These links, and those that were hidden on the same page at the same moment. */
export function listLinksLike(db: Db, ids: readonly string[]): Promise<MarkedAddresses[]> {
  return rowsOf(
    db,
    sql`select ${HIDDEN} from links l where l.staff_hidden is not null and (l.profile_id, l.staff_hidden->>'at') in (
        select o.profile_id, o.staff_hidden->>'at' from links o where o.id = any(${uuids(ids)}) and o.staff_hidden is not null)
      order by l.id`,
  );
}

export async function updateHidden(db: Db, marks: ReadonlyMap<string, StaffMark>): Promise<void> {
  if (marks.size === 0) return;
  const rows = JSON.stringify([...marks].map(([id, mark]) => ({ id, mark })));
  await db.execute(
    sql`update links l set staff_hidden = r.mark from jsonb_to_recordset(${rows}::jsonb) as r(id uuid, mark jsonb)
      where l.id = r.id`,
  );
}
