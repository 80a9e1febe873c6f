import { queryOptions } from "@tanstack/react-query";
import { billingContract } from "#src/features/money/entitlements/contract.ts";
import { clientFor } from "#src/kit/api.ts";

const billingApi = clientFor("billing", billingContract);

/** What the account may have, and whether its person can change that. */
export function allowancesQuery() {
  return queryOptions(billingApi.allowances.queryOptions());
}
