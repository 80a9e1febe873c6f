import { sql } from "drizzle-orm";
import { type Db, rowsOf } from "#src/platform/db/database.ts";

export interface ListedPage {
  id: string;
  username: string;
  updated_at: string;
}

/** Pages that anybody can see: of active profiles, whose owner is there and not banned. */
const shown = (now: string) => sql`p.status = 'active' and p.deleted_at is null
  and btrim(coalesce(p.direct_link_url, '')) = '' and exists (
  select 1 from users u where u.id = p.user_id
    and not (coalesce(u.banned, false) and (u.ban_expires is null or u.ban_expires > ${now})))`;

/** Before and behind every id that there can be. */
export const FIRST_ID = "00000000-0000-0000-0000-000000000000";
const LAST_ID = "ffffffff-ffff-ffff-ffff-ffffffffffff";

interface Place {
  now: string;
  /** Begin behind this id. */
  after: string;
  count: number;
}

/** The next `count` pages behind `after` and up to `until`, in the order of their ids. */
export async function listShownPages(
  db: Db,
  { now, after, count, until = LAST_ID }: Place & { until?: string | undefined },
): Promise<ListedPage[]> {
  const rows = await rowsOf<Omit<ListedPage, "updated_at"> & { updated_at: string | Date }>(
    db,
    sql`select p.id, p.username, p.updated_at from client_profiles p
        where p.id > ${after}::uuid and p.id <= ${until}::uuid and ${shown(now)} order by p.id limit ${count}`,
  );
  return rows.map((row) => ({ ...row, updated_at: new Date(row.updated_at).toISOString() }));
}

/** The id of the last of the next `count` pages; undefined when there are not that many left. */
export async function findPartEnd(db: Db, { now, after, count }: Place): Promise<string | undefined> {
  const [row] = await rowsOf<{ id: string }>(
    db,
    sql`select p.id from client_profiles p
        where p.id > ${after}::uuid and ${shown(now)} order by p.id offset ${count - 1} limit 1`,
  );
  return row?.id;
}
