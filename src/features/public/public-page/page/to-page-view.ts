import { ANIMATIONS, LINK_KINDS } from "#src/features/pages/links/blocks-contract.ts";
import { accessOf, type WithAccess } from "#src/features/pages/links/page/access.ts";
import { isBrokenTest, isGated } from "#src/features/pages/links/page/destination.ts";
import { contentChars, PAGE_CONTENT_CHARS_MAX } from "#src/features/pages/links/rows-rules.ts";
import { isOwnPicture, type Tones } from "#src/features/pages/media/rules.ts";
import { parseBackground } from "#src/features/pages/profiles/page/background.ts";
import {
  type LeadColumns,
  type OwnFormTexts,
  parsePlacedForm,
} from "#src/features/pages/profiles/page/lead-form.ts";
import { parseFacebookPixel, parseGoogleId } from "#src/features/pages/profiles/page/pixels.ts";
import { parsePromotion } from "#src/features/pages/profiles/page/promotion.ts";
import { parseSocialPlatforms } from "#src/features/pages/profiles/page/socials.ts";
import { parseThemeSettings } from "#src/features/pages/profiles/rules.ts";
import { isBlank } from "#src/lib/text.ts";
import { checkUrl } from "#src/lib/url.ts";
import type { PageLink, PageView } from "./page-view.ts";

export interface LinkSource extends WithAccess {
  id: string;
  title: string;
  description: string | null;
  url: string;
  icon: string | null;
  show_icon: boolean;
  show_adult_warning: boolean;
  is_ab_test: boolean;
  link_a: string | null;
  link_b: string | null;
  geo_restrictions: unknown;
  kind?: string;
  content?: unknown;
  parent_id?: string | null;
  layout?: string;
  animation?: string | null;
  picture_url?: string | null;
}

/** The profile columns of a page, as stored or as the API returns them. */
export interface PageSource extends LeadColumns {
  id: string;
  username: string;
  domain?: string | null;
  name: string;
  display_name: string | null;
  public_notes: string | null;
  profile_picture_url: string | null;
  theme_settings: unknown;
  social_platforms: unknown;
  show_online_indicator: boolean;
  show_response_time: boolean;
  response_time: string | null;
  show_location: boolean;
  customer_rescue_enabled: boolean;
  customer_rescue_url: string | null;
  background_image_url: string | null;
  background_video_url?: string | null;
  overlay_color: string | null;
  overlay_opacity: number | null;
  background_tones?: Tones | null;
  promotion_text: string | null;
  facebook_pixel_id: string | null;
  google_analytics_id: string | null;
  tiktok_fallback_enabled: boolean;
  in_app_browsers: unknown;
  direct_link_url: string | null;
  direct_link_warning: boolean;
  is_unbranded?: boolean;
  /** What's allowed of the page's own style sheet. */
  own_css?: string | null;
}

/**
 * Converts rows to the view that a page is rendered from, on the server and in the dashboard's preview, which
 * already has most of the cards.
 */
export function toPageView(source: PageSource, links: readonly LinkSource[], cardOf = toPageLink): PageView {
  return {
    profile_id: source.id,
    username: source.username,
    domain: source.domain ?? null,
    name: source.display_name?.trim() || source.name,
    bio: source.public_notes ?? "",
    avatar_url: isOwnPicture(source.profile_picture_url) ? source.profile_picture_url : null,
    theme: parseThemeSettings(source.theme_settings),
    socials: parseSocialPlatforms(source.social_platforms),
    links: drawable(links).map((link) => cardOf(link)),
    background: parseBackground(source),
    is_online: source.show_online_indicator,
    response_time: source.show_response_time ? (source.response_time?.trim() ?? "") : "",
    shows_location: source.show_location,
    promotion: parsePromotion(source.promotion_text, source.promotion_settings),
    lead_form: parsePlacedForm(source, placedForm(links)),
    facebook_pixel_id: parseFacebookPixel(source.facebook_pixel_id),
    google_analytics_id: parseGoogleId(source.google_analytics_id),
    invalid_pixels: listInvalidPixels(source),
    rescue_url: source.customer_rescue_enabled ? openable(source.customer_rescue_url) : null,
    direct_link: findDirectLink(source),
    is_unbranded: source.is_unbranded ?? false,
    in_app_browsers: listInAppBrowsers(source),
    ...(source.own_css ? { own_css: source.own_css } : {}),
  };
}

/** An account that was brought from elsewhere may have more on a page than it may hold here. */
function drawable(links: readonly LinkSource[]): readonly LinkSource[] {
  let chars = 0;
  return links.filter((link) => {
    if (!link?.content) return true;
    chars += contentChars(link);
    return chars <= PAGE_CONTENT_CHARS_MAX;
  });
}

/** Rows may have been imported: a broken one keeps its card, which shows an error (spec §2). */
export function toPageLink(link: LinkSource): PageLink {
  return { ...toCard(link), ...extrasOf(link) };
}

/** Returns what most links don't have. */
function extrasOf(link: LinkSource | undefined): Partial<PageLink> {
  const extras: Partial<PageLink> = {};
  if (link && accessOf(link)) extras.goes = true;
  const kind = LINK_KINDS.find((known) => known === link?.kind) ?? "link";
  if (link?.parent_id) extras.parent_id = link.parent_id;
  if (isOwnPicture(link?.picture_url)) extras.picture = link.picture_url;
  if (kind !== "link") {
    const content = typeof link?.content === "object" ? (link.content as Record<string, unknown>) : null;
    return { ...extras, is_broken: false, block: { kind, content: content ?? {} } };
  }
  if (link?.layout === "featured" || link?.layout === "grid") extras.layout = link.layout;
  const animation = ANIMATIONS.find((known) => known === link?.animation);
  if (animation) extras.animation = animation;
  return extras;
}

/** Returns the texts of the page's sign-up block, if it has one. */
function placedForm(links: readonly LinkSource[]): OwnFormTexts | undefined {
  const placed = links.find((link) => link?.kind === "newsletter");
  if (!placed) return undefined;
  const { button } = (placed.content ?? {}) as { button?: unknown };
  return {
    title: placed.title ?? "",
    description: placed.description ?? "",
    button: typeof button === "string" ? button : "",
  };
}

function toCard(link: LinkSource): PageLink {
  return {
    id: link?.id,
    title: link?.title,
    description: link?.description ?? "",
    url: link?.url,
    icon: link?.icon ?? "",
    show_icon: link?.show_icon === true,
    show_adult_warning: link?.show_adult_warning === true,
    is_gated: Boolean(link) && isGated(link),
    is_broken: link?.is_ab_test === true ? isBrokenTest(link) : openable(link?.url) === null,
  };
}

function listInvalidPixels({ facebook_pixel_id, google_analytics_id }: PageSource): string[] {
  const isInvalid = (stored: string | null, read: (id: string) => string | null) =>
    !isBlank(stored ?? "") && read(stored ?? "") === null;
  return [
    ...(isInvalid(facebook_pixel_id, parseFacebookPixel) ? ["Facebook pixel ID"] : []),
    ...(isInvalid(google_analytics_id, parseGoogleId) ? ["Analytics ID"] : []),
  ];
}

function openable(url: string | null | undefined): string | null {
  const checked = checkUrl(typeof url === "string" ? url : "");
  return checked.ok ? checked.url : null;
}

function findDirectLink(source: PageSource): PageView["direct_link"] {
  if (isBlank(source.direct_link_url ?? "")) return null;
  const url = openable(source.direct_link_url);
  return url === null ? null : { url, has_warning: source.direct_link_warning };
}

const TIKTOK = "tiktok";

function listInAppBrowsers(source: PageSource): string[] {
  const others = Array.isArray(source.in_app_browsers) ? source.in_app_browsers : [];
  const keys = others.filter((key): key is string => typeof key === "string" && key !== TIKTOK);
  return source.tiktok_fallback_enabled ? [TIKTOK, ...keys] : keys;
}
