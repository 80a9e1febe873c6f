/** The parts of a page's URL: its username, and its own host if one works. */
export interface PageAddress {
  username: string;
  domain?: string | null | undefined;
}

/** Returns a page's canonical URL. `pagesUrl` is the base for pages without their own host. */
export function pageUrl({ username, domain }: PageAddress, pagesUrl: string): string {
  return domain ? `https://${domain}/` : `${pagesUrl}/${encodeURIComponent(username)}`;
}

/** Returns the origin of a page's canonical URL. */
export function pageOrigin({ domain }: Pick<PageAddress, "domain">, pagesUrl: string): string {
  return domain ? `https://${domain}` : pagesUrl;
}

/** Returns a URL as people write it, without the scheme and the slash at the end. */
export function shortUrl(url: string): string {
  return url.replace(/^https?:\/\//, "").replace(/\/$/, "");
}
