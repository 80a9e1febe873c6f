import { sql } from "drizzle-orm";
import { type Database, type Db, rowsOf } from "#src/platform/db/database.ts";

export interface PageRow {
  id: string;
  username: string;
  name: string;
  display_name: string | null;
  status: "active" | "inactive";
  public_notes: string | null;
  profile_picture_url: string | null;
  theme_settings: unknown;
  social_platforms: unknown;
  links: {
    id: string;
    title: string;
    description: string | null;
    url: string;
    icon: string | null;
    show_icon: boolean;
  }[];
}

/** Prepared once on each connection: planning it costs more than running it. */
const FIND_PAGE = {
  name: "find_page",
  text: `select p.id, p.username, p.name, p.display_name, p.status, p.public_notes, p.profile_picture_url,
      p.theme_settings, p.social_platforms,
      coalesce((
        select json_agg(json_build_object('id', l.id, 'title', l.title, 'description', l.description, 'url', l.url,
          'icon', l.icon, 'show_icon', l.show_icon) order by l.position, l.id)
        from links l where l.profile_id = p.id and l.is_visible and l.deleted_at is null
      ), '[]'::json) as links
    from client_profiles p where p.username = $1 and p.deleted_at is null`,
};

/** A profile with its visible links in order, in one query; nothing when there is none of that name. */
export async function findPage(database: Database, username: string): Promise<PageRow | undefined> {
  const rows = await database.run<PageRow>(FIND_PAGE, [username]);
  return rows[0];
}

/** The present name of the profile that was called `username` until not long ago. */
export async function findNewUsername(db: Db, username: string, now: string): Promise<string | undefined> {
  const rows = await rowsOf<{ username: string }>(
    db,
    sql`select p.username from old_usernames o join client_profiles p on p.id = o.profile_id
        where o.username = ${username} and o.kept_until > ${now} and p.deleted_at is null`,
  );
  return rows[0]?.username;
}
