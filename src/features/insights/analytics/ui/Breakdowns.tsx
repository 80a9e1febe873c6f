import { Card, Group, SimpleGrid, Tabs, Title } from "@mantine/core";
import type { Analytics, BreakdownName } from "../contract.ts";
import type { MetricName } from "../metric-rules.ts";
import classes from "./analytics.module.css";
import { BreakdownTable } from "./BreakdownTable.tsx";
import type { BreakdownTab } from "./breakdown-tab.ts";
import { MetricHelp } from "./shared/MetricHelp.tsx";

const NO_UTM = "No visits with this UTM parameter in your page’s URL in this period.";

const CARDS: { title: string; metric: MetricName; tabs: BreakdownTab[] }[] = [
  {
    title: "Links",
    metric: "link",
    tabs: [{ name: "link", title: "Top links", column: "Link", empty: "No clicks in this period." }],
  },
  {
    title: "Sources",
    metric: "source",
    tabs: [
      { name: "referrer", title: "Referrers", column: "Referrer", empty: "No visits in this period." },
      {
        name: "app",
        title: "In-app browsers",
        column: "App",
        empty: "No visits from in-app browsers in this period.",
      },
    ],
  },
  {
    title: "UTM parameters",
    metric: "utm",
    tabs: [
      { name: "utm_source", title: "Source", column: "utm_source", empty: NO_UTM },
      { name: "utm_medium", title: "Medium", column: "utm_medium", empty: NO_UTM },
      { name: "utm_campaign", title: "Campaign", column: "utm_campaign", empty: NO_UTM },
      { name: "utm_term", title: "Term", column: "utm_term", empty: NO_UTM },
      { name: "utm_content", title: "Content", column: "utm_content", empty: NO_UTM },
    ],
  },
  {
    title: "Places",
    metric: "place",
    tabs: [
      { name: "country", title: "Countries", column: "Country", empty: "No visits in this period." },
      { name: "region", title: "Regions", column: "Region", empty: "No visits in this period." },
      { name: "city", title: "Cities", column: "City", empty: "No visits in this period." },
    ],
  },
  {
    title: "Devices",
    metric: "device",
    tabs: [
      { name: "device_type", title: "Devices", column: "Device", empty: "No visits in this period." },
      { name: "browser", title: "Browsers", column: "Browser", empty: "No visits in this period." },
      { name: "os", title: "Systems", column: "System", empty: "No visits in this period." },
    ],
  },
];

interface BreakdownsProps {
  breakdowns: Analytics["breakdowns"];
  /** Limits the whole screen to one row. */
  onFilter: (dimension: BreakdownName, value: string) => void;
}

export function Breakdowns({ breakdowns, onFilter }: BreakdownsProps) {
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="sm">
      {CARDS.map((card) => (
        <BreakdownCard key={card.title} {...card} breakdowns={breakdowns} onFilter={onFilter} />
      ))}
    </SimpleGrid>
  );
}

interface BreakdownCardProps extends BreakdownsProps {
  title: string;
  metric: MetricName;
  tabs: BreakdownTab[];
}

/** Related breakdowns, one at a time. */
function BreakdownCard({ title, metric, tabs, breakdowns, onFilter }: BreakdownCardProps) {
  const [first] = tabs;
  if (!first) return null;
  if (tabs.length === 1) {
    return (
      <Card component="section" aria-label={first.title}>
        <Group gap={4} mb="sm">
          <Title order={2} size="h4">
            {first.title}
          </Title>
          <MetricHelp name={metric} />
        </Group>
        <BreakdownTable tab={first} rows={breakdowns[first.name]} onFilter={onFilter} />
      </Card>
    );
  }
  return (
    <Card component="section" aria-label={title}>
      <Tabs defaultValue={first.name} variant="default" keepMounted={false}>
        <Group gap={4} mb="sm" wrap="nowrap" align="center">
          <Tabs.List flex={1} miw={0} className={classes.tabs} aria-label={title}>
            {tabs.map((tab) => (
              <Tabs.Tab key={tab.name} value={tab.name} px="sm">
                {tab.title}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <MetricHelp name={metric} />
        </Group>
        {tabs.map((tab) => (
          <Tabs.Panel key={tab.name} value={tab.name}>
            <BreakdownTable tab={tab} rows={breakdowns[tab.name]} onFilter={onFilter} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Card>
  );
}
