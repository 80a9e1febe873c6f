import { API_ROOT, GO_PATH, PATHS, SITEMAP_PATH } from "#src/lib/paths.ts";

/**
 * What crawlers may read: everything except the dashboards, the API (other than its sitemap), and the URLs
 * that count clicks. Paths end in `/` or `$`, because a page could be called `gordon`, `dashboards`, or
 * `apis`.
 */
export function robotsText(publicUrl: string): string {
  const closed = [PATHS.dashboard, PATHS.admin].flatMap((path) => [`${path}$`, `${path}?`, `${path}/`]);
  return [
    "User-agent: *",
    `Allow: ${SITEMAP_PATH}`,
    ...[...closed, API_ROOT, GO_PATH].map((path) => `Disallow: ${path}`),
    "",
    `Sitemap: ${publicUrl}${SITEMAP_PATH}`,
    "",
  ].join("\n");
}
