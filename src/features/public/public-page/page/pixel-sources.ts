import type { PageHome, PageView } from "./page-view.ts";

export interface Pixels {
  facebook: string | null;
  google: readonly string[];
}

/** The owner's pixels, and the instance's own measurement id (spec §7). */
export function pixelsOf(
  view: Pick<PageView, "facebook_pixel_id" | "google_analytics_id">,
  home: Pick<PageHome, "measurementId">,
): Pixels {
  const ids = [view.google_analytics_id, home.measurementId].filter((id): id is string => Boolean(id));
  return { facebook: view.facebook_pixel_id, google: [...new Set(ids)] };
}

/** The sources that a page's policy allows for its pixels, in addition to those of every page. */
export interface PixelSources {
  scripts: readonly string[];
  connections: readonly string[];
  pictures: readonly string[];
}

const FACEBOOK: PixelSources = {
  scripts: ["https://connect.facebook.net"],
  connections: ["https://connect.facebook.net", "https://www.facebook.com"],
  pictures: ["https://www.facebook.com"],
};

/** As listed in Google's guide to Content-Security-Policy for GA4. */
const GOOGLE: PixelSources = {
  scripts: ["https://*.googletagmanager.com"],
  connections: [
    "https://*.google-analytics.com",
    "https://*.analytics.google.com",
    "https://*.googletagmanager.com",
  ],
  pictures: ["https://*.google-analytics.com", "https://*.googletagmanager.com"],
};

/** Returns the hosts of a page's pixels; empty for pages without any. */
export function pixelSources({ facebook, google }: Pixels): PixelSources {
  const used = [...(facebook ? [FACEBOOK] : []), ...(google.length > 0 ? [GOOGLE] : [])];
  return {
    scripts: used.flatMap(({ scripts }) => scripts),
    connections: used.flatMap(({ connections }) => connections),
    pictures: used.flatMap(({ pictures }) => pictures),
  };
}

/** Returns the companies that a page's pixels report to, by names that visitors know. */
export function pixelServices({ facebook, google }: Pixels): string[] {
  return [...(facebook ? ["Facebook"] : []), ...(google.length > 0 ? ["Google"] : [])];
}
