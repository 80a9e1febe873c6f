import { type Agent, BROWSERS, inApp } from "./agents.ts";

/** A visit's origin: the referrer, and the programs in which the page opens. */
interface Source {
  referrer: string;
  agents: readonly Agent[];
  /** The share of views that end in a click, relative to the creator's own. */
  clicks: number;
}

export const SOURCES = {
  direct: { referrer: "", agents: BROWSERS, clicks: 1.05 },
  instagram: { referrer: "https://l.instagram.com/", agents: inApp("instagram"), clicks: 1.1 },
  instagramWeb: { referrer: "https://www.instagram.com/", agents: BROWSERS, clicks: 1 },
  tiktok: { referrer: "https://www.tiktok.com/", agents: inApp("tiktok"), clicks: 0.8 },
  facebook: { referrer: "https://m.facebook.com/", agents: inApp("facebook"), clicks: 0.9 },
  threads: { referrer: "https://l.threads.com/", agents: inApp("threads"), clicks: 0.9 },
  x: { referrer: "https://t.co/", agents: [...inApp("x"), ...BROWSERS], clicks: 0.8 },
  linkedin: { referrer: "https://www.linkedin.com/", agents: [...inApp("linkedin"), ...BROWSERS], clicks: 1 },
  pinterest: {
    referrer: "https://www.pinterest.com/",
    agents: [...inApp("pinterest"), ...BROWSERS],
    clicks: 1.1,
  },
  snapchat: { referrer: "", agents: inApp("snapchat"), clicks: 0.7 },
  reddit: { referrer: "https://www.reddit.com/", agents: BROWSERS, clicks: 0.85 },
  youtube: { referrer: "https://www.youtube.com/", agents: BROWSERS, clicks: 1 },
  google: { referrer: "https://www.google.com/", agents: [...BROWSERS, ...inApp("google")], clicks: 0.75 },
  bing: { referrer: "https://www.bing.com/", agents: BROWSERS, clicks: 0.7 },
  spotify: { referrer: "https://open.spotify.com/", agents: BROWSERS, clicks: 0.95 },
  strava: { referrer: "https://www.strava.com/", agents: BROWSERS, clicks: 1.1 },
  newsletter: { referrer: "https://mail.google.com/", agents: BROWSERS, clicks: 1.3 },
} as const satisfies Record<string, Source>;

export type SourceName = keyof typeof SOURCES;
