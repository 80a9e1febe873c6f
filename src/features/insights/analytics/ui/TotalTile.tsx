import { ActionIcon, Card, Group, Text, Tooltip } from "@mantine/core";
import { IconArrowDownRight, IconArrowRight, IconArrowUpRight, IconInfoCircle } from "@tabler/icons-react";
import type { Verdict } from "../significance-rules.ts";
import classes from "./analytics.module.css";
import type { Change } from "./shared/numbers.ts";

interface TotalTileProps {
  series: string;
  title: string;
  definition: string;
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
  const { series, title, definition, figure, change, verdict, isYearBefore } = props;
  const help = [definition, COMPARED[`${isYearBefore}`], change && VERDICTS[verdict]]
    .filter(Boolean)
    .join(" ");
  return (
    <Card className={classes.tile} data-series={series} component="section" aria-label={title}>
      <Group justify="space-between" wrap="nowrap" gap={4}>
        <Text size="sm" c="dimmed" fw={500} className={classes.title}>
          {title}
        </Text>
        <Tooltip label={help} multiline w={240} events={{ hover: true, focus: true, touch: true }}>
          <ActionIcon size="sm" aria-label={`What ${title.toLowerCase()} means`}>
            <IconInfoCircle size={16} />
          </ActionIcon>
        </Tooltip>
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
