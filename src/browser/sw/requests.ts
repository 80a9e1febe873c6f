import type { Kind } from "./ages.ts";

/** What only one person may see, what counts, what changes something: the worker stays out of its way. */
const NOT_OURS =
  /^\/(?:dashboard|admin|auth|go|health|api\/auth)(?:\/|$)|^\/(?:forgot-password|reset-password|accept-invitation|metrics|sw\.js|advanced-sw\.js)$/;
const STATIC = /^\/(?:assets|static|media)\/|^\/favicon\.(?:ico|svg)$/;
const PROFILE_DATA = /^\/api\/profile\/[a-z0-9]+(?:\/links|\/customization)?$/i;
/** The few answers of the API that are the same for everybody. */
const PUBLIC_API = /^\/api\/(?:sitemap\.xml|v1\/openapi\.json)$/;

/** What networks and mail programs append to an address; the page behind it is the same one. */
const CAMPAIGN_PARAMETER =
  /^(?:utm_\w+|ref|fbclid|gclid|gbraid|wbraid|ttclid|twclid|igsh|igshid|msclkid|mc_\w+|si)$/;

export interface AskedFor {
  method: string;
  mode: string;
  url: string;
  headers: { has(name: string): boolean };
}

/** How a request is answered; null for those that go to the network as if there was no worker. */
export function kindOf(request: AskedFor, origin: string): Kind | null {
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== origin || request.headers.has("range")) return null;
  const path = url.pathname;
  if (NOT_OURS.test(path)) return null;
  if (PROFILE_DATA.test(path)) return "profile-data";
  if (PUBLIC_API.test(path)) return "api-responses";
  if (path.startsWith("/api/")) return null;
  if (STATIC.test(path)) return "static-assets";
  // Forms and files beside a page (`/mia/qr.png`) are opened like pages, but are none.
  return request.mode === "navigate" && /^\/[^/.]*$/.test(path) ? "pages" : null;
}

/** Under which address a page is kept: as usernames are, without case, and without what a campaign appended. */
export function pageKey(address: string): string {
  const url = new URL(address);
  return url.origin + url.pathname.toLowerCase();
}

/** False for an address that asks for something else than the page itself: its answer is not the page. */
export function isPlainPage(address: string): boolean {
  return [...new URL(address).searchParams.keys()].every((name) => CAMPAIGN_PARAMETER.test(name));
}

/** The addresses of spec §7 that are fetched before somebody asks for them. */
export function warmUpPaths(pageAddress: string): string[] {
  const username = new URL(pageAddress).pathname.slice(1).toLowerCase();
  if (!/^[a-z0-9]{1,30}$/.test(username)) return [];
  return ["", "/links", "/customization"].map((part) => `/api/profile/${username}${part}`);
}
