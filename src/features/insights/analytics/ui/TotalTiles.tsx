import { SimpleGrid } from "@mantine/core";
import type { Analytics } from "../contract.ts";
import { type Change, changeOf, formatCount, formatRate, pointsOf } from "./shared/numbers.ts";
import { TotalTile } from "./TotalTile.tsx";

type Totals = Analytics["totals"];

interface Tile {
  key: keyof Totals;
  format: (figure: number) => string;
  change: (now: Totals, before: Totals) => Change | undefined;
}

const count = (key: keyof Totals): Tile => ({
  key,
  format: formatCount,
  change: (now, before) => changeOf(now[key], before[key]),
});

const TILES: readonly Tile[] = [
  count("views"),
  count("visitors"),
  count("clicks"),
  {
    key: "click_rate",
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
      {TILES.map(({ key, format, change }) => (
        <TotalTile
          key={key}
          series={key}
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
