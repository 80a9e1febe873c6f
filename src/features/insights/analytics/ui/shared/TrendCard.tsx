import { Button, Card, Group, SegmentedControl, Skeleton, Text, Title } from "@mantine/core";
import { IconChartAreaLine, IconTable } from "@tabler/icons-react";
import { type CSSProperties, type ReactNode, useId, useState } from "react";
import { lazyComponent } from "#src/kit/lazy.tsx";
import classes from "../analytics.module.css";
import { GRANULARITIES, type Granularity } from "./period.ts";
import { TrendTable } from "./TrendTable.tsx";
import { type ChartMark, type Line, pastSeries, type Trend } from "./trend.ts";

const TrendChart = lazyComponent(
  async () => (await import("./TrendChart.tsx")).TrendChart,
  <Skeleton h={260} />,
);

interface TrendCardProps<Name extends string> {
  trend: Trend<Name>;
  lines: readonly Line<Name>[];
  /** Describes the chart to screen readers. */
  label: string;
  title?: string;
  /** Says what the figures mean. */
  help?: ReactNode;
  /** The steps available for this period. */
  steps: readonly Granularity[];
  onStep?: (step: Granularity) => void;
  marks?: readonly ChartMark[];
  /** Figures are counts unless they're something else. */
  format?: (figure: number) => string;
}

const STEP_WORDS: Record<Granularity, string> = {
  minute: "Minutes",
  hour: "Hours",
  day: "Days",
  week: "Weeks",
  month: "Months",
};
const SO_FAR: Record<Granularity, string> = {
  minute: "Dashed: this minute, so far",
  hour: "Dashed: this hour, so far",
  day: "Dashed: today, so far",
  week: "Dashed: this week, so far",
  month: "Dashed: this month, so far",
};

/** The figures over time, as a chart and as a table. */
export function TrendCard<Name extends string>({
  trend,
  lines,
  label,
  title = "Over time",
  help,
  steps,
  onStep,
  marks = [],
  format,
}: TrendCardProps<Name>) {
  const id = useId();
  const [asTable, setAsTable] = useState(false);
  const { step, tz } = trend;
  const course = pastSeries(trend, new Date());
  const spoken: Record<Granularity, string> = {
    minute: `${label} per minute. The table has the same figures.`,
    hour: `${label} per hour. The table has the same figures.`,
    day: `${label} per day. The table has the same figures.`,
    week: `${label} per week. The table has the same figures.`,
    month: `${label} per month. The table has the same figures.`,
  };
  return (
    <Card component="section" aria-labelledby={id}>
      <Group justify="space-between" gap="xs" mb="sm">
        <Group gap={4}>
          <Title order={2} size="h4" id={id}>
            {title}
          </Title>
          {help}
        </Group>
        <Group gap="xs">
          {onStep && steps.length > 1 && (
            <SegmentedControl
              size="xs"
              aria-label="Steps"
              data={GRANULARITIES.filter((value) => steps.includes(value)).map((value) => ({
                value,
                label: STEP_WORDS[value],
              }))}
              value={step}
              onChange={onStep}
            />
          )}
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            leftSection={asTable ? <IconChartAreaLine size={16} /> : <IconTable size={16} />}
            onClick={() => setAsTable(!asTable)}
          >
            {asTable ? "Chart" : "Table"}
          </Button>
        </Group>
      </Group>
      {asTable ? (
        <TrendTable lines={lines} course={course} step={step} tz={tz} format={format} />
      ) : (
        <div role="img" aria-label={spoken[step]}>
          <TrendChart lines={lines} course={course} step={step} tz={tz} marks={marks} format={format} />
        </div>
      )}
      <Group justify="space-between" gap="xs" mt="xs">
        {!asTable && (
          <Group gap="md" component="ul" className={classes.legend} aria-label="Colors">
            {lines.map((line) => (
              <li key={line.name} style={{ "--legend-color": `var(--series-${line.name})` } as CSSProperties}>
                {line.label}
              </li>
            ))}
          </Group>
        )}
        <Text size="xs" c="dimmed">
          {!asTable && course.isOpen && `${SO_FAR[step]} · `}
          Time zone: {tz.replaceAll("_", " ")}
        </Text>
      </Group>
    </Card>
  );
}
