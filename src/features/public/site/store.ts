import { sql } from "drizzle-orm";
import { IS_SHOWN } from "#src/features/pages/profiles/tables.ts";
import { type Db, rowsOf } from "#src/platform/db/database.ts";

export interface ListedPage {
  id: string;
  username: string;
  domain: string | null;
  updated_at: string;
}

/** Leaves out pages that redirect at once, because they show nothing. */
const LISTED = sql`btrim(coalesce(p.direct_link_url, '')) = ''
  and exists (select 1 from users u where u.id = p.user_id and ${sql.raw(IS_SHOWN)})`;

/** Before and after every possible id. */
export const FIRST_ID = "00000000-0000-0000-0000-000000000000";
const LAST_ID = "ffffffff-ffff-ffff-ffff-ffffffffffff";

interface Place {
  /** Start after this id. */
  after: string;
  count: number;
}

/** Lists the next `count` pages after `after` up to `until`, in the order of their ids. */
export async function listShownPages(
  db: Db,
  { after, count, until = LAST_ID }: Place & { until?: string | undefined },
): Promise<ListedPage[]> {
  const rows = await rowsOf<Omit<ListedPage, "updated_at"> & { updated_at: string | Date }>(
    db,
    sql`select p.id, p.username, p.domain, p.updated_at from client_profiles p
        where p.id > ${after}::uuid and p.id <= ${until}::uuid and ${LISTED} order by p.id limit ${count}`,
  );
  return rows.map((row) => ({ ...row, updated_at: new Date(row.updated_at).toISOString() }));
}

/** Returns the id of the last of the next `count` pages. Undefined if fewer are left. */
export async function findPartEnd(db: Db, { after, count }: Place): Promise<string | undefined> {
  const [row] = await rowsOf<{ id: string }>(
    db,
    sql`select p.id from client_profiles p
        where p.id > ${after}::uuid and ${LISTED} order by p.id offset ${count - 1} limit 1`,
  );
  return row?.id;
}

/** Counts over the whole instance. */
export async function countAll(db: Db): Promise<Record<"links" | "users" | "clicks", number>> {
  const [row] = await rowsOf<Record<"links" | "users" | "clicks", string | number>>(
    db,
    sql`select (select count(*) from links where deleted_at is null and url <> '') as links,
               (select count(*) from users where not coalesce(banned, false)) as users,
               (select coalesce(sum(click_count), 0) from links) as clicks`,
  );
  return {
    links: Number(row?.links ?? 0),
    users: Number(row?.users ?? 0),
    clicks: Number(row?.clicks ?? 0),
  };
}
