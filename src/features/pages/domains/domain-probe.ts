import { API_ROOT, GO_PATH } from "#src/lib/paths.ts";

/** At this path, a host identifies its domain, so that we can tell whether the domain points here. */
export const DOMAIN_PROBE_PATH = "/.well-known/fanfare-domain";

export interface TextAnswer {
  type: string;
  text: string;
}

export function plainAnswer(text: string): TextAnswer {
  return { type: "text/plain; charset=utf-8", text };
}

/** Serves the paths that only a page's own host has: its identity, and its robots.txt. */
export function answerOnDomain(
  { id, host }: { id: string; host: string },
  path: string,
): TextAnswer | undefined {
  if (path === DOMAIN_PROBE_PATH) return plainAnswer(`${id}\n`);
  if (path === "/robots.txt") {
    const lines = [
      "User-agent: *",
      `Disallow: ${API_ROOT}`,
      `Disallow: ${GO_PATH}`,
      "",
      `Sitemap: https://${host}/sitemap.xml`,
    ];
    return plainAnswer(`${lines.join("\n")}\n`);
  }
  if (path !== "/sitemap.xml") return undefined;
  const namespace = "http://www.sitemaps.org/schemas/sitemap/0.9";
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="${namespace}">\n<url><loc>https://${host}/</loc></url>\n</urlset>\n`;
  return { type: "application/xml; charset=utf-8", text };
}
