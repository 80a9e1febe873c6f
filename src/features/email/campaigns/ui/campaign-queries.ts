import { useQueryClient } from "@tanstack/react-query";
import { approvalContract } from "#src/features/email/campaigns/approval/approval-contract.ts";
import { campaignsContract } from "#src/features/email/campaigns/contract.ts";
import { deliveriesContract } from "#src/features/email/campaigns/recipients/deliveries-contract.ts";
import { lateJoinersContract } from "#src/features/email/campaigns/recipients/late-joiners-contract.ts";
import { newSenderReviewContract } from "#src/features/email/campaigns/review/review-contract.ts";
import { scheduleContract } from "#src/features/email/campaigns/schedule/schedule-contract.ts";
import { clientFor } from "#src/kit/api.ts";

export const campaignsApi = clientFor("campaigns", {
  ...campaignsContract,
  ...scheduleContract,
  ...approvalContract,
  ...newSenderReviewContract,
  ...lateJoinersContract,
  ...deliveriesContract,
});

export function useCampaignsRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: campaignsApi.key() });
}
