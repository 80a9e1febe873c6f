import { SimpleGrid, Table, Tabs, Text } from "@mantine/core";
import { formatCount } from "#src/features/insights/analytics/ui/shared/numbers.ts";
import { TrendCard } from "#src/features/insights/analytics/ui/shared/TrendCard.tsx";
import { Card } from "#src/kit/Card.tsx";
import { localizeCountry } from "#src/kit/localize-label.ts";
import type { EngagementRow, MailAnalytics } from "../contract.ts";
import type { MailKind } from "../rules.ts";
import { BestHours } from "./BestHours.tsx";
import { CampaignsCard } from "./CampaignsCard.tsx";
import { ClickMapCard } from "./ClickMapCard.tsx";
import { FiguresTable } from "./FiguresTable.tsx";
import { KindsCard } from "./KindsCard.tsx";
import { MetricTiles } from "./MetricTiles.tsx";
import { StepsCard } from "./StepsCard.tsx";
import type { MailAnalyticsSearch } from "./search.ts";

const ROWS_SHOWN = 8;

function EngagementCard({ title, rows }: { title: string; rows: readonly EngagementRow[] }) {
  return (
    <Card title={title} text="People’s opens and clicks">
      {rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          Nobody has opened this e-mail yet.
        </Text>
      ) : (
        <Table fz="sm" verticalSpacing={6}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{title}</Table.Th>
              <Table.Th scope="col" ta="right">
                Opens
              </Table.Th>
              <Table.Th scope="col" ta="right">
                Clicks
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.slice(0, ROWS_SHOWN).map(({ key, label, opens, clicks }) => (
              <Table.Tr key={key}>
                <Table.Th scope="row" fw={400}>
                  {localizeCountry(key, label)}
                </Table.Th>
                <Table.Td ta="right">{formatCount(opens)}</Table.Td>
                <Table.Td ta="right">{formatCount(clicks)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Card>
  );
}

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
  onKind: (kind: MailKind) => void;
}

export function Figures({ data, search, onCampaign, onAccount, onKind }: FiguresProps) {
  return (
    <>
      <MetricTiles totals={data.totals} />
      {search.campaign && <ClickMapCard id={search.campaign} />}
      <TrendCard trend={data} lines={LINES} label="E-mails sent, opened, and clicked" steps={[data.step]} />
      {!search.campaign && !search.kind && <KindsCard kinds={data.kinds} onPick={onKind} />}
      {!search.campaign && data.campaigns.length > 0 && (
        <CampaignsCard campaigns={data.campaigns} onPick={onCampaign} />
      )}
      <StepsCard steps={data.steps} />
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
