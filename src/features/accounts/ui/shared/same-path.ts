const HOME = "/dashboard/profiles";

/** Where to go after signing in: `next` when it is a path of this site, else the dashboard. */
export function samePath(next: string | undefined): string {
  if (!next?.startsWith("/")) return HOME;
  // `//host` and `/\host` are other sites, and a browser drops tabs and newlines before it looks.
  const url = URL.parse(next, location.origin);
  return url?.origin === location.origin ? url.pathname + url.search + url.hash : HOME;
}
