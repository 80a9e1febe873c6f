import { useQueryClient } from "@tanstack/react-query";
import { approvalContract } from "#src/features/campaigns/approval-contract.ts";
import { campaignsContract } from "#src/features/campaigns/contract.ts";
import { deliveriesContract } from "#src/features/campaigns/deliveries-contract.ts";
import { lateJoinersContract } from "#src/features/campaigns/late-joiners-contract.ts";
import { newSenderReviewContract } from "#src/features/campaigns/new-sender-review-contract.ts";
import { scheduleContract } from "#src/features/campaigns/schedule-contract.ts";
import { clientFor } from "#src/kit/api.ts";

export const campaignsApi = clientFor("campaigns", {
  ...campaignsContract,
  ...scheduleContract,
  ...approvalContract,
  ...newSenderReviewContract,
  ...lateJoinersContract,
  ...deliveriesContract,
});

/** Reloads everything about campaigns after a change. */
export function useCampaignsRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: campaignsApi.key() });
}
