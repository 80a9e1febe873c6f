import { useQueryClient } from "@tanstack/react-query";
import { couponsContract } from "#src/features/money/coupons/contract.ts";
import { clientFor } from "#src/kit/api.ts";

export const couponsApi = clientFor("coupons", couponsContract);

export function couponsQuery() {
  return couponsApi.list.infiniteOptions({
    input: (cursor: string | undefined) => ({ cursor }),
    initialPageParam: undefined,
    getNextPageParam: ({ next }) => next,
  });
}

export function useCouponsRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: couponsApi.list.key() });
}
