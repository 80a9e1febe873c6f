import { queryOptions } from "@tanstack/react-query";
import { billingContract } from "#src/features/money/entitlements/contract.ts";
import { clientFor } from "#src/kit/api.ts";

const billingApi = clientFor("billing", billingContract);

/** The account's limits, and whether its person can change them. */
export function allowancesQuery() {
  return queryOptions(billingApi.allowances.queryOptions());
}
