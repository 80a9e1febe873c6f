import { RESERVED_USERNAMES, USERNAME_PATTERN } from "#src/features/profiles/rules.ts";
import type { Platform } from "#src/platform/context.ts";

/** What a host does with a path: serves it, knows nothing of it, or leads to the other host (a URL without its query). */
export type Door = "serve" | "missing" | { leadTo: string };

/** Reserved first segments that pages need where they have a host of their own, the API for what anybody may call. */
const FOR_PAGES = new Set([
  ...["go", "media", "assets", "static", "health", "metrics"],
  ...["robots.txt", "favicon.ico", "favicon.svg", "manifest.json", "sw.js", "advanced-sw.js"],
]);
const FOR_PAGES_IN_API = /^\/api\/(?:v1\/(?!docs$|openapi\.json$)|profile\/|sitemap\.xml$)/;
/** What a page shows of itself beside itself; the dashboard shows these too, from its own host. */
const PICTURE_OF_PAGE = /\.(?:png|svg|vcf)$/;

export interface Hosts {
  isPagesHost(host: string | undefined): boolean;
  doorOf(host: string | undefined, path: string): Door;
}

/** Who serves what where pages have a host of their own (`PAGES_URL`); undefined where one host serves everything. */
export function hostsOf({ publicUrl, pagesUrl }: Platform["instance"]): Hosts | undefined {
  if (pagesUrl === publicUrl) return undefined;
  const pagesHost = URL.parse(pagesUrl)?.host;
  const isPagesHost = (host: string | undefined) => host?.toLowerCase() === pagesHost;
  return {
    isPagesHost,
    doorOf: (host, path) =>
      isPagesHost(host) ? doorOfPages(path, publicUrl) : doorOfDashboard(path, pagesUrl),
  };
}

function doorOfPages(path: string, publicUrl: string): Door {
  if (path === "/") return { leadTo: `${publicUrl}/` };
  const first = firstSegment(path);
  if (FOR_PAGES.has(first) || FOR_PAGES_IN_API.test(path)) return "serve";
  return isUsername(first) ? "serve" : "missing";
}

function doorOfDashboard(path: string, pagesUrl: string): Door {
  const first = firstSegment(path);
  if (first !== "go" && (!isUsername(first) || PICTURE_OF_PAGE.test(path))) return "serve";
  return { leadTo: pagesUrl + path };
}

function firstSegment(path: string): string {
  return path.split("/", 2)[1] ?? "";
}

function isUsername(segment: string): boolean {
  const name = segment.toLowerCase();
  return USERNAME_PATTERN.test(name) && !RESERVED_USERNAMES.has(name);
}
