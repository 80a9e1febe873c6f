import { useQuery } from "@tanstack/react-query";
import { instanceQuery } from "#src/features/identity/accounts/ui/shared/account-queries.ts";
import type { Link } from "#src/features/pages/links/contract.ts";
import { profilesQuery } from "#src/features/pages/profiles/ui/shared/profile-queries.ts";
import { pageOrigin } from "#src/lib/page-url.ts";
import { GO_PATH } from "#src/lib/paths.ts";

type Addressed = Pick<Link, "profile_id" | "short_name" | "is_short_name_own">;

/** Returns links' short addresses: by their names or ids, at the page's own domain if it has one. */
export function useShortAddresses() {
  const { data: instance } = useQuery(instanceQuery());
  const { data: profiles } = useQuery(profilesQuery());
  const base = instance?.pages_url ?? location.origin;
  const domainOf = (profileId: string) => profiles?.items.find(({ id }) => id === profileId)?.domain ?? null;
  const start = (profileId: string) => `${pageOrigin({ domain: domainOf(profileId) }, base)}${GO_PATH}`;
  return {
    /** What a name follows. */
    start,
    of: ({ id, ...link }: Addressed & { id: string }) => {
      // Elsewhere, it's another account's.
      const isElsewhere = link.is_short_name_own && domainOf(link.profile_id) === null;
      return `${start(link.profile_id)}${isElsewhere ? id : (link.short_name ?? id)}`;
    },
  };
}
