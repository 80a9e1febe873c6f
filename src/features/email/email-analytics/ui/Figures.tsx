import { SimpleGrid, Tabs } from "@mantine/core";
import { TrendCard } from "#src/features/insights/analytics/ui/shared/TrendCard.tsx";
import { Card } from "#src/kit/Card.tsx";
import type { MailAnalytics } from "../contract.ts";
import { BestHours } from "./BestHours.tsx";
import { CampaignsCard } from "./CampaignsCard.tsx";
import { ClickMapCard } from "./ClickMapCard.tsx";
import { EngagementCard } from "./EngagementCard.tsx";
import { FiguresTable } from "./FiguresTable.tsx";
import { MetricTiles } from "./MetricTiles.tsx";
import type { MailAnalyticsSearch } from "./search.ts";

const LINES = [
  { name: "sent", label: "Sent" },
  { name: "opened", label: "Opened" },
  { name: "clicked", label: "Clicked" },
] as const;

interface FiguresProps {
  data: MailAnalytics;
  search: MailAnalyticsSearch;
  onCampaign: (id: string) => void;
  onAccount: (id: string) => void;
}

export function Figures({ data, search, onCampaign, onAccount }: FiguresProps) {
  return (
    <>
      <MetricTiles totals={data.totals} />
      {search.campaign && <ClickMapCard id={search.campaign} />}
      <TrendCard trend={data} lines={LINES} label="E-mails sent, opened, and clicked" steps={[data.step]} />
      {!search.campaign && <CampaignsCard campaigns={data.campaigns} onPick={onCampaign} />}
      <Card title="Where it went">
        <Tabs defaultValue="domains" keepMounted={false}>
          <Tabs.List mb="sm">
            <Tabs.Tab value="domains">Receiving domains</Tabs.Tab>
            <Tabs.Tab value="accounts">Sending accounts</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="domains">
            <FiguresTable title="Domain" rows={data.domains} />
          </Tabs.Panel>
          <Tabs.Panel value="accounts">
            <FiguresTable
              title="Account"
              rows={data.accounts}
              onPick={search.mailbox ? undefined : onAccount}
            />
          </Tabs.Panel>
        </Tabs>
      </Card>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="sm">
        <EngagementCard title="Devices" rows={data.devices} />
        <EngagementCard title="Countries" rows={data.countries} />
      </SimpleGrid>
      <BestHours hours={data.hours} tz={data.tz} />
    </>
  );
}
