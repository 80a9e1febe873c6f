import { AreaChart, ChartTooltip } from "@mantine/charts";
import { formatCount, formatShortCount } from "./numbers.ts";
import { momentFormat, SERIES, type Trend } from "./trend.ts";

const COLORED = SERIES.map((series) => ({ ...series, color: `var(--series-${series.name})` }));
const HEIGHT_PX = 260;
const TICK_GAP_PX = 28;

/** Views, visitors and clicks over time. It stands still: nothing moves while it is drawn. */
export function TrendChart({ trend: { series, step, tz } }: { trend: Trend }) {
  const { short, full } = momentFormat(step, tz);
  return (
    <AreaChart
      h={HEIGHT_PX}
      data={series}
      dataKey="at"
      series={COLORED}
      curveType="monotone"
      withDots={series.length === 1}
      withGradient
      fillOpacity={0.25}
      strokeWidth={2}
      accessibilityLayer={false}
      valueFormatter={formatShortCount}
      xAxisProps={{ tickFormatter: short, minTickGap: TICK_GAP_PX }}
      yAxisProps={{ allowDecimals: false, width: 44 }}
      tooltipProps={{
        content: ({ label, payload }) => (
          <ChartTooltip
            label={typeof label === "string" ? full(label) : ""}
            payload={payload}
            series={COLORED}
            valueFormatter={formatCount}
          />
        ),
      }}
    />
  );
}
