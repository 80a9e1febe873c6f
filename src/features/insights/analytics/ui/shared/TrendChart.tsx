import "@mantine/charts/styles.css";
import { AreaChart, ChartTooltip } from "@mantine/charts";
import { formatCount, formatShortCount } from "./numbers.ts";
import type { Granularity } from "./period.ts";
import { type ChartMark, chartRows, type Line, momentFormat, openSeries, type TrendSeries } from "./trend.ts";

const HEIGHT_PX = 260;
const TICK_GAP_PX = 28;

interface TrendChartProps {
  lines: readonly Line[];
  course: TrendSeries<string>;
  step: Granularity;
  tz: string;
  marks?: readonly ChartMark[];
  /** Figures are counts unless they're something else. */
  format?: ((figure: number) => string) | undefined;
}

/** Not animated. */
export function TrendChart({ lines, course, step, tz, marks = [], format }: TrendChartProps) {
  const whole = lines.map(({ name, label }) => ({ name, label, color: `var(--series-${name})` }));
  const open = whole.map((line) => ({ ...line, name: openSeries(line.name), strokeDasharray: "4 4" }));
  const { short, full } = momentFormat(step, tz);
  const middle = course.points[Math.floor(course.points.length / 2)]?.at ?? "";
  const openAt = course.isOpen ? course.points.at(-1)?.at : undefined;
  return (
    <AreaChart
      h={HEIGHT_PX}
      data={chartRows(course, lines)}
      dataKey="at"
      series={openAt === undefined ? whole : [...whole, ...open]}
      curveType="monotone"
      withDots={course.points.length === 1}
      withGradient
      fillOpacity={0.25}
      strokeWidth={2}
      connectNulls={false}
      accessibilityLayer={false}
      valueFormatter={format ?? formatShortCount}
      referenceLines={marks.map(({ at, label }) => ({
        x: at,
        label,
        color: "gray.6",
        // Inside of the chart at both ends.
        labelPosition: at < middle ? "insideTopLeft" : "insideTopRight",
      }))}
      xAxisProps={{ tickFormatter: short, minTickGap: TICK_GAP_PX }}
      yAxisProps={{ allowDecimals: false, width: 44 }}
      tooltipProps={{
        content: ({ label, payload }) => {
          if (typeof label !== "string") return null;
          const isOpen = label === openAt;
          const series = isOpen ? open : whole;
          return (
            <ChartTooltip
              label={isOpen ? `${full(label)}, so far` : full(label)}
              payload={payload?.filter(({ dataKey }) => series.some(({ name }) => name === dataKey))}
              series={series}
              valueFormatter={format ?? formatCount}
            />
          );
        },
      }}
    />
  );
}
