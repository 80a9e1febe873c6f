import { SimpleGrid } from "@mantine/core";
import type { Analytics } from "../contract.ts";
import { BreakdownCard } from "./BreakdownCard.tsx";
import type { BreakdownTab } from "./breakdown-tab.ts";

const CARDS: { title: string; tabs: BreakdownTab[] }[] = [
  {
    title: "Links",
    tabs: [{ name: "link", title: "Top links", column: "Link", empty: "No link was opened in this period." }],
  },
  {
    title: "Sources",
    tabs: [
      { name: "referrer", title: "Referrers", column: "Referrer", empty: "Nobody came in this period." },
      {
        name: "app",
        title: "In-app browsers",
        column: "App",
        empty: "Nobody came from inside an app in this period.",
      },
    ],
  },
  {
    title: "Places",
    tabs: [
      { name: "country", title: "Countries", column: "Country", empty: "Nobody came in this period." },
      { name: "region", title: "Regions", column: "Region", empty: "Nobody came in this period." },
      { name: "city", title: "Cities", column: "City", empty: "Nobody came in this period." },
    ],
  },
  {
    title: "Devices",
    tabs: [
      { name: "device_type", title: "Devices", column: "Device", empty: "Nobody came in this period." },
      { name: "browser", title: "Browsers", column: "Browser", empty: "Nobody came in this period." },
      { name: "os", title: "Systems", column: "System", empty: "Nobody came in this period." },
    ],
  },
];

/** Where the figures come from. */
export function Breakdowns({ breakdowns }: { breakdowns: Analytics["breakdowns"] }) {
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="sm">
      {CARDS.map(({ title, tabs }) => (
        <BreakdownCard key={title} title={title} tabs={tabs} breakdowns={breakdowns} />
      ))}
    </SimpleGrid>
  );
}
