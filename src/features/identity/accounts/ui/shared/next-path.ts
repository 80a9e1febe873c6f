import { localPath } from "#src/lib/local-path.ts";

/** Returns the destination after signing in: `next` if it's a path on this site, otherwise the dashboard. */
export function nextPath(next: string | undefined, origin = location.origin): string {
  return localPath(next, origin);
}
