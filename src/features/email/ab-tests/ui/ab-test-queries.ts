import { useQueryClient } from "@tanstack/react-query";
import { abTestsContract } from "#src/features/email/ab-tests/contract.ts";
import { campaignsContract } from "#src/features/email/campaigns/contract.ts";
import { clientFor } from "#src/kit/api.ts";

export const abTestsApi = clientFor("experiments", abTestsContract);
const campaignsApi = clientFor("campaigns", campaignsContract);

/** The test of a campaign, as a list of none or one. */
export const testOfCampaign = (campaign_id: string) =>
  abTestsApi.list.queryOptions({ input: { campaign_id } });

/** A test changes what its campaign's check finds, and what becomes of the campaign. */
export function useTestsRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: abTestsApi.key() }),
      queries.invalidateQueries({ queryKey: campaignsApi.check.key() }),
      queries.invalidateQueries({ queryKey: campaignsApi.get.key() }),
    ]);
  };
}
