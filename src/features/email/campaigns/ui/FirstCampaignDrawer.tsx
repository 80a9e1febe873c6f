import { Drawer, Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { FirstCampaign } from "#src/features/email/campaigns/new-sender-review-contract.ts";
import { formatFileSize } from "#src/features/email/templates/rules.ts";
import { ErrorPanel } from "#src/kit/ErrorPanel.tsx";
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
    campaignsApi.getFirst.queryOptions({ input: { id: item.id }, enabled: opened }),
  );
  return (
    <Drawer opened={opened} onClose={onClose} title={item.subject || "No subject"} position="right" size="xl">
      {data ? (
        <Said {...data} />
      ) : error ? (
        <ErrorPanel error={error} fallback="We couldn’t load this e-mail." onRetry={() => void refetch()} />
      ) : (
        <Skeleton h={240} />
      )}
    </Drawer>
  );
}

type SaidProps = Awaited<ReturnType<typeof campaignsApi.getFirst.call>>;

function Said({ source, attachments, ...mail }: SaidProps) {
  return (
    <Stack gap="sm">
      {source !== null && (
        <Text size="sm">Parts of this e-mail depend on who reads it. The source code has all of them.</Text>
      )}
      {attachments.length > 0 && (
        <Text size="sm" style={{ overflowWrap: "anywhere" }}>
          With {attachments.map(({ name, bytes }) => `${name} (${formatFileSize(bytes)})`).join(", ")}
        </Text>
      )}
      <MailBody {...mail} source={source ?? undefined} />
    </Stack>
  );
}
