import { Drawer, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { FirstCampaign } from "#src/features/email/campaigns/review/review-contract.ts";
import { formatFileSize } from "#src/features/email/templates/rules.ts";
import { MailBody } from "#src/kit/MailBody.tsx";
import { QueryState } from "#src/kit/QueryState.tsx";
import { campaignsApi } from "../campaign-queries.ts";

interface FirstCampaignDrawerProps {
  item: FirstCampaign;
  opened: boolean;
  onClose: () => void;
}

export function FirstCampaignDrawer({ item, opened, onClose }: FirstCampaignDrawerProps) {
  const query = useQuery(campaignsApi.getFirst.queryOptions({ input: { id: item.id }, enabled: opened }));
  const { data } = query;
  return (
    <Drawer opened={opened} onClose={onClose} title={item.subject || "No subject"} position="right" size="xl">
      {data ? (
        <Said {...data} />
      ) : (
        <QueryState query={query} failure="We couldn’t load this e-mail." height={240} />
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
