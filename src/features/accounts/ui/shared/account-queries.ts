import { queryOptions, useQuery } from "@tanstack/react-query";
import { accountsContract } from "#src/features/accounts/contract.ts";
import { clientFor } from "#src/kit/api.ts";

export const accountsApi = clientFor("accounts", accountsContract);

/** The person signed in; fails with 401 when nobody is. */
export function meQuery() {
  return queryOptions(accountsApi.me.queryOptions({ staleTime: 60_000 }));
}

/** How this instance calls itself, and whether it waits for its founder. */
export function instanceQuery() {
  return queryOptions(accountsApi.instance.queryOptions({ staleTime: 5 * 60_000 }));
}

export function useMe() {
  return useQuery(meQuery()).data;
}

export const PRODUCT_NAME = "Fanfare";

/** The instance's own name; the product's until it is known. */
export function useInstanceName(): string {
  return useQuery(instanceQuery()).data?.name ?? PRODUCT_NAME;
}
