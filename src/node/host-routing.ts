import {
  answerOnDomain,
  DOMAIN_PROBE_PATH,
  plainAnswer,
  type TextAnswer,
} from "#src/features/pages/domains/domain-probe.ts";
import type { HostEntry } from "#src/features/pages/domains/domains.ts";
import { RESERVED_USERNAMES, USERNAME_PATTERN } from "#src/features/pages/profiles/rules.ts";
import { parseIpAddress } from "#src/lib/ip-address.ts";
import { memoizeLast } from "#src/lib/memoize-last.ts";
import { API_PATH, PAGE_DATA_PATH, PATHS, SITEMAP_PATH } from "#src/lib/paths.ts";
import { repairLinkUrl, repairPageUrl, withoutExtraSlashes } from "#src/lib/url-repair.ts";
import type { Platform } from "#src/platform/context.ts";

/**
 * A host's response to a path: serve it, serve another one in its place, respond with a text, not find it, or
 * redirect to another host (a URL without its query). Hosts that aren't ours serve nothing at all, and a host
 * that no URL could have, such as `1.2.3.4.5`, is malformed.
 */
export type HostRoute =
  | "serve"
  | "missing"
  | "nothing"
  | "malformed"
  | { leadTo: string }
  /** At an owner's domain, where no cookie counts. */
  | { page: string; domain: HostEntry }
  | { answer: TextAnswer };

/** Reserved first segments that pages need on a separate host; of the API, only the public endpoints. */
const FOR_PAGES = new Set([
  ...["go", "media", "assets", "static", "health", "metrics"],
  ...["robots.txt", "favicon.ico", "favicon.svg", "manifest.json", "sw.js", "advanced-sw.js"],
]);
const isForPagesInApi = (path: string) =>
  isCall(path) || path.startsWith(PAGE_DATA_PATH) || path === SITEMAP_PATH;
/** Descriptions of the API are for programmers. */
const isCall = (path: string) =>
  path.startsWith(`${API_PATH}/`) && path !== PATHS.apiDocs && path !== PATHS.apiDescription;
/** Paths that a page needs on its own domain, in addition to its own. */
const FOR_ONE_PAGE = /^\/(?:go|media|assets|static)\/|^\/(?:favicon\.ico|favicon\.svg|sw\.js)$/;
const isForOnePage = (path: string) =>
  FOR_ONE_PAGE.test(path) || (isCall(path) && !path.startsWith(`${API_PATH}/domains/`));
/** A page's pictures and cards, which the dashboard also shows from its own host. */
const PICTURE_OF_PAGE = /\.(?:png|svg|vcf)$/;
/** Names that never leave a machine or a network. Only a proxy or a monitor requests us by them. */
const NEARBY = /^[^.]+$|\.(?:localhost|local|internal|lan|home\.arpa)$/;

const DOT_SEGMENT = /\/(?:\.|%2e){1,2}(?:[/#]|$)/i;

export interface Hosts {
  /** True where only public endpoints exist. */
  isForVisitors(host: string | undefined): boolean;
  routeOf(host: string | undefined, path: string): HostRoute;
}

interface HostParts {
  instance: Platform["instance"];
  findDomain(host: string): HostEntry | undefined;
  /** True if the instance knows its own name, so that any other isn't its own. */
  isNamed: boolean;
  /** The CDN for our pictures. It may request them under its own name. */
  cdnUrl: string;
  /** Returns this instance's identity at a host, which no other instance can produce. */
  identityOf(host: string): string;
}

interface Places {
  publicUrl: string;
  pagesUrl: string;
  publicHost: string | undefined;
  names: (string | undefined)[];
  isPagesHost(host: string): boolean;
}

function placesOf({ publicUrl, pagesUrl }: Platform["instance"], cdnUrl: string): Places {
  const [dashboard, pages, cdn] = [publicUrl, pagesUrl, cdnUrl].map((url) => URL.parse(url));
  const isSeparate = pagesUrl !== publicUrl;
  return {
    publicUrl,
    pagesUrl,
    publicHost: dashboard?.host,
    names: [dashboard, pages, cdn].map((url) => url?.hostname),
    // Includes its port, unless the name is enough, which may come with a usual port or a final dot.
    isPagesHost: (host) =>
      isSeparate &&
      (host === pages?.host || (pages?.hostname !== dashboard?.hostname && nameOf(host) === pages?.hostname)),
  };
}

/** Decides which host serves what: the dashboard's, that of pages (`PAGES_URL`), and owners' domains. */
export function createHosts({ instance, findDomain, isNamed, cdnUrl, identityOf }: HostParts): Hosts {
  let known = placesOf(instance, cdnUrl);
  const places = () => {
    if (known.pagesUrl !== instance.pagesUrl) known = placesOf(instance, cdnUrl);
    return known;
  };
  const isOurs = (name: string) =>
    !isNamed ||
    places().names.includes(name) ||
    NEARBY.test(name) ||
    parseIpAddress(name.replace(/^\[|\]$/g, "")) !== undefined;
  // Most requests name the same host as the one before.
  const parse = memoizeLast((asked: string) => {
    const host = asked.toLowerCase();
    return { host, name: nameOf(host), isHost: URL.canParse(`http://${host}`) };
  });
  // Not even a twin may take over a host of ours.
  const domainAt = (name: string) => (places().names.includes(name) ? undefined : findDomain(name));
  return {
    isForVisitors(asked = "") {
      const { host, name } = parse(asked);
      return places().isPagesHost(host) || domainAt(name) !== undefined;
    },
    routeOf(asked = places().publicHost ?? "", path) {
      const { host, name, isHost } = parse(asked);
      if (!isHost) return "malformed";
      // The router would resolve it to another path.
      if (DOT_SEGMENT.test(path)) return "missing";
      const domain = domainAt(name);
      if (domain) return routeAtDomain(domain, path);
      if (path === DOMAIN_PROBE_PATH) return { answer: plainAnswer(`${identityOf(name)}\n`) };
      if (isMonitoringPath(path)) return "serve";
      const { publicUrl, pagesUrl, publicHost, isPagesHost } = places();
      if (isPagesHost(host)) return routeOnPages(path, publicUrl);
      if (host !== publicHost && !isOurs(name)) return "nothing";
      return pagesUrl === publicUrl ? "serve" : routeOnDashboard(path, pagesUrl);
    },
  };
}

/** True for the monitoring endpoints, which a node serves whatever its roles and names. */
export function isMonitoringPath(path: string): boolean {
  return path.startsWith("/health/") || path === "/metrics";
}

/** Removes its port and the final dot of a full name. */
function nameOf(host: string): string {
  return host.replace(/:\d*$/, "").replace(/\.$/, "");
}

function routeAtDomain(domain: HostEntry, path: string): HostRoute {
  const { host, username, isTwin } = domain;
  if (isTwin) return { leadTo: `https://${host}${path}` };
  if (withoutExtraSlashes(path) === "/") return { page: `/${username}`, domain };
  const answer = answerOnDomain(domain, path);
  if (answer) return { answer };
  if (isForOnePage(path)) return { page: path, domain };
  const [, first = "", rest] = path.split("/", 3);
  if (first.toLowerCase() !== username)
    return repairPageUrl(path)?.text === username || hasNoName(path)
      ? { leadTo: `https://${host}/` }
      : "missing";
  return rest ? { page: path, domain } : { leadTo: `https://${host}/` };
}

function routeOnPages(asked: string, publicUrl: string): HostRoute {
  // The router redirects paths with too many slashes, if there's something there.
  const path = withoutExtraSlashes(asked);
  if (path === "/") return { leadTo: `${publicUrl}/` };
  const first = firstSegment(path);
  if (FOR_PAGES.has(first) || isForPagesInApi(path)) return "serve";
  return isUsername(first) || isMeant(asked) ? "serve" : "missing";
}

function routeOnDashboard(path: string, pagesUrl: string): HostRoute {
  const first = firstSegment(path);
  if (first !== "go" && (!isUsername(first) || PICTURE_OF_PAGE.test(path))) return "serve";
  return { leadTo: pagesUrl + path };
}

function firstSegment(path: string): string {
  return path.split("/", 2)[1] ?? "";
}

/** True if the response may be a redirect to a page or a link. */
function isMeant(path: string): boolean {
  const name = repairPageUrl(path)?.text;
  return (name !== undefined && isUsername(name)) || repairLinkUrl(path) !== undefined;
}

/** True for a host with the end of a sentence after it, such as `https://mia.com/).` */
function hasNoName(path: string): boolean {
  return !/[a-z0-9]/i.test(path.replace(/%[0-9a-f]{2}/gi, ""));
}

function isUsername(segment: string): boolean {
  const name = segment.toLowerCase();
  return USERNAME_PATTERN.test(name) && !RESERVED_USERNAMES.has(name);
}
