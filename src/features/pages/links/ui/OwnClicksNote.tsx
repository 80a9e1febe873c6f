import type { Link } from "#src/features/pages/links/contract.ts";
import { countsAsLink } from "#src/features/pages/links/rows-rules.ts";
import type { Profile } from "#src/features/pages/profiles/contract.ts";
import { usePageUrls } from "#src/features/pages/profiles/ui/shared/page-url.ts";

/**
 * Explains to people who open their own links first why there are no clicks. Shows nothing once anybody else
 * has clicked.
 */
export function OwnClicksNote({ profile, links }: { profile: Profile; links: Link[] }) {
  const { leavesOutOwn } = usePageUrls();
  if (!links.some(countsAsLink) || links.some(({ click_count }) => click_count > 0) || !leavesOutOwn(profile))
    return null;
  return <p className="small-print">Your own clicks don’t count while you’re signed in.</p>;
}
