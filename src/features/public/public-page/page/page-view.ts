import type { ExitMethod, ExitPlatform } from "#src/features/pages/in-app-browsers/rules.ts";
import type { LinkKind } from "#src/features/pages/links/blocks-contract.ts";
import type { Background } from "#src/features/pages/profiles/page/background.ts";
import type { LeadForm } from "#src/features/pages/profiles/page/lead-form.ts";
import type { Promotion } from "#src/features/pages/profiles/page/promotion.ts";
import type { LookSettings } from "#src/features/pages/profiles/theme-rules.ts";

/**
 * The colors and the look that an owner may choose (`theme_settings`, spec §3). An empty color means the
 * default, as does everything else that's absent.
 */
export interface PageTheme extends Partial<LookSettings> {
  theme_color: string;
  text_color: string;
  button_color: string;
  button_text_color: string;
  button_style?: "filled" | "outline" | "soft" | "shadow";
  button_shape?: "rounded" | "pill" | "square";
  /** Set to use the same colors in dark mode; null or absent means as soon as one is chosen. */
  always_own_colors?: boolean | null;
}

export interface StyleInputs {
  theme: PageTheme;
  /** Covers the owner's picture; null without one. */
  scrim: (Pick<Background, "overlay" | "opacity" | "tones"> & { moves?: true }) | null;
  banner: Pick<Promotion, "color" | "position"> | null;
  /** The page's temporary parts: warnings and the consent banner. */
  dialogs: { warns: boolean; asks: boolean; helps: boolean };
  has_form?: boolean;
  has_past_emails?: boolean;
  /** What's on the page besides plain links, sorted: kinds of blocks, and looks of links. */
  extras?: readonly string[];
  is_notice?: boolean;
  /** The owner's own style sheet, as far as it's allowed. */
  own?: string | undefined;
}

export interface PageLink {
  id: string;
  title: string;
  description: string;
  url: string;
  icon: string;
  show_icon: boolean;
  show_adult_warning: boolean;
  /**
   * Set if its URL depends on the visitor (A/B test, location) or on their consent, so that it isn't in the
   * page.
   */
  is_gated: boolean;
  /** Set if it leads nowhere: its card shows an error and opens nothing. */
  is_broken: boolean;
  /** Set for everything but a link. */
  block?: PageBlock;
  /** The group that it's in, if that's on the page. */
  parent_id?: string;
  /** How a link looks, if not as a row. */
  layout?: "featured" | "grid";
  animation?: string;
  /** Set if only the server knows whether it opens now, so that it's followed without the script. */
  goes?: true;
  /** Its own picture here, instead of an icon. */
  picture?: string;
}

/** What a block holds is checked where it's shown, because rows may have been imported. */
export interface PageBlock {
  kind: Exclude<LinkKind, "link">;
  content: Readonly<Record<string, unknown>>;
}

export interface PageSocial {
  platform: string;
  url: string;
}

export interface PastEmails {
  list_url: string;
  emails: readonly { url: string; subject: string; sent_at: string }[];
}

/** Everything that a public page is rendered from, in the order it is shown. */
export interface PageView {
  profile_id: string;
  username: string;
  /** The page's own host, if it has one. */
  domain?: string | null;
  name: string;
  bio: string;
  avatar_url: string | null;
  theme: PageTheme;
  socials: PageSocial[];
  links: PageLink[];
  background: Background | null;
  is_online: boolean;
  /** Empty if the badge is not shown. */
  response_time: string;
  shows_location: boolean;
  promotion: Promotion | null;
  lead_form: LeadForm | null;
  facebook_pixel_id: string | null;
  google_analytics_id: string | null;
  /** Pixels whose stored id is invalid: they are skipped, and the console reports them (spec §5). */
  invalid_pixels?: readonly string[];
  /** The target of visitors after a click on a link (spec §4, customer rescue). */
  rescue_url: string | null;
  direct_link: { url: string; has_warning: boolean } | null;
  /** Set if its owner has premium and hides “Powered by” (spec §3, `branding_removal`). */
  is_unbranded?: boolean;
  /** Set only on pages that list some. */
  past_emails?: PastEmails | null;
  /** The time it's rendered at (ms since 1970), for blocks that count down; now if absent. */
  now?: number;
  /** Keys of the in-app browsers whose visitors see the exit. */
  in_app_browsers: readonly string[];
  /** What's allowed of the owner's own style sheet. */
  own_css?: string;
}

export interface PageFrame {
  instanceName: string;
  /** Scheme and host without a slash at the end. */
  publicUrl: string;
  /** The same for the host that serves pages, if that is a different one. */
  pagesUrl?: string | undefined;
  /** Path of the visitor's script, such as `/assets/page-xyz.js`. */
  scriptUrl: string;
  /** Path of the script of blocks that need one. */
  blocksUrl?: string | undefined;
  /** Path of the script of videos behind pages. */
  videoUrl?: string | undefined;
  /** Path of the service worker; absent on instances that have it off. */
  workerUrl?: string | undefined;
  /** Scheme and host of the CDN that delivers uploaded pictures. */
  cdnUrl?: string | undefined;
  /** The instance's own measurement id (Google), which every page carries in addition to its owner's. */
  measurementId?: string | undefined;
  referralCode?: string | undefined;
  /** True if only invited people can make an account. */
  isByInvitation?: boolean | undefined;
  /** The ways out for apps that only the script recognizes; the built-in ones if absent. */
  bridgeWays?: Readonly<Record<ExitPlatform, readonly ExitMethod[]>>;
}

/** The instance's part that a page shows; the dashboard's preview runs no script. */
export type PageHome = Pick<
  PageFrame,
  | "instanceName"
  | "publicUrl"
  | "pagesUrl"
  | "measurementId"
  | "referralCode"
  | "isByInvitation"
  | "bridgeWays"
>;
