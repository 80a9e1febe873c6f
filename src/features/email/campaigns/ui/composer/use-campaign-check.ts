import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Campaign } from "#src/features/email/campaigns/contract.ts";
import { campaignsApi } from "../campaign-queries.ts";

/** The check of what's saved. While there's a newer version, the last one stays, but nothing may go out by it. */
export function useCampaignCheck({ id, updated_at }: Campaign, isSaved: boolean) {
  const query = useQuery({
    ...campaignsApi.check.queryOptions({ input: { id } }),
    queryKey: [...campaignsApi.check.key({ input: { id } }), updated_at],
    enabled: isSaved,
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  const { data } = query;
  return { query, data, isCurrent: isSaved && data !== undefined && !query.isPlaceholderData };
}

export type CampaignChecking = ReturnType<typeof useCampaignCheck>;
