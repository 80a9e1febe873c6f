import { useQuery } from "@tanstack/react-query";
import { incomingApi } from "#src/features/audience/incoming-webhooks/ui/shared/incoming-queries.ts";
import { useCatalog } from "#src/features/audience/segments/ui/shared/segment-queries.ts";
import { sequencesQuery } from "#src/features/email/sequences/ui/shared/sequence-queries.ts";
import type { RuleCatalog } from "../action-sentence.ts";

const namesOf = (items: readonly { id: string; name: string }[] = []) =>
  items.map(({ id, name }) => ({ id, name }));

/** Everything that a rule can name. Undefined while it loads; `query` then says how that goes. */
export function useRuleCatalog(): { catalog: RuleCatalog | undefined; query: ReturnType<typeof useCatalog> } {
  const query = useCatalog();
  const sequences = useQuery(sequencesQuery());
  const webhooks = useQuery(incomingApi.list.queryOptions());
  // Without these, a rule can be written, only not about them.
  if (!query.data || sequences.isPending || webhooks.isPending) return { catalog: undefined, query };
  return {
    catalog: {
      ...query.data,
      sequences: namesOf(sequences.data?.items),
      webhooks: namesOf(webhooks.data?.items),
    },
    query,
  };
}
