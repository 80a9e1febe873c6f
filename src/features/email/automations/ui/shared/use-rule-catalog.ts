import { useQuery } from "@tanstack/react-query";
import { useCatalog } from "#src/features/audience/segments/ui/shared/segment-queries.ts";
import { sequencesQuery } from "#src/features/email/sequences/ui/shared/sequence-queries.ts";
import type { RuleCatalog } from "../action-sentence.ts";

/** Everything that a rule can name. Undefined while it loads; `query` then says how that goes. */
export function useRuleCatalog(): { catalog: RuleCatalog | undefined; query: ReturnType<typeof useCatalog> } {
  const query = useCatalog();
  const sequences = useQuery(sequencesQuery());
  if (!query.data) return { catalog: undefined, query };
  const items = (sequences.data?.items ?? []).map(({ id, name }) => ({ id, name }));
  return { catalog: { ...query.data, sequences: items }, query };
}
