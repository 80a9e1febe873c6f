import { Drawer, Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { FirstCampaign } from "#src/features/campaigns/first-contract.ts";
import { LoadFailure } from "#src/kit/LoadFailure.tsx";
import { MailBody } from "#src/kit/MailBody.tsx";
import { campaignsApi } from "./campaign-queries.ts";

interface FirstCampaignDrawerProps {
  item: FirstCampaign;
  opened: boolean;
  onClose: () => void;
}

/** What a first campaign says, as it went out. */
export function FirstCampaignDrawer({ item, opened, onClose }: FirstCampaignDrawerProps) {
  const { data, error, refetch } = useQuery(
    campaignsApi.getFirst.queryOptions({ input: { id: item.campaign_id }, enabled: opened }),
  );
  return (
    <Drawer opened={opened} onClose={onClose} title={item.subject || "No subject"} position="right" size="xl">
      {data ? (
        <MailBody {...data} />
      ) : error ? (
        <LoadFailure error={error} fallback="We couldn’t load this e-mail." onRetry={() => void refetch()} />
      ) : (
        <Skeleton h={240} />
      )}
    </Drawer>
  );
}
