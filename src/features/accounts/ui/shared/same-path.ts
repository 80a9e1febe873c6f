const HOME = "/dashboard/profiles";

/** Where to go after signing in: `next` when it is a path of this site, else the dashboard. */
export function samePath(next: string | undefined, origin = location.origin): string {
  if (!next?.startsWith("/")) return HOME;
  // `//host` and `/\host` are other sites, and a browser drops tabs and newlines before it looks.
  const url = URL.parse(next, origin);
  return url?.origin === origin ? url.pathname + url.search + url.hash : HOME;
}
