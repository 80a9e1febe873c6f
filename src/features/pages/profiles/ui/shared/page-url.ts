import { useQuery } from "@tanstack/react-query";
import { instanceQuery } from "#src/features/identity/accounts/ui/shared/account-queries.ts";
import { type PageAddress, pageUrl, shortUrl } from "#src/lib/page-url.ts";

/** Returns the URLs of pages, in full and as people write them. */
export function usePageUrls() {
  const { data: instance } = useQuery(instanceQuery());
  const base = instance?.pages_url ?? location.origin;
  const full = (page: PageAddress) => pageUrl(page, base);
  return {
    full,
    short: (page: PageAddress) => shortUrl(full(page)),
    /**
     * True if the dashboard's session is known at the page's host, so that people's own visits aren't
     * counted.
     */
    leavesOutOwn: (page: PageAddress) => URL.parse(full(page))?.host === location.host,
  };
}
