import { sql } from "drizzle-orm";
import { LINK_ACCESS, LINK_IS_ADULT, LINK_IS_SHOWN } from "#src/features/pages/links/tables.ts";
import { compileCss } from "#src/features/pages/profiles/own-css/own-css.ts";
import { IS_SHOWN, SHOWN_STATUS } from "#src/features/pages/profiles/tables.ts";
import { type Database, type Db, rowsOf } from "#src/platform/db/database.ts";
import type { LinkSource, PageSource } from "./page/to-page-view.ts";

export interface PageRow extends PageSource {
  user_id: string;
  status: "active" | "inactive";
  links: LinkSource[];
  past_emails: number | null;
  /** The owner's code, for the link in the footer. */
  referral_code: string | null;
}

/**
 * Prepared once per connection, because planning it costs more than running it. Each page comes as one JSON
 * value, which is parsed in a fraction of the time its columns would take. The names are JSON too: for arrays
 * the planner would plan again for every length.
 */
const FIND_PAGES = {
  name: "find_pages",
  text: `select to_json(page) as page from (select p.id, p.user_id, p.username, p.domain, p.name, p.display_name, ${SHOWN_STATUS} as status, p.public_notes, p.profile_picture_url,
      p.theme_settings, p.social_platforms, p.show_online_indicator, p.show_response_time, p.response_time, p.show_location,
      p.customer_rescue_enabled, p.customer_rescue_url, p.background_image_url, p.background_video_url, p.overlay_color, p.overlay_opacity,
      (select json_strip_nulls(json_build_object('darkest', m.darkest, 'lightest', m.lightest, 'focus', m.focus)) from media m
        where m.id = substring(p.background_image_url from '^/media/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\\.')::uuid and m.darkest is not null) as background_tones,
      p.promotion_text, p.promotion_settings, p.facebook_pixel_id, p.google_analytics_id, p.screensaver_enabled,
      p.screensaver_link, p.lead_capture_enabled, p.lead_capture_title, p.lead_capture_description,
      p.collect_phone_enabled, p.phone_required, p.disclaimer_text, p.button_text, p.collect_without_download, p.confirm_sign_ups,
      p.tiktok_fallback_enabled, p.in_app_browsers, p.direct_link_url, p.direct_link_warning, p.past_emails, p.own_css,
      exists (select from subscriptions s where s.account = p.user_id and s.remove_branding and (s.granted_units > 0
        or exists (select from staff_grants g where g.account = p.user_id and g.kind = 'premium_units'
          and g.ended_at is null and (g.ends_at is null or g.ends_at > now())))) as is_unbranded,
      coalesce((
        select json_agg(json_build_object('id', l.id, 'title', l.title, 'description', l.description, 'url', l.url,
          'icon', l.icon, 'show_icon', l.show_icon, 'show_adult_warning', ${LINK_IS_ADULT},
          'is_ab_test', l.is_ab_test, 'link_a', l.link_a, 'link_b', l.link_b, 'geo_restrictions', l.geo_restrictions,
          'kind', l.kind, 'content', l.content, 'parent_id', l.parent_id, 'layout', l.layout, 'animation', l.animation,
          'picture_url', l.picture_url, 'access', ${LINK_ACCESS}) order by l.position, l.id)
        from links l where l.profile_id = p.id and ${LINK_IS_SHOWN}
      ), '[]'::json) as links,
      (select c.code from referral_codes c where c.user_id = p.user_id and c.is_current) as referral_code
    from json_array_elements_text($1) as asked(username)
      join client_profiles p on p.username = asked.username and p.deleted_at is null
      join users u on u.id = p.user_id) page`,
};

/** Returns profiles by username with their visible links in order, in one query, without unknown names. */
export async function findPages(
  database: Database,
  usernames: readonly string[],
): Promise<Map<string, PageRow>> {
  const rows = await database.run<{ page: PageRow }>(FIND_PAGES, [JSON.stringify(usernames)]);
  const pages = new Map(rows.map(({ page }) => [page.username, page]));
  for (const page of pages.values()) if (page.own_css) page.own_css = await compileCss(page.own_css);
  return pages;
}

export async function findPage(database: Database, username: string): Promise<PageRow | undefined> {
  return (await findPages(database, [username])).get(username);
}

/** Returns a contact card that's shown on the page with that username. */
export async function findContactCard(
  db: Db,
  { username, id }: { username: string; id: string },
): Promise<{ title: string; content: unknown } | undefined> {
  const [row] = await rowsOf<{ title: string; content: unknown }>(
    db,
    sql`select l.title, l.content from links l join client_profiles p on p.id = l.profile_id
          join users u on u.id = p.user_id
        where l.id = ${id} and l.kind = 'contact_card' and p.username = ${username}
          and ${sql.raw(`${LINK_IS_SHOWN} and ${IS_SHOWN}`)}`,
  );
  return row;
}

/** Returns the current username of the profile that recently had `username`. */
export async function findNewUsername(db: Db, username: string, now: string): Promise<string | undefined> {
  const rows = await rowsOf<{ username: string }>(
    db,
    sql`select p.username from old_usernames o join client_profiles p on p.id = o.profile_id
        where o.username = ${username} and o.kept_until > ${now} and p.deleted_at is null`,
  );
  return rows[0]?.username;
}
