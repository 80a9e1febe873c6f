import type { PageLink, PageTheme, PageView } from "#src/features/public/public-page/page/page-view.ts";
import { pageCss, styleInputs } from "#src/features/public/public-page/page/style/page-css.ts";

export interface SampleLook {
  key: string;
  label: string;
  theme: PageTheme;
}

function look(key: string, label: string, [page, text, button, buttonText]: readonly string[]): SampleLook {
  return {
    key,
    label,
    theme: {
      theme_color: page ?? "",
      text_color: text ?? "",
      button_color: button ?? "",
      button_text_color: buttonText ?? "",
    },
  };
}

/** The phone starts with the first one. */
export const SAMPLE_LOOKS: readonly [SampleLook, ...SampleLook[]] = [
  look("marigold", "Marigold", ["#ffd977", "#2b1503", "#2b1503", "#fff6e0"]),
  look("dusk", "Dusk", []),
  look("fjord", "Fjord", ["#0b3a40", "#e9fffb", "#9ff0df", "#06302f"]),
  look("paper", "Paper", ["#faf6ef", "#1d1a16", "#ffffff", "#1d1a16"]),
];

function link(title: string, icon: string, description = ""): PageLink {
  return {
    id: title,
    title,
    description,
    url: "https://example.com/",
    icon,
    show_icon: true,
    show_adult_warning: false,
    is_gated: false,
    is_broken: false,
  };
}

/** A made-up person, drawn for this page. */
export const SAMPLE_VIEW: PageView = {
  profile_id: "",
  username: "maralind",
  name: "Mara Lind",
  bio: "Photographer and slow traveler.\nFilm, fjords and the last train home.",
  avatar_url: "/static/sample-avatar.svg",
  theme: SAMPLE_LOOKS[0].theme,
  socials: [
    { platform: "instagram", url: "https://example.com/i" },
    { platform: "tiktok", url: "https://example.com/t" },
    { platform: "youtube", url: "https://example.com/y" },
    { platform: "mail", url: "https://example.com/m" },
  ],
  links: [
    link("The Last Lighthouse", "camera", "New series, 24 photos"),
    link("Watch the film", "youtube"),
    link("Prints and postcards", "shop"),
    link("Workshop in Bergen", "calendar", "Four seats left"),
  ],
  background: null,
  is_online: true,
  response_time: "an hour",
  shows_location: false,
  promotion: null,
  lead_form: null,
  facebook_pixel_id: null,
  google_analytics_id: null,
  rescue_url: null,
  direct_link: null,
  in_app_browsers: [],
};

/** Inside the phone, the page is as tall as its screen and doesn't move. */
const PHONE_CSS =
  ":host{all:initial;display:block;height:100%;overflow:hidden}.page{min-height:100%!important;padding:3.25rem 1.25rem 0!important;zoom:.74}footer{display:none!important}*,*::before{animation:none!important}";

export const SAMPLE_CSS = pageCss(styleInputs(SAMPLE_VIEW)) + PHONE_CSS;

/**
 * Returns a theme's changes as custom properties on the phone's host. Outside rules beat `:host`, so no
 * script is needed.
 */
export function lookProperties({ theme }: SampleLook): string {
  const css = pageCss(styleInputs({ ...SAMPLE_VIEW, theme }));
  return /:host\{([^{}]*)\}/.exec(css)?.[1] ?? "";
}
