import { useQueryClient } from "@tanstack/react-query";
import type { Link } from "#src/features/pages/links/contract.ts";
import { refreshProfilesSoon } from "#src/features/pages/profiles/ui/shared/profile-queries.ts";
import { linksApi, linksQuery } from "./shared/link-queries.ts";

/** Writes the server's responses into the cached links, and refreshes the link counts on the profiles. */
export function useLinkCache(profileId: string) {
  const queries = useQueryClient();
  const { queryKey } = linksQuery(profileId);
  const change = (update: (links: Link[]) => Link[]) =>
    queries.setQueryData(queryKey, (list) => list && { ...list, items: update(list.items) });
  return {
    change,
    read: () => queries.getQueryData(queryKey)?.items ?? [],
    /** A request already in flight would undo this write. */
    hold: () => queries.cancelQueries({ queryKey }),
    keep: (link: Link) =>
      change((links) =>
        links.some(({ id }) => id === link.id)
          ? links.map((known) => (known.id === link.id ? withProblem(link, known) : known))
          : [...links, link],
      ),
    drop: (id: string) => change((links) => links.filter((link) => link.id !== id)),
    refresh: () => {
      void queries.invalidateQueries({ queryKey: linksApi.list.key({ input: { profile_id: profileId } }) });
      refreshProfilesSoon(queries);
    },
  };
}

/** Only the list says what's wrong with an address, which is still true of the same one. */
function withProblem(link: Link, known: Link): Link {
  if (link.problem !== null || known.problem === null) return link;
  const at = known.problem_at ?? "url";
  const isSame = link[at] === known[at] && link.is_ab_test === known.is_ab_test;
  return isSame ? { ...link, problem: known.problem, problem_at: known.problem_at } : link;
}
