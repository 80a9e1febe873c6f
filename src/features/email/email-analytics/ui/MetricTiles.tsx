import { ActionIcon, Anchor, Card, Group, SimpleGrid, Text, Tooltip } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";
import { PATHS } from "#src/lib/paths.ts";
import type { MailAnalytics } from "../contract.ts";
import classes from "./mail-analytics.module.css";
import { metricsOf } from "./metrics.ts";

/** Each figure with its definition: on hover, on focus, on a tap, and all of them below. */
export function MetricTiles({ totals }: { totals: MailAnalytics["totals"] }) {
  const metrics = metricsOf([totals]);
  return (
    <>
      <SimpleGrid cols={{ base: 2, sm: 3, md: 4 }} spacing="sm">
        {metrics.map(({ key, title, definition, value, detail }) => (
          <Card key={key} component="section" aria-label={title} p="sm">
            <Group justify="space-between" align="flex-start" wrap="nowrap" gap={4}>
              <Text size="sm" c="dimmed" fw={500}>
                {title}
              </Text>
              <Tooltip label={definition} multiline w={240}>
                <ActionIcon size="sm" aria-label={`What “${title}” means`}>
                  <IconInfoCircle size={16} />
                </ActionIcon>
              </Tooltip>
            </Group>
            <Text fz="xl" fw={700} mt="auto">
              {value(totals)}
            </Text>
            <Text size="xs" c="dimmed" mih="1lh">
              {detail(totals)}
            </Text>
          </Card>
        ))}
      </SimpleGrid>
      <details className={classes.definitions}>
        <summary>What these figures mean</summary>
        <dl>
          {metrics.map(({ key, title, definition }) => (
            <div key={key}>
              <dt>{title}</dt>
              <dd>{definition}</dd>
            </div>
          ))}
        </dl>
        {totals.revenue.length === 0 && (
          <Text size="sm">
            To see revenue, have your shop <Anchor href={PATHS.apiDocs}>report its orders</Anchor>.
          </Text>
        )}
      </details>
    </>
  );
}
