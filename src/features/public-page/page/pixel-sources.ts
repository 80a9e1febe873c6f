/** Whose pixels a page has. */
export interface Pixels {
  facebook: boolean;
  google: boolean;
}

/** What a page's policy lets through for its pixels, beside what every page may. */
export interface PixelSources {
  scripts: readonly string[];
  connections: readonly string[];
}

const FACEBOOK: PixelSources = {
  scripts: ["https://connect.facebook.net"],
  connections: ["https://connect.facebook.net", "https://www.facebook.com"],
};

/** As Google's guide to Content-Security-Policy for GA4 lists them. */
const GOOGLE: PixelSources = {
  scripts: ["https://*.googletagmanager.com"],
  connections: [
    "https://*.google-analytics.com",
    "https://*.analytics.google.com",
    "https://*.googletagmanager.com",
  ],
};

/** The hosts of a page's pixels; none for pages without. */
export function pixelSources({ facebook, google }: Pixels): PixelSources {
  const used = [...(facebook ? [FACEBOOK] : []), ...(google ? [GOOGLE] : [])];
  return {
    scripts: used.flatMap(({ scripts }) => scripts),
    connections: used.flatMap(({ connections }) => connections),
  };
}

/** The companies that a page's pixels report to, as visitors know them. */
export function pixelServices({ facebook, google }: Pixels): string[] {
  return [...(facebook ? ["Facebook"] : []), ...(google ? ["Google"] : [])];
}
