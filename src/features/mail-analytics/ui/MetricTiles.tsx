import { Card, Group, SimpleGrid, Text } from "@mantine/core";
import type { MailAnalytics } from "../contract.ts";
import { Definition } from "./Definition.tsx";
import { METRICS } from "./metrics.ts";

/** Each figure with its definition. */
export function MetricTiles({ totals }: { totals: MailAnalytics["totals"] }) {
  return (
    <SimpleGrid cols={{ base: 2, sm: 3, md: 5 }} spacing="sm">
      {METRICS.map(({ key, title, definition, value, detail }) => (
        <Card key={key} component="section" aria-label={title} p="sm">
          <Group justify="space-between" align="flex-start" wrap="nowrap" gap={4}>
            <Text size="sm" c="dimmed" fw={500}>
              {title}
            </Text>
            <Definition of={title} words={definition} />
          </Group>
          <Text fz="xl" fw={700} mt="auto">
            {value(totals)}
          </Text>
          <Text size="xs" c="dimmed">
            {detail(totals)}
          </Text>
        </Card>
      ))}
    </SimpleGrid>
  );
}
