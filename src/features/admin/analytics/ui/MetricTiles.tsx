import { Group, SimpleGrid, Text, UnstyledButton } from "@mantine/core";
import { IconArrowDownRight, IconArrowRight, IconArrowUpRight } from "@tabler/icons-react";
import { changeOf } from "#src/features/insights/analytics/ui/shared/numbers.ts";
import { formatNumber, plural } from "#src/kit/plural.ts";
import type { Figures } from "../contract.ts";
import { METRICS, type MetricName } from "../rules.ts";
import { figureFormat } from "./format-figure.ts";
import classes from "./overview.module.css";

type Totals = Figures["totals"];

interface Tile {
  metric: MetricName;
  /** What else there is to say. */
  note?: (totals: Totals) => string;
}

const ARROWS = { up: IconArrowUpRight, down: IconArrowDownRight, same: IconArrowRight };

export const sumOf = (totals: Totals, metric: MetricName, what: "value" | "before" = "value"): number =>
  totals.filter((total) => total.metric === metric).reduce((sum, total) => sum + total[what], 0);

const keyed = (totals: Totals, metric: MetricName, key: string) =>
  totals.find((total) => total.metric === metric && total.key === key)?.value ?? 0;

const TILES: readonly Tile[] = [
  { metric: "signups", note: (totals) => plural(sumOf(totals, "people"), "account") },
  { metric: "profiles", note: (totals) => plural(sumOf(totals, "all_profiles"), "profile") },
  { metric: "links", note: (totals) => plural(sumOf(totals, "all_links"), "link") },
  { metric: "views" },
  { metric: "clicks" },
  { metric: "leads" },
  { metric: "emails" },
  { metric: "revenue" },
  {
    metric: "premium",
    note: (totals) =>
      `${formatNumber(keyed(totals, "premium", "bought"))} bought, ${formatNumber(keyed(totals, "premium", "given"))} given`,
  },
  { metric: "referred" },
  { metric: "egress_sent" },
  { metric: "egress_saved" },
];

interface MetricTilesProps {
  data: Figures;
  metric: MetricName;
  onMetric: (metric: MetricName) => void;
}

/** Every figure of the period, compared with the one before. Choosing one shows it over time, and what's behind it. */
export function MetricTiles({ data: { totals }, metric, onMetric }: MetricTilesProps) {
  return (
    <SimpleGrid cols={{ base: 2, sm: 3, md: 4 }} spacing="sm">
      {TILES.map((tile) => (
        <UnstyledButton
          key={tile.metric}
          className={classes.tile}
          aria-pressed={tile.metric === metric}
          onClick={() => onMetric(tile.metric)}
        >
          <Text span size="sm" c="dimmed" fw={500} display="block">
            {METRICS[tile.metric].title}
          </Text>
          <span className={classes.figure}>{figureFormat(tile.metric)(sumOf(totals, tile.metric))}</span>
          <TileChange totals={totals} metric={tile.metric} />
          {tile.note && (
            <Text span size="xs" c="dimmed" display="block">
              {tile.note(totals)}
            </Text>
          )}
        </UnstyledButton>
      ))}
    </SimpleGrid>
  );
}

function TileChange({ totals, metric }: { totals: Totals; metric: MetricName }) {
  const before = sumOf(totals, metric, "before");
  const change = changeOf(sumOf(totals, metric), before);
  if (!change)
    return (
      <Text span size="sm" c="dimmed" display="block">
        No earlier data
      </Text>
    );
  const Arrow = ARROWS[change.direction];
  return (
    <Group component="span" gap="0 0.25rem">
      <Arrow size={16} aria-hidden="true" />
      <Text span size="sm" fw={600}>
        {change.text}
      </Text>
      <Text span size="xs" c="dimmed">
        was {figureFormat(metric)(before)}
      </Text>
    </Group>
  );
}
