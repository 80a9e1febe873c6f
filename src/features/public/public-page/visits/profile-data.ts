import type { LinkDestination } from "#src/features/pages/links/page/destination.ts";
import type { ProfileData } from "../contract.ts";
import type { PageLink, PageView } from "../page/page-view.ts";

const TIKTOK = "tiktok";

/** The public profile response (spec §3): only what the page shows. `ways` are those of gated links. */
export function profileData(view: PageView, ways: ReadonlyMap<string, LinkDestination>): ProfileData {
  const { theme_color, text_color, button_color, button_text_color } = view.theme;
  const theme = { theme_color, text_color, button_color, button_text_color };
  const background = {
    background_image_url: view.background?.url ?? null,
    background_video_url: view.background?.video ?? null,
    overlay_color: view.background?.overlay ?? null,
    overlay_opacity: view.background?.opacity ?? null,
  };
  return {
    profile: { display_name: view.name, bio: view.bio, avatar_url: view.avatar_url },
    clientProfile: {
      id: view.profile_id,
      name: view.name,
      username: view.username,
      display_name: view.name,
      status: "active",
      is_active: true,
      public_notes: view.bio,
      profile_picture_url: view.avatar_url,
      theme_settings: theme,
      show_online_indicator: view.is_online,
      show_response_time: view.response_time !== "",
      response_time: view.response_time || null,
      show_location: view.shows_location,
      customer_rescue_enabled: view.rescue_url !== null,
      customer_rescue_url: view.rescue_url,
      ...background,
      ...promotionColumns(view),
      social_platforms: view.socials,
      facebook_pixel_id: view.facebook_pixel_id,
      google_analytics_id: view.google_analytics_id,
      ...leadColumns(view),
      tiktok_fallback_enabled: view.in_app_browsers.includes(TIKTOK),
      // Behind a warning, the URL is only for visitors who have confirmed it.
      direct_link_url: view.direct_link && !view.direct_link.has_warning ? view.direct_link.url : null,
      direct_link_warning: view.direct_link?.has_warning ?? false,
    },
    // Blocks are for the page itself.
    links: view.links.filter((link) => !link.block).map((link) => visitorLink(link, ways.get(link.id))),
    customization: { ...theme, ...background },
    locationStatus: "accessible",
  };
}

function visitorLink(link: PageLink, way: LinkDestination | undefined): ProfileData["links"][number] {
  return {
    id: link.id,
    title: link.title,
    description: link.description,
    icon: link.icon,
    show_icon: link.show_icon,
    show_adult_warning: link.show_adult_warning,
    is_gated: link.is_gated,
    url: link.is_gated || link.is_broken ? null : link.url,
    blocked: way?.blocked ?? false,
    message: way?.message ?? null,
  };
}

function promotionColumns({ promotion }: PageView) {
  if (!promotion) return { promotion_text: null, promotion_settings: null };
  const { text, color, position, deadline, minutes, ends_at } = promotion;
  return {
    promotion_text: text,
    promotion_settings: {
      countdownDuration: String(minutes),
      backgroundColor: color,
      position,
      deadline,
      ends_at,
    },
  };
}

/** The download itself is only for visitors who have filled in the form. */
function leadColumns({ lead_form: form }: PageView) {
  return {
    screensaver_enabled: form !== null && form.download !== null,
    lead_capture_enabled: form !== null,
    lead_capture_title: form?.title ?? null,
    lead_capture_description: form?.description ?? null,
    collect_phone_enabled: form !== null && form.phone !== "hidden",
    phone_required: form?.phone === "required",
    disclaimer_text: form?.disclaimer ?? null,
    button_text: form?.button ?? null,
  };
}
