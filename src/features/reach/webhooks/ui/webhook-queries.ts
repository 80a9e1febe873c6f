import { useQueryClient } from "@tanstack/react-query";
import { webhooksContract } from "#src/features/reach/webhooks/contract.ts";
import { clientFor } from "#src/kit/api.ts";

export const webhooksApi = clientFor("webhooks", webhooksContract);

export function useWebhooksRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: webhooksApi.list.key() }),
      queries.invalidateQueries({ queryKey: webhooksApi.listDeliveries.key() }),
    ]);
  };
}
