import { PATHS } from "./paths.ts";

/**
 * Returns the path that `next` names on the site at `origin`, or the dashboard's if there's none or it's on
 * another site.
 */
export function localPath(next: string | undefined, origin: string): string {
  if (!next?.startsWith("/") || !URL.canParse(next, origin)) return PATHS.profiles;
  // `//host` and `/\host` are other sites, and a browser drops tabs and newlines before it parses. Without
  // its dots, `/.//host` is another site, too.
  const url = new URL(next, origin);
  const isHere = url.origin === new URL(origin).origin && !url.pathname.startsWith("//");
  return isHere ? url.pathname + url.search + url.hash : PATHS.profiles;
}
