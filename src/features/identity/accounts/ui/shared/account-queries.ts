import { queryOptions, useQuery } from "@tanstack/react-query";
import type * as z from "zod";
import { accountsContract, type meSchema } from "#src/features/identity/accounts/contract.ts";
import { clientFor } from "#src/kit/api.ts";
import type { Feature } from "#src/lib/feature-switches.ts";

export const accountsApi = clientFor("accounts", accountsContract);

/** The signed-in person. Fails with 401 if nobody is signed in. */
export function meQuery() {
  return queryOptions(accountsApi.me.queryOptions({ staleTime: 60_000 }));
}

/** This instance's name and settings, and whether it's waiting for its founder. */
export function instanceQuery() {
  return queryOptions(accountsApi.instance.queryOptions({ staleTime: 5 * 60_000 }));
}

export type Me = z.infer<typeof meSchema>;

export function useMe() {
  return useQuery(meQuery()).data;
}

/** True unless staff have switched it off for the account. */
export function useHasFeature(feature: Feature): boolean {
  return !useMe()?.off.includes(feature);
}

export const PRODUCT_NAME = "Fanfare";

/** Returns the instance's name, or the product's until it's known. */
export function useInstanceName(): string {
  return useQuery(instanceQuery()).data?.name ?? PRODUCT_NAME;
}
