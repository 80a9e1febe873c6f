import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { type Billing, subscriptionsContract } from "#src/features/money/billing/contract.ts";
import { clientFor } from "#src/kit/api.ts";

export const subscriptionsApi = clientFor("subscriptions", subscriptionsContract);

export function billingQuery() {
  return queryOptions(subscriptionsApi.get.queryOptions());
}

/** Stores a response, and reloads everything else, because limits are on every screen. */
export function useBillingRefresh(): (billing?: Billing) => Promise<void> {
  const queries = useQueryClient();
  return async (billing) => {
    if (billing) queries.setQueryData(billingQuery().queryKey, billing);
    await queries.invalidateQueries();
  };
}
