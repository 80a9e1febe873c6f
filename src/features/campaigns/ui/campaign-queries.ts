import { useQueryClient } from "@tanstack/react-query";
import { afterwardsContract } from "#src/features/campaigns/afterwards-contract.ts";
import { campaignsContract } from "#src/features/campaigns/contract.ts";
import { deliveriesContract } from "#src/features/campaigns/deliveries-contract.ts";
import { firstContract } from "#src/features/campaigns/first-contract.ts";
import { oversightContract } from "#src/features/campaigns/oversight-contract.ts";
import { timingContract } from "#src/features/campaigns/timing-contract.ts";
import { clientFor } from "#src/kit/api.ts";

export const campaignsApi = clientFor("campaigns", {
  ...campaignsContract,
  ...timingContract,
  ...oversightContract,
  ...firstContract,
  ...afterwardsContract,
  ...deliveriesContract,
});

/** Reloads everything about campaigns after a change. */
export function useCampaignsRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: campaignsApi.key() });
}
