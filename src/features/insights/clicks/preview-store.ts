import { sql } from "drizzle-orm";
import { IS_BANNED } from "#src/features/identity/accounts/tables.ts";
import { type Db, rowsOf } from "#src/platform/db/database.ts";

export interface PreviewRow {
  title: string;
  url: string;
  link_a: string | null;
  link_b: string | null;
  is_ab_test: boolean;
  username: string;
  domain: string | null;
  page_name: string;
  is_banned: boolean;
}

/** Returns what a link's preview says of it and its page, whatever their state. */
export async function findPreview(db: Db, linkId: string): Promise<PreviewRow | undefined> {
  const [row] = await rowsOf<PreviewRow>(
    db,
    sql`select l.title, l.url, l.link_a, l.link_b, l.is_ab_test, p.username, p.domain,
          coalesce(nullif(trim(p.display_name), ''), p.name) as page_name, ${sql.raw(IS_BANNED)} as is_banned
        from links l join client_profiles p on p.id = l.profile_id join users u on u.id = p.user_id
        where l.id = ${linkId} and l.deleted_at is null and p.deleted_at is null`,
  );
  return row;
}
