/**
 * What crawlers may read: everything but the dashboards, the API (its sitemap apart) and the addresses that count clicks.
 * Paths end in `/` or `$`, because a page may be called `gordon`, `dashboards` or `apis`.
 */
export function robotsText(publicUrl: string): string {
  const closed = ["/dashboard", "/admin"].flatMap((path) => [`${path}$`, `${path}?`, `${path}/`]);
  return [
    "User-agent: *",
    "Allow: /api/sitemap.xml",
    ...[...closed, "/api/", "/go/"].map((path) => `Disallow: ${path}`),
    "",
    `Sitemap: ${publicUrl}/api/sitemap.xml`,
    "",
  ].join("\n");
}
