import { Drawer, Skeleton, Tabs } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { FirstCampaign } from "#src/features/campaigns/first-contract.ts";
import { LoadFailure } from "#src/kit/LoadFailure.tsx";
import { mailDocument } from "#src/kit/mail-document.ts";
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
        <Tabs defaultValue="html" keepMounted={false}>
          <Tabs.List mb="sm">
            <Tabs.Tab value="html">E-mail</Tabs.Tab>
            <Tabs.Tab value="text">Plain text</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="html">
            {/* Somebody else's words: nothing in them runs, and nobody learns who read them. */}
            <iframe
              title="The e-mail"
              sandbox="allow-popups allow-popups-to-escape-sandbox"
              srcDoc={mailDocument(data.html)}
              style={{ width: "100%", height: "70dvh", border: "1px solid var(--line)", background: "#fff" }}
            />
          </Tabs.Panel>
          <Tabs.Panel value="text">
            <pre style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere", margin: 0 }}>{data.text}</pre>
          </Tabs.Panel>
        </Tabs>
      ) : error ? (
        <LoadFailure error={error} fallback="We couldn’t load this e-mail." onRetry={() => void refetch()} />
      ) : (
        <Skeleton h={240} />
      )}
    </Drawer>
  );
}
