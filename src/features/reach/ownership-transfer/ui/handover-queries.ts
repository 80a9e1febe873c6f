import { useQueryClient } from "@tanstack/react-query";
import { handoverContract } from "#src/features/reach/ownership-transfer/contract.ts";
import { clientFor } from "#src/kit/api.ts";

export const handoverApi = clientFor("handover", handoverContract);

export function useHandoverRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: handoverApi.get.key() }),
      queries.invalidateQueries({ queryKey: handoverApi.offers.key() }),
    ]);
  };
}
