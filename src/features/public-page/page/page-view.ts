/** The four colours an owner may choose (`theme_settings`, spec §3); an empty one stands for the default look. */
export interface PageTheme {
  theme_color: string;
  text_color: string;
  button_color: string;
  button_text_color: string;
}

export interface PageLink {
  id: string;
  title: string;
  description: string;
  url: string;
  icon: string;
  show_icon: boolean;
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
}

/** What the instance adds to every page. */
export interface PageFrame {
  instanceName: string;
  /** Scheme and host without a slash at the end. */
  publicUrl: string;
  /** Path of the visitor's script, such as `/assets/page-xyz.js`. */
  scriptUrl: string;
}

/** What a page shows of its instance; the dashboard's preview has no script. */
export type PageHome = Pick<PageFrame, "instanceName" | "publicUrl">;
