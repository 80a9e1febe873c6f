import { useQueryClient } from "@tanstack/react-query";
import { incomingWebhooksContract } from "#src/features/audience/incoming-webhooks/contract.ts";
import { clientFor } from "#src/kit/api.ts";

export const incomingApi = clientFor("incomingWebhooks", incomingWebhooksContract);

export function useIncomingRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: incomingApi.key() });
}
