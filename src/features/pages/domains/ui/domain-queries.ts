import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type Domain, domainsContract } from "#src/features/pages/domains/contract.ts";
import { profilesQuery } from "#src/features/pages/profiles/ui/shared/profile-queries.ts";
import { clientFor } from "#src/kit/api.ts";
import { confirm } from "#src/kit/confirm.ts";
import { toastError, toastSuccess } from "#src/kit/toasts.tsx";

export const domainsApi = clientFor("domains", domainsContract);

/** The polling interval for pending checks. */
const LOOK_MS = 5_000;
const WAITING = new Set<Domain["state"]>(["added", "dns_pending", "verified", "issuing"]);

export function useDomains() {
  return useQuery(
    domainsApi.list.queryOptions({
      refetchInterval: ({ state }) =>
        state.data?.items.some(({ state }) => WAITING.has(state)) ? LOOK_MS : false,
    }),
  );
}

/** Reloads the domains, and the profiles, whose URLs depend on them. */
export function useDomainsRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: domainsApi.list.key() }),
      queries.invalidateQueries({ queryKey: profilesQuery().queryKey }),
    ]);
  };
}

export function useDomainActions({ id, display_host }: Domain) {
  const refresh = useDomainsRefresh();
  const check = useMutation({
    mutationFn: () => domainsApi.check.call({ id }),
    onSuccess: refresh,
    onError: (error) => toastError(error, "We couldn’t check the domain. Try again."),
  });
  const remove = useMutation({
    mutationFn: () => domainsApi.remove.call({ id }),
    onSuccess: async () => {
      await refresh();
      toastSuccess({ message: "Domain removed" });
    },
    onError: (error) => toastError(error, "We couldn’t remove the domain. Try again."),
  });
  return {
    check,
    remove,
    async askToRemove() {
      const message = `Visitors who open ${display_host} won’t see your page anymore. It stays at its other URL. You can also delete the DNS records.`;
      if (await confirm({ title: "Remove this domain?", message, confirm: "Remove domain", danger: true }))
        remove.mutate();
    },
  };
}
