import type { Background } from "#src/features/profiles/page/background.ts";
import type { LeadForm } from "#src/features/profiles/page/lead-form.ts";
import type { Promotion } from "#src/features/profiles/page/promotion.ts";

/** The four colours an owner may choose (`theme_settings`, spec §3); an empty one stands for the default look. */
export interface PageTheme {
  theme_color: string;
  text_color: string;
  button_color: string;
  button_text_color: string;
  button_style?: "filled" | "outline" | "soft" | "shadow";
  button_shape?: "rounded" | "pill" | "square";
  /** The same colors in dark mode. */
  always_own_colors?: boolean;
}

/** What decides a page's style sheet. */
export interface PageLook {
  theme: PageTheme;
  /** Over the owner's picture; null without one. */
  veil: Pick<Background, "overlay" | "opacity"> | null;
  banner: Pick<Promotion, "color" | "position"> | null;
  /** What comes and goes on the page: warnings and the question for consent. */
  dialogs: { warns: boolean; asks: boolean; helps: boolean };
  has_form?: boolean;
  /** It stands in for a page. */
  is_notice?: boolean;
}

export interface PageLink {
  id: string;
  title: string;
  description: string;
  url: string;
  icon: string;
  show_icon: boolean;
  show_adult_warning: boolean;
  /** Its address depends on who asks (A/B test, place) or on their consent: it does not stand in the page. */
  is_gated: boolean;
  /** It leads nowhere: its card says so instead of opening it. */
  is_broken: boolean;
}

export interface PageSocial {
  platform: string;
  url: string;
}

/** Everything a public page is rendered from, in the order in which it is shown. */
export interface PageView {
  profile_id: string;
  username: string;
  name: string;
  bio: string;
  avatar_url: string | null;
  theme: PageTheme;
  socials: PageSocial[];
  links: PageLink[];
  background: Background | null;
  is_online: boolean;
  /** Empty when the badge is not shown. */
  response_time: string;
  shows_location: boolean;
  promotion: Promotion | null;
  lead_form: LeadForm | null;
  facebook_pixel_id: string | null;
  google_analytics_id: string | null;
  /** Names of the pixels whose stored id is none: they are skipped, and the console says so (spec §5). */
  invalid_pixels?: readonly string[];
  /** Where visitors go after a click on a link (spec §4, customer rescue). */
  rescue_url: string | null;
  direct_link: { url: string; has_warning: boolean } | null;
  /** Keys of the in-app browsers whose visitors are shown the way out. */
  in_app_browsers: readonly string[];
}

/** What the instance adds to every page. */
export interface PageFrame {
  instanceName: string;
  /** Scheme and host without a slash at the end. */
  publicUrl: string;
  /** The same of the host that serves pages, where that is another one. */
  pagesUrl?: string | undefined;
  /** Path of the visitor's script, such as `/assets/page-xyz.js`. */
  scriptUrl: string;
  /** Path of the service worker; absent on instances that want none. */
  workerUrl?: string | undefined;
  /** Scheme and host of the network that delivers uploaded pictures. */
  cdnUrl?: string | undefined;
  /** The instance's own measurement id (Google), which every page carries beside its owner's. */
  measurementId?: string | undefined;
}

/** What a page shows of its instance; the dashboard's preview has no script. */
export type PageHome = Pick<PageFrame, "instanceName" | "publicUrl" | "pagesUrl" | "measurementId">;
