import type { IncomingMessage } from "node:http";
import { memoizeLru } from "#src/lib/lru.ts";
import type { GeoLocation } from "#src/platform/geo/geo.ts";
import { cut } from "./rules.ts";
import { type Client, parseUserAgent } from "./user-agent.ts";

/** A visitor's facts in a request, as rows store them. */
export interface Visitor {
  user_agent: string;
  client: Client;
  place: GeoLocation;
}

const USER_AGENTS_REMEMBERED = 2000;
const cutUserAgent = memoizeLru(USER_AGENTS_REMEMBERED, (text) => cut(text));

export function parseVisitor(request: IncomingMessage, place: GeoLocation): Visitor {
  return { user_agent: userAgentOf(request), client: parseUserAgent(request.headers["user-agent"]), place };
}

/** Returns the user agent as rows store it. */
export function userAgentOf(request: IncomingMessage): string {
  return cutUserAgent(request.headers["user-agent"] ?? "");
}

/** Returns the visitor's referrer; our own pages don't count. */
export function parseReferrer(request: IncomingMessage, referrer: string | null | undefined): string {
  return !referrer || isOwnUrl(request, referrer) ? "" : cut(referrer);
}

/**
 * Returns the query that a link was opened with, else that of our own page that it was on, if the browser
 * sends it.
 */
export function ownQuery(request: IncomingMessage): string {
  const { url = "", headers } = request;
  const { referer } = headers;
  const at = url.indexOf("?");
  if (at >= 0 && /utm_/i.test(url)) return url.slice(at);
  return referer?.includes("utm_") && isOwnUrl(request, referer) ? (URL.parse(referer)?.search ?? "") : "";
}

function isOwnUrl({ headers }: IncomingMessage, url: string): boolean {
  const host = headers.host?.toLowerCase();
  return host !== undefined && url.toLowerCase().includes(host) && URL.parse(url)?.host === host;
}

/** True if a browser prefetches something that nobody has requested yet. */
export function isPrefetch({ headers }: IncomingMessage): boolean {
  const purpose = headers["sec-purpose"] ?? headers.purpose ?? "";
  return String(purpose).startsWith("prefetch");
}

const domains = new WeakMap<IncomingMessage, string>();

/** Marks a request to an owner's domain. `account` is the owner's. */
export function setDomainAccount(request: IncomingMessage, account: string): void {
  domains.set(request, account);
}

/** Returns the account whose domain a request is to; undefined at the instance's own hosts. */
export function domainAccountOf(request: IncomingMessage): string | undefined {
  return domains.get(request);
}

/** True if the target may be served at this host: an owner's domain serves only the owner's. */
export function isAtHome(request: IncomingMessage, { user_id }: { user_id: string }): boolean {
  return (domains.get(request) ?? user_id) === user_id;
}
