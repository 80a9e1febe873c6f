import { Card, Tabs, Title } from "@mantine/core";
import type { Analytics } from "../contract.ts";
import { BreakdownTable } from "./BreakdownTable.tsx";
import type { BreakdownTab } from "./breakdown-tab.ts";

interface BreakdownCardProps {
  title: string;
  tabs: BreakdownTab[];
  breakdowns: Analytics["breakdowns"];
}

/** Related breakdowns, one at a time. */
export function BreakdownCard({ title, tabs, breakdowns }: BreakdownCardProps) {
  const [first] = tabs;
  if (!first) return null;
  if (tabs.length === 1) {
    return (
      <Card component="section" aria-label={first.title}>
        <Title order={2} size="h4" mb="sm">
          {first.title}
        </Title>
        <BreakdownTable tab={first} rows={breakdowns[first.name]} />
      </Card>
    );
  }
  return (
    <Card component="section" aria-label={title}>
      <Tabs defaultValue={first.name} variant="default" keepMounted={false}>
        <Tabs.List mb="sm" aria-label={title}>
          {tabs.map((tab) => (
            <Tabs.Tab key={tab.name} value={tab.name} px="sm">
              {tab.title}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map((tab) => (
          <Tabs.Panel key={tab.name} value={tab.name}>
            <BreakdownTable tab={tab} rows={breakdowns[tab.name]} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Card>
  );
}
