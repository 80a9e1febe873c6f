import { API_DESCRIPTION_PATH, API_ROOT, PAGE_DATA_PATH, SITEMAP_PATH } from "#src/lib/paths.ts";
import type { Kind } from "./cache-policy.ts";

/** The worker ignores all requests that are personal, count something, or change something. */
const NOT_OURS =
  /^\/(?:dashboard|admin|auth|go|health|api\/auth)(?:\/|$)|^\/(?:forgot-password|reset-password|accept-invitation|metrics|sw\.js|advanced-sw\.js)$/;
const STATIC = /^\/(?:assets|static|media)\/|^\/favicon\.(?:ico|svg)$/;
// regex-ignore: constants and one repetition between both ends
const PROFILE_DATA = new RegExp(`^${PAGE_DATA_PATH}[a-z0-9]+(?:/links|/customization)?$`, "i");
/** The few API responses that are the same for everyone. */
const PUBLIC_API = [SITEMAP_PATH, API_DESCRIPTION_PATH];

/** Parameters that networks and e-mail programs append to a URL. The page behind it is the same. */
const CAMPAIGN_PARAMETER =
  /^(?:utm_\w+|ref|fbclid|gclid|gbraid|wbraid|ttclid|twclid|igsh|igshid|msclkid|mc_\w+|si)$/;

export interface RequestedResource {
  method: string;
  mode: string;
  url: string;
  headers: { has(name: string): boolean };
}

/** Returns the kind of a request, or null for those that bypass the worker. */
export function kindOf(request: RequestedResource, origin: string): Kind | null {
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== origin || request.headers.has("range")) return null;
  const path = url.pathname;
  if (NOT_OURS.test(path)) return null;
  if (PROFILE_DATA.test(path)) return "profile-data";
  if (PUBLIC_API.includes(path)) return "api-responses";
  if (path.startsWith(API_ROOT)) return null;
  if (STATIC.test(path)) return "static-assets";
  // Forms and files next to a page (`/mia/qr.png`) are opened like pages but aren't pages.
  return request.mode === "navigate" && /^\/[^/.]*$/.test(path) ? "pages" : null;
}

/**
 * Returns the URL under which a page is cached: case-insensitive, like usernames, and without a campaign's
 * additions.
 */
export function pageKey(address: string): string {
  const url = new URL(address);
  return url.origin + url.pathname.toLowerCase();
}

/** False for a URL that requests something other than the page itself, whose response isn't the page. */
export function isPlainPage(address: string): boolean {
  return [...new URL(address).searchParams.keys()].every((name) => CAMPAIGN_PARAMETER.test(name));
}

/** Returns the URLs of spec §7 to prefetch. */
export function warmUpPaths(pageAddress: string): string[] {
  const username = new URL(pageAddress).pathname.slice(1).toLowerCase();
  if (!/^[a-z0-9]{1,30}$/.test(username)) return [];
  return ["", "/links", "/customization"].map((part) => `${PAGE_DATA_PATH}${username}${part}`);
}
