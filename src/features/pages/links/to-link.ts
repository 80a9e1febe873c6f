import { parseGeoRestrictions } from "#src/features/pages/geo/rules.ts";
import { shownMarks } from "#src/features/pages/profiles/staff-marks/mark-rules.ts";
import type { Link } from "./contract.ts";
import { splitRatio } from "./page/destination.ts";
import type { LinkRow } from "./store.ts";

export function toLink(row: LinkRow): Link {
  return {
    id: row.id,
    profile_id: row.profile_id,
    user_id: row.user_id,
    title: row.title,
    description: row.description,
    url: row.url,
    icon: row.icon,
    show_icon: row.show_icon,
    show_adult_warning: row.show_adult_warning,
    is_ab_test: row.is_ab_test,
    link_a: row.link_a,
    link_b: row.link_b,
    ab_split_ratio: splitRatio(row.ab_split_ratio),
    geo_restrictions: parseGeoRestrictions(row.geo_restrictions),
    geo_blocked_fallback_url: row.geo_blocked_fallback_url,
    is_visible: row.is_visible,
    position: row.position,
    click_count: row.click_count,
    created_at: row.created_at,
    updated_at: row.updated_at,
    kind: row.kind,
    content: row.content,
    parent_id: row.parent_id,
    layout: row.layout,
    animation: row.animation,
    picture_url: row.picture_url,
    schedule: row.schedule,
    expires_at: row.expires_at,
    expires_clicks: row.expires_clicks,
    expired_url: row.expired_url,
    opened_count: row.opened_count,
    audience: row.audience,
    has_password: row.password_hash !== null,
    notes: row.notes,
    short_name: row.short_name,
    is_short_name_own: row.is_short_name_own,
    problem: null,
    problem_at: null,
    tags: row.tags,
    folder: row.folder,
    ...shownMarks(row),
  };
}
