import { sql } from "drizzle-orm";
import type { DestinationRules } from "#src/features/pages/links/page/destination.ts";
import { LINK_ACCESS, LINK_IS_ADULT, LINK_IS_SHOWN } from "#src/features/pages/links/tables.ts";
import { IS_SHOWN } from "#src/features/pages/profiles/tables.ts";
import { type Db, rowsOf } from "#src/platform/db/database.ts";

/** The texts that a gated link may show its visitors, and the URLs that it may send them to. */
export interface LinkGate extends DestinationRules {
  show_adult_warning: boolean;
  username: string;
  /** The language of the page's own text; empty if it can't be determined. */
  language: string;
  /** The target for visitors who cancel the adult warning, if customer rescue is on. */
  rescue_url: string | null;
}

export interface TargetRow extends Omit<LinkGate, "id" | "language"> {
  profile_id: string;
  user_id: string;
  link_id: string | null;
  /** True if both the link and its page are shown. Null without a link. */
  is_shown: boolean | null;
  /** The page's own text, and the link's title. */
  about: string;
  title: string | null;
}

/** Returns a profile with each of its links, found by its own id or a link's. */
export function listTargetRows(db: Db, by: "link" | "profile", id: string): Promise<TargetRow[]> {
  const profileId =
    by === "profile"
      ? sql`${id}`
      : sql`(select profile_id from links where id = ${id} and deleted_at is null)`;
  return rowsOf<TargetRow>(
    db,
    sql`select p.id as profile_id, p.user_id, ${sql.raw(`${IS_SHOWN} and ${LINK_IS_SHOWN}`)} as is_shown, p.username,
          case when p.customer_rescue_enabled then p.customer_rescue_url end as rescue_url,
          concat_ws('. ', coalesce(nullif(trim(p.display_name), ''), p.name), p.public_notes) as about,
          l.id as link_id, l.title, l.url, ${sql.raw(LINK_IS_ADULT)} as show_adult_warning, l.is_ab_test, l.link_a, l.link_b, l.ab_split_ratio,
          l.geo_restrictions, l.geo_blocked_fallback_url, ${sql.raw(LINK_ACCESS)} as access
        from client_profiles p join users u on u.id = p.user_id
          left join links l on l.profile_id = p.id and l.deleted_at is null
        where p.id = ${profileId} and p.deleted_at is null`,
  );
}
