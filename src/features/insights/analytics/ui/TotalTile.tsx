import { Card, Group, Text } from "@mantine/core";
import { IconArrowDownRight, IconArrowRight, IconArrowUpRight } from "@tabler/icons-react";
import type { Analytics } from "../contract.ts";
import { ANALYTICS_METRICS } from "../metric-rules.ts";
import type { Verdict } from "../significance-rules.ts";
import classes from "./analytics.module.css";
import { MetricHelp } from "./shared/MetricHelp.tsx";
import type { Change } from "./shared/numbers.ts";

interface TotalTileProps {
  series: keyof Analytics["totals"];
  figure: string;
  /** Undefined if there's nothing to compare with. */
  change: Change | undefined;
  figureBefore: string;
  verdict: Verdict;
  isYearBefore: boolean;
}

const ARROWS = { up: IconArrowUpRight, down: IconArrowDownRight, same: IconArrowRight };

const COMPARED = {
  true: "Compared with the same days a year before.",
  false: "Compared with the period before.",
};
const VERDICTS: Record<Verdict, string> = {
  real: "More than chance would change it.",
  noise: "Figures this small change as much by chance.",
  unknown: "",
};

export function TotalTile(props: TotalTileProps) {
  const { series, figure, change, verdict, isYearBefore } = props;
  const { title } = ANALYTICS_METRICS[series];
  const more = [COMPARED[`${isYearBefore}`], change && VERDICTS[verdict]].filter(Boolean).join(" ");
  return (
    <Card className={classes.tile} data-series={series} component="section" aria-label={title}>
      <Group justify="space-between" wrap="nowrap" gap={4}>
        <Text size="sm" c="dimmed" fw={500} className={classes.title}>
          {title}
        </Text>
        <MetricHelp name={series} more={more} />
      </Group>
      <Text className={classes.figure}>{figure}</Text>
      <TileChange {...props} />
    </Card>
  );
}

function TileChange({ change, figureBefore, verdict }: TotalTileProps) {
  if (!change) {
    return (
      <Text size="sm" c="dimmed">
        No earlier data
      </Text>
    );
  }
  const Arrow = ARROWS[change.direction];
  return (
    <Group
      gap="0 0.25rem"
      className={classes.change}
      data-direction={verdict === "noise" ? "same" : change.direction}
    >
      <Group gap={4} wrap="nowrap">
        <Arrow size={16} aria-hidden="true" />
        <Text size="sm" fw={600} component="span">
          {change.text}
        </Text>
      </Group>
      <Text size="xs" c="dimmed" component="span">
        was {figureBefore}
      </Text>
      {verdict === "noise" && change.direction !== "same" && (
        <Text size="xs" c="dimmed" component="span">
          may be chance
        </Text>
      )}
    </Group>
  );
}
