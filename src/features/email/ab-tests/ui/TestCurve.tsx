import "@mantine/charts/styles.css";
import { LineChart } from "@mantine/charts";
import { Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { AbTest } from "#src/features/email/ab-tests/contract.ts";
import { formatDateTime } from "#src/kit/format-date.ts";
import { QueryState } from "#src/kit/QueryState.tsx";
import { versionLetter } from "../rules.ts";
import { abTestsApi } from "./ab-test-queries.ts";
import { formatPoints } from "./test-labels.ts";

const HEIGHT_PX = 220;
const TICK_GAP_PX = 48;

/** The share of people who had responded to each version by each hour. */
export function TestCurve({ test: { id, versions, figures } }: { test: AbTest }) {
  const query = useQuery(abTestsApi.curve.queryOptions({ input: { id } }));
  if (!query.data)
    return (
      <QueryState
        query={query}
        failure="We couldn’t load how people responded over time."
        waiting={<Skeleton h={HEIGHT_PX} radius="lg" />}
      />
    );
  const { points } = query.data;
  if (points.length === 0) return null;
  const sent = versions.map((_, index) => figures?.versions[index]?.sent ?? 0);
  const letters = versions.map((_, index) => versionLetter(index));
  const data = points.map(({ at, responded }) => ({
    at,
    ...Object.fromEntries(
      letters.map((letter, index) => [letter, (responded[index] ?? 0) / Math.max(1, sent[index] ?? 0)]),
    ),
  }));
  return (
    <figure style={{ margin: 0 }}>
      <Text component="figcaption" size="sm" fw={600} mb="xs">
        Responses over time
      </Text>
      <LineChart
        h={HEIGHT_PX}
        data={data}
        dataKey="at"
        series={letters.map((name, index) => ({ name, color: `var(--version-${index})` }))}
        curveType="linear"
        withDots={points.length === 1}
        withLegend
        accessibilityLayer={false}
        valueFormatter={(value) => `${formatPoints(value)}%`}
        xAxisProps={{ tickFormatter: formatDateTime, minTickGap: TICK_GAP_PX }}
        yAxisProps={{ width: 52, domain: [0, "auto"] }}
        tooltipProps={{ labelFormatter: (label) => (typeof label === "string" ? formatDateTime(label) : "") }}
      />
    </figure>
  );
}
