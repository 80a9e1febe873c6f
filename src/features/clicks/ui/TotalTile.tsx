import { ActionIcon, Card, Group, Text, Tooltip } from "@mantine/core";
import { IconArrowDownRight, IconArrowRight, IconArrowUpRight, IconInfoCircle } from "@tabler/icons-react";
import classes from "./analytics.module.css";
import { changeOf } from "./numbers.ts";

interface TotalTileProps {
  /** Which colour of the chart belongs to it. */
  series: string;
  title: string;
  definition: string;
  figure: string;
  now: number;
  before: number;
  beforeFigure: string;
}

const ARROWS = { up: IconArrowUpRight, down: IconArrowDownRight, same: IconArrowRight };

/** One figure, what it means and how it moved. */
export function TotalTile({ series, title, definition, figure, now, before, beforeFigure }: TotalTileProps) {
  return (
    <Card className={classes.tile} data-series={series} component="section" aria-label={title}>
      <Group justify="space-between" wrap="nowrap" gap={4}>
        <Text size="sm" c="dimmed" fw={500} className={classes.title}>
          {title}
        </Text>
        <Tooltip label={`${definition} The change is against the period before.`} multiline w={240}>
          <ActionIcon size="sm" aria-label={`What ${title.toLowerCase()} means`}>
            <IconInfoCircle size={16} />
          </ActionIcon>
        </Tooltip>
      </Group>
      <Text className={classes.figure}>{figure}</Text>
      <TileChange now={now} before={before} beforeFigure={beforeFigure} />
    </Card>
  );
}

function TileChange({ now, before, beforeFigure }: Pick<TotalTileProps, "now" | "before" | "beforeFigure">) {
  const change = changeOf(now, before);
  if (!change) {
    return (
      <Text size="xs" c="dimmed">
        no earlier data
      </Text>
    );
  }
  const Arrow = ARROWS[change.direction];
  return (
    <Group gap={4} wrap="nowrap" className={classes.change} data-direction={change.direction}>
      <Arrow size={16} aria-hidden="true" />
      <Text size="sm" fw={600} component="span">
        {change.text}
      </Text>
      <Text size="xs" c="dimmed" component="span" truncate>
        was {beforeFigure}
      </Text>
    </Group>
  );
}
