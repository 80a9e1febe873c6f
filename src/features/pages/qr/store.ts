import { sql } from "drizzle-orm";
import { LINK_IS_SHOWN } from "#src/features/pages/links/tables.ts";
import { SHOWN_STATUS } from "#src/features/pages/profiles/tables.ts";
import { type Db, rowsOf } from "#src/platform/db/database.ts";

export interface CardRow {
  id: string;
  username: string;
  domain: string | null;
  name: string;
  display_name: string | null;
  public_notes: string | null;
  profile_picture_url: string | null;
  social_platforms: unknown;
  status: "active" | "inactive";
  updated_at: string | Date;
  qr_design: unknown;
}

/** Returns the profile with that name, or the one that recently had it. */
export async function findCard(db: Db, username: string, now: string): Promise<CardRow | undefined> {
  const [row] = await rowsOf<CardRow>(
    db,
    sql`select p.id, p.username, p.domain, p.name, p.display_name, p.public_notes, p.profile_picture_url, p.social_platforms,
          ${sql.raw(SHOWN_STATUS)} as status, p.updated_at, p.qr_design
        from client_profiles p join users u on u.id = p.user_id
        where p.deleted_at is null and (p.username = ${username} or p.id = (
          select o.profile_id from old_usernames o where o.username = ${username} and o.kept_until > ${now}))`,
  );
  return row;
}

/** True if visitors of the profile's page see that link. */
export async function isLinkShown(
  db: Db,
  { profile, link }: { profile: string; link: string },
): Promise<boolean> {
  const rows = await rowsOf(
    db,
    sql`select from links l where l.id = ${link} and l.profile_id = ${profile} and ${sql.raw(LINK_IS_SHOWN)}`,
  );
  return rows.length > 0;
}
