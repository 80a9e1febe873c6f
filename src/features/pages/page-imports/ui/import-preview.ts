import type { Link } from "#src/features/pages/links/contract.ts";
import type { Profile } from "#src/features/pages/profiles/contract.ts";
import { NEW_PROFILE } from "#src/features/pages/profiles/ui/shared/new-profile.ts";
import type { PageImport } from "../contract.ts";
import { arranges, leadsSomewhere } from "../rules.ts";

export interface Parts {
  socials: boolean;
  bio: boolean;
  picture: boolean;
  look: boolean;
}

const TIME = "2026-01-01T00:00:00.000Z";

/** Returns the profile as it will look, but for pictures, which are copied later. */
export function profileAfter(
  page: PageImport,
  profile: Profile | undefined,
  { name, parts }: { name: string; parts: Parts },
): Profile {
  const before = profile ?? { ...NEW_PROFILE, name: name || "Your page" };
  return {
    ...before,
    public_notes: before.public_notes || (parts.bio ? page.bio : null),
    theme_settings:
      parts.look && page.look ? { ...before.theme_settings, ...page.look } : before.theme_settings,
    social_platforms: parts.socials ? [...before.social_platforms, ...page.socials] : before.social_platforms,
  };
}

/** Returns the links that will be added, with the headings and groups that they're under. */
export function linksAfter({ items }: PageImport, chosen: ReadonlySet<string>): Link[] {
  const isChosen = ({ key }: Item) => chosen.has(key);
  return items.flatMap((item, position): Link[] => {
    const isLink = leadsSomewhere(item);
    const isThere = isLink ? isChosen(item) : arranges(items, position, isChosen);
    return isThere ? [{ ...rowOf(item), kind: isLink ? "link" : kindOf(item), position }] : [];
  });
}

type Item = PageImport["items"][number];

const idOf = (key: string) => `new-${key}`;
const kindOf = ({ kind }: Item) => (kind === "group" ? "group" : "heading");

function rowOf(item: Item): Link {
  return {
    id: idOf(item.key),
    profile_id: "",
    user_id: "",
    title: item.title,
    description: item.description,
    url: leadsSomewhere(item) ? (item.url ?? "https://example.com") : "",
    icon: item.icon,
    show_icon: item.icon !== null,
    show_adult_warning: item.show_adult_warning,
    is_ab_test: false,
    link_a: null,
    link_b: null,
    ab_split_ratio: 0.5,
    geo_restrictions: null,
    geo_blocked_fallback_url: null,
    schedule: null,
    expires_at: null,
    expires_clicks: null,
    expired_url: null,
    opened_count: 0,
    audience: null,
    has_password: false,
    short_name: null,
    is_short_name_own: false,
    problem: null,
    problem_at: null,
    notes: null,
    tags: [],
    folder: null,
    staff_hidden: null,
    staff_adult: null,
    is_visible: !item.is_hidden,
    position: 0,
    click_count: 0,
    created_at: TIME,
    updated_at: TIME,
    kind: "link",
    content: item.kind === "group" ? { is_collapsible: true, is_open: true } : null,
    parent_id: item.group === null ? null : idOf(item.group),
    layout: "row",
    animation: null,
    picture_url: null,
  };
}
