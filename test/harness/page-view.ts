import type { PageLink, PageView } from "#src/features/public/public-page/page/page-view.ts";

/** A link as a page shows it, with whatever a test changes. */
export function pageLinkOf(changes: Partial<PageLink> = {}): PageLink {
  return {
    id: "0190aaaa-bbbb-7ccc-8ddd-000000000001",
    title: "My shop",
    description: "",
    url: "https://shop.example/a",
    icon: "",
    show_icon: false,
    show_adult_warning: false,
    is_gated: false,
    is_broken: false,
    ...changes,
  };
}

/** A page with one link and nothing switched on, with whatever a test changes. */
export function pageViewOf(changes: Partial<PageView> = {}): PageView {
  return {
    profile_id: "0190aaaa-bbbb-7ccc-8ddd-00000000000a",
    username: "mia",
    name: "Mia Moreno",
    bio: "Singer from Lisbon",
    avatar_url: null,
    theme: { theme_color: "", text_color: "", button_color: "", button_text_color: "" },
    socials: [],
    links: [pageLinkOf()],
    background: null,
    is_online: false,
    response_time: "",
    shows_location: false,
    promotion: null,
    lead_form: null,
    facebook_pixel_id: null,
    google_analytics_id: null,
    rescue_url: null,
    direct_link: null,
    in_app_browsers: [],
    ...changes,
  };
}
