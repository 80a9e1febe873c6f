import { SimpleGrid } from "@mantine/core";
import type { Analytics } from "../contract.ts";
import { type Change, changeOf, formatCount, formatRate, pointsOf } from "./shared/numbers.ts";
import { TotalTile } from "./TotalTile.tsx";

type Totals = Analytics["totals"];

interface Tile {
  key: keyof Totals;
  title: string;
  definition: string;
  format: (figure: number) => string;
  change: (now: Totals, before: Totals) => Change | undefined;
}

const count = (key: keyof Totals) => ({
  key,
  format: formatCount,
  change: (now: Totals, before: Totals) => changeOf(now[key], before[key]),
});

const TILES: readonly Tile[] = [
  { ...count("views"), title: "Views", definition: "How often your page was opened." },
  {
    ...count("visitors"),
    title: "Unique visitors",
    definition: "Different people who opened your page. Someone who comes back the next day counts again.",
  },
  { ...count("clicks"), title: "Clicks", definition: "How often a link on your page was opened." },
  {
    key: "click_rate",
    title: "Click rate",
    definition: "Clicks per view. It’s above 100% when people open several links.",
    format: formatRate,
    // Without views there was no rate to compare with.
    change: (now, before) => (before.views === 0 ? undefined : pointsOf(now.click_rate, before.click_rate)),
  },
];

interface TotalTilesProps {
  data: Pick<Analytics, "totals" | "previous" | "verdicts">;
  isYearBefore: boolean;
}

/** The period's four figures, each compared with an earlier period. */
export function TotalTiles({ data: { totals, previous, verdicts }, isYearBefore }: TotalTilesProps) {
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm">
      {TILES.map(({ key, title, definition, format, change }) => (
        <TotalTile
          key={key}
          series={key}
          title={title}
          definition={definition}
          figure={format(totals[key])}
          change={change(totals, previous)}
          verdict={verdicts[key]}
          figureBefore={format(previous[key])}
          isYearBefore={isYearBefore}
        />
      ))}
    </SimpleGrid>
  );
}
