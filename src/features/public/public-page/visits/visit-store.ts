import type { DestinationRules } from "#src/features/pages/links/page/destination.ts";
import {
  LINK_ACCESS,
  LINK_HAS_ACCESS,
  LINK_IS_ADULT,
  LINK_IS_SHOWN,
} from "#src/features/pages/links/tables.ts";
import { IS_SHOWN, SHOWN_STATUS } from "#src/features/pages/profiles/tables.ts";
import type { Database } from "#src/platform/db/database.ts";

export interface GatedLink extends DestinationRules {
  show_adult_warning: boolean;
}

interface GatedPage {
  id: string;
  user_id: string;
  status: "active" | "inactive";
  links: GatedLink[];
}

/** Links that only the server opens aren't among them. Finds only links that may depend on the visitor: most pages have none. */
const FIND_GATED_LINKS = {
  name: "find_gated_links",
  text: `select p.id, p.user_id, ${SHOWN_STATUS} as status, coalesce((
        select json_agg(json_build_object('id', l.id, 'url', l.url, 'show_adult_warning', ${LINK_IS_ADULT},
          'is_ab_test', l.is_ab_test, 'link_a', l.link_a, 'link_b', l.link_b, 'ab_split_ratio', l.ab_split_ratio,
          'geo_restrictions', l.geo_restrictions, 'geo_blocked_fallback_url', l.geo_blocked_fallback_url))
        from links l
        where l.profile_id = p.id and ${LINK_IS_SHOWN}
          and (${LINK_IS_ADULT} or l.is_ab_test or l.geo_restrictions is not null)
          and not (${LINK_HAS_ACCESS})
      ), '[]'::json) as links
    from client_profiles p join users u on u.id = p.user_id where p.id = $1 and p.deleted_at is null`,
};

/** A profile's visible links whose URL may depend on the visitor; empty if there is no such profile. */
export async function findGatedLinks(database: Database, profileId: string): Promise<GatedPage | undefined> {
  const rows = await database.run<GatedPage>(FIND_GATED_LINKS, [profileId]);
  return rows[0];
}

interface ClickedLink extends DestinationRules {
  profile_id: string;
  user_id: string;
}

const FIND_CLICKED_LINK = {
  name: "find_clicked_link",
  text: `select l.id, l.profile_id, l.user_id, l.url, l.is_ab_test, l.link_a, l.link_b, l.ab_split_ratio, l.geo_restrictions,
      l.geo_blocked_fallback_url, ${LINK_ACCESS} as access
    from links l join client_profiles p on p.id = l.profile_id join users u on u.id = p.user_id
    where l.id = $1 and l.kind = 'link' and ${LINK_IS_SHOWN} and ${IS_SHOWN}`,
};

export async function findClickedLink(database: Database, id: string): Promise<ClickedLink | undefined> {
  const rows = await database.run<ClickedLink>(FIND_CLICKED_LINK, [id]);
  return rows[0];
}
