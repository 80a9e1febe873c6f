import { Card, Group, SimpleGrid, Skeleton, Stack, VisuallyHidden } from "@mantine/core";
import classes from "./analytics.module.css";

const TILES = ["views", "visitors", "clicks", "rate"];
const CARDS = ["links", "sources", "places", "devices"];
const ROWS = [0.9, 0.7, 0.8, 0.5, 0.6, 0.4];

/** The outline of the figures while they load. Every card is as tall as it will be, whatever the font. */
export function AnalyticsSkeleton() {
  return (
    <Stack gap="sm" aria-busy="true">
      <VisuallyHidden role="status">Loading analytics</VisuallyHidden>
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm">
        {TILES.map((tile) => (
          <Card key={tile} className={classes.tile}>
            <Line className={classes.tileHead} width={0.6} />
            <Line className={classes.figure} width={0.4} />
            <Line className={classes.change} width={0.7} />
          </Card>
        ))}
      </SimpleGrid>
      <Card>
        <Line className={classes.cardHead} width={0.3} mb="sm" />
        <Skeleton h={260} />
        <Group justify="space-between" gap="xs" mt="xs" className={classes.legend}>
          <Skeleton w="15rem">&#8203;</Skeleton>
          <Skeleton w="18rem">&#8203;</Skeleton>
        </Group>
      </Card>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="sm">
        {CARDS.map((card) => (
          <Card key={card}>
            <Line className={classes.cardHead} width={0.4} mb="sm" />
            {ROWS.map((width) => (
              <Line key={width} className={classes.row} width={width} />
            ))}
          </Card>
        ))}
      </SimpleGrid>
    </Stack>
  );
}

/** The outline of the controls above the figures, while the profile is still unknown. */
export function ControlsSkeleton() {
  return (
    <Group justify="space-between" gap="sm" mb="md" aria-hidden="true">
      <Skeleton h={36} w={{ base: "100%", xs: 380 }} radius="md" />
      <Skeleton h={36} w={{ base: "100%", xs: 380 }} radius="md" />
    </Group>
  );
}

interface LineProps {
  className: string | undefined;
  /** As a fraction of the card's width. */
  width: number;
  mb?: string;
}

/** A gray line as tall as the text that will replace it. */
function Line({ className, width, mb }: LineProps) {
  return (
    <Group className={className} wrap="nowrap" mb={mb}>
      <Skeleton w={`${width * 100}%`}>&#8203;</Skeleton>
    </Group>
  );
}
