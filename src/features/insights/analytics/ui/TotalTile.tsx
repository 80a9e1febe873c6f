import { ActionIcon, Card, Group, Text, Tooltip } from "@mantine/core";
import { IconArrowDownRight, IconArrowRight, IconArrowUpRight, IconInfoCircle } from "@tabler/icons-react";
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
}

const ARROWS = { up: IconArrowUpRight, down: IconArrowDownRight, same: IconArrowRight };

export function TotalTile({ series, title, definition, figure, change, figureBefore }: TotalTileProps) {
  return (
    <Card className={classes.tile} data-series={series} component="section" aria-label={title}>
      <Group justify="space-between" wrap="nowrap" gap={4}>
        <Text size="sm" c="dimmed" fw={500} className={classes.title}>
          {title}
        </Text>
        <Tooltip label={`${definition} Compared with the period before.`} multiline w={240}>
          <ActionIcon size="sm" aria-label={`What ${title.toLowerCase()} means`}>
            <IconInfoCircle size={16} />
          </ActionIcon>
        </Tooltip>
      </Group>
      <Text className={classes.figure}>{figure}</Text>
      <TileChange change={change} figureBefore={figureBefore} />
    </Card>
  );
}

function TileChange({ change, figureBefore }: Pick<TotalTileProps, "change" | "figureBefore">) {
  if (!change) {
    return (
      <Text size="sm" c="dimmed">
        No earlier data
      </Text>
    );
  }
  const Arrow = ARROWS[change.direction];
  return (
    <Group gap="0 0.25rem" className={classes.change} data-direction={change.direction}>
      <Group gap={4} wrap="nowrap">
        <Arrow size={16} aria-hidden="true" />
        <Text size="sm" fw={600} component="span">
          {change.text}
        </Text>
      </Group>
      <Text size="xs" c="dimmed" component="span">
        was {figureBefore}
      </Text>
    </Group>
  );
}
