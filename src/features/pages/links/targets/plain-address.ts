/* Where a link leads, in a form in which staff find it again. */

const SEARCH_ONLY = /^(?:utm_\w+|fbclid|gclid|igshid|mc_cid|mc_eid|ref|ref_src|si)$/i;

/** The host of a web address, in lower case and in ASCII, without `www.`; undefined for anything else. */
export function hostOf(address: string): string | undefined {
  const url = URL.parse(address.trim());
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  return cleanHost(url.hostname);
}

const cleanHost = (host: string) =>
  host
    .toLowerCase()
    .replace(/\.$/, "")
    .replace(/^www\.(?=[^.]+\.)/, "");

/** What staff type as a host: a domain, or an address at it. */
export function parseHost(typed: string): string | undefined {
  const text = typed.trim();
  if (text === "" || /\s/.test(text)) return undefined;
  const host = hostOf(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`);
  return host !== undefined && /^(?:[^.]+\.)+[^.]+$|^\[/.test(host) ? host : undefined;
}

/** `www.example.com` is `com.example.www`, so that what's below a domain begins with the same. */
export function labelsOf(host: string): string {
  return host.split(".").reverse().join(".");
}

/**
 * An address without what makes no difference to where it leads: scheme, `www.`, upper case of the host, standard ports,
 * a slash at the end, the part after `#`, what only tells where visitors come from, and the order of parameters.
 */
export function plainUrl(address: string): string | undefined {
  const url = URL.parse(address.trim());
  if (!url) return undefined;
  if (!/^https?:$/.test(url.protocol)) return address.trim().toLowerCase();
  const port = url.port === "" ? "" : `:${url.port}`;
  const kept = [...url.searchParams].filter(([name]) => !SEARCH_ONLY.test(name));
  const query = new URLSearchParams(kept.sort(([a, x], [b, y]) => (`${a}=${x}` < `${b}=${y}` ? -1 : 1)));
  let path = url.pathname;
  while (path.endsWith("/")) path = path.slice(0, -1);
  return `${cleanHost(url.hostname)}${port}${path}${query.size === 0 ? "" : `?${query}`}`;
}
