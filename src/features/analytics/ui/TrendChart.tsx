import "@mantine/charts/styles.css";
import { AreaChart, ChartTooltip } from "@mantine/charts";
import { formatCount, formatShortCount } from "./numbers.ts";
import { type Course, chartRows, momentFormat, openSeries, SERIES, type Trend } from "./trend.ts";

const WHOLE = SERIES.map((series) => ({ ...series, color: `var(--series-${series.name})` }));
const OPEN = WHOLE.map((series) => ({ ...series, name: openSeries(series.name), strokeDasharray: "4 4" }));
const HEIGHT_PX = 260;
const TICK_GAP_PX = 28;

interface TrendChartProps extends Pick<Trend, "step" | "tz"> {
  course: Course;
}

/** Views, visitors, and clicks over time. Not animated. */
export function TrendChart({ course, step, tz }: TrendChartProps) {
  const { short, full } = momentFormat(step, tz);
  const openAt = course.isOpen ? course.points.at(-1)?.at : undefined;
  return (
    <AreaChart
      h={HEIGHT_PX}
      data={chartRows(course)}
      dataKey="at"
      series={openAt === undefined ? WHOLE : [...WHOLE, ...OPEN]}
      curveType="monotone"
      withDots={course.points.length === 1}
      withGradient
      fillOpacity={0.25}
      strokeWidth={2}
      connectNulls={false}
      accessibilityLayer={false}
      valueFormatter={formatShortCount}
      xAxisProps={{ tickFormatter: short, minTickGap: TICK_GAP_PX }}
      yAxisProps={{ allowDecimals: false, width: 44 }}
      tooltipProps={{
        content: ({ label, payload }) => {
          if (typeof label !== "string") return null;
          const isOpen = label === openAt;
          const series = isOpen ? OPEN : WHOLE;
          return (
            <ChartTooltip
              label={isOpen ? `${full(label)}, so far` : full(label)}
              payload={payload?.filter(({ dataKey }) => series.some(({ name }) => name === dataKey))}
              series={series}
              valueFormatter={formatCount}
            />
          );
        },
      }}
    />
  );
}
