/** Where a page is: its username, and its own host if one works. */
export interface PageAddress {
  username: string;
  domain?: string | null | undefined;
}

/** A page's canonical URL. `pagesUrl` is for pages without their own host. */
export function pageUrl({ username, domain }: PageAddress, pagesUrl: string): string {
  return domain ? `https://${domain}/` : `${pagesUrl}/${encodeURIComponent(username)}`;
}

/** The origin of that URL. */
export function pageOrigin({ domain }: Pick<PageAddress, "domain">, pagesUrl: string): string {
  return domain ? `https://${domain}` : pagesUrl;
}

/** A URL as people write it, without the scheme or a slash at the end. */
export function shortUrl(url: string): string {
  return url.replace(/^https?:\/\//, "").replace(/\/$/, "");
}
