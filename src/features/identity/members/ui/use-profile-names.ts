import { useQuery } from "@tanstack/react-query";
import { profilesQuery } from "#src/features/pages/profiles/ui/shared/profile-queries.ts";
import { plural } from "#src/kit/plural.ts";

const NAMES_SHOWN = 2;

/** Returns the names of the profiles that someone is limited to, as far as the reader can see them. */
export function useProfileNames(): (ids: readonly string[] | null) => string {
  const { data } = useQuery(profilesQuery());
  const names = new Map(data?.items.map(({ id, name }) => [id, name]));
  return (ids) => {
    if (ids === null) return "All profiles";
    const known = ids.flatMap((id) => names.get(id) ?? []);
    if (ids.length === 0) return "No profiles: theirs were deleted";
    if (known.length === ids.length && known.length <= NAMES_SHOWN) return known.join(", ");
    return plural(ids.length, "profile");
  };
}
