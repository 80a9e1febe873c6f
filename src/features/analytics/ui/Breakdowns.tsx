import { SimpleGrid } from "@mantine/core";
import type { Analytics } from "../contract.ts";
import { BreakdownCard } from "./BreakdownCard.tsx";
import type { BreakdownTab } from "./breakdown-tab.ts";

const NO_UTM = "No visits with this UTM parameter in your page’s URL in this period.";

const CARDS: { title: string; tabs: BreakdownTab[] }[] = [
  {
    title: "Links",
    tabs: [{ name: "link", title: "Top links", column: "Link", empty: "No clicks in this period." }],
  },
  {
    title: "Sources",
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
    tabs: [
      { name: "country", title: "Countries", column: "Country", empty: "No visits in this period." },
      { name: "region", title: "Regions", column: "Region", empty: "No visits in this period." },
      { name: "city", title: "Cities", column: "City", empty: "No visits in this period." },
    ],
  },
  {
    title: "Devices",
    tabs: [
      { name: "device_type", title: "Devices", column: "Device", empty: "No visits in this period." },
      { name: "browser", title: "Browsers", column: "Browser", empty: "No visits in this period." },
      { name: "os", title: "Systems", column: "System", empty: "No visits in this period." },
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
