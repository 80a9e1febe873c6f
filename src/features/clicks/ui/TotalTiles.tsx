import { SimpleGrid } from "@mantine/core";
import type { Analytics } from "../contract.ts";
import { formatCount, formatRate } from "./numbers.ts";
import { TotalTile } from "./TotalTile.tsx";

type Totals = Analytics["totals"];

const TILES: { key: keyof Totals; title: string; definition: string; format: (figure: number) => string }[] =
  [
    {
      key: "views",
      title: "Views",
      definition: "How often your page was opened.",
      format: formatCount,
    },
    {
      key: "visitors",
      title: "Unique visitors",
      definition:
        "Different people who opened your page. Each counts once a day, so two visits on two days are two.",
      format: formatCount,
    },
    {
      key: "clicks",
      title: "Clicks",
      definition: "How often a link on your page was opened.",
      format: formatCount,
    },
    {
      key: "click_rate",
      title: "Click rate",
      definition: "Clicks for each view. It is above 100% when people open several links.",
      format: formatRate,
    },
  ];

/** The four figures of the period, each against the period before. */
export function TotalTiles({ totals, previous }: { totals: Totals; previous: Totals }) {
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm">
      {TILES.map(({ key, title, definition, format }) => (
        <TotalTile
          key={key}
          series={key}
          title={title}
          definition={definition}
          figure={format(totals[key])}
          now={totals[key]}
          before={previous[key]}
          beforeFigure={format(previous[key])}
        />
      ))}
    </SimpleGrid>
  );
}
