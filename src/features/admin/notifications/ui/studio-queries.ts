import { useQueryClient } from "@tanstack/react-query";
import { broadcastsContract } from "#src/features/admin/notifications/contract.ts";
import { broadcastTemplatesContract } from "#src/features/admin/notifications/templates/templates-contract.ts";
import { clientFor } from "#src/kit/api.ts";

export const broadcastsApi = clientFor("broadcasts", broadcastsContract);

export const broadcastTemplatesApi = clientFor("broadcastTemplates", broadcastTemplatesContract);

const ASKED_EVERY_MS = 3000;

/** Loaded again for as long as something is being sent. */
export const broadcastsQuery = () => ({
  ...broadcastsApi.list.queryOptions(),
  refetchInterval: ({ state }: { state: { data?: { items: { state: string }[] } | undefined } }) =>
    state.data?.items.some((one) => one.state === "sending") ? ASKED_EVERY_MS : (false as const),
});

export function useBroadcastsRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: broadcastsApi.key() });
}

export function useTemplatesRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: broadcastTemplatesApi.key() });
}
