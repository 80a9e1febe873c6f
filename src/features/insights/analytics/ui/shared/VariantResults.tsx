import { Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { analytics } from "../analytics-client.ts";
import { MetricHelp } from "./MetricHelp.tsx";
import { formatCount } from "./numbers.ts";

/** An A/B test's results so far. Shows nothing until they've loaded. */
export function VariantResults({ linkId }: { linkId: string }) {
  const { data } = useQuery(analytics.variants.queryOptions({ input: { id: linkId } }));
  if (!data) return null;
  return (
    <Group gap={4}>
      <Text size="sm">
        Clicks so far: <b>A</b> {formatCount(data.a)} · <b>B</b> {formatCount(data.b)}
      </Text>
      <MetricHelp name="variants" />
    </Group>
  );
}
