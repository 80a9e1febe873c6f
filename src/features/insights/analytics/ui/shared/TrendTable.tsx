import "#src/kit/deferred.css";
import { ScrollArea, Table } from "@mantine/core";
import { formatCount } from "./numbers.ts";
import type { Granularity } from "./period.ts";
import { type Line, momentFormat, type TrendSeries } from "./trend.ts";

interface TrendTableProps {
  lines: readonly Line[];
  course: TrendSeries<string>;
  step: Granularity;
  tz: string;
  format?: ((figure: number) => string) | undefined;
}

const STEP_WORDS: Record<Granularity, string> = {
  minute: "Minute",
  hour: "Hour",
  day: "Day",
  week: "Week",
  month: "Month",
};

export function TrendTable({
  lines,
  course: { points, isOpen },
  step,
  tz,
  format = formatCount,
}: TrendTableProps) {
  const { full } = momentFormat(step, tz);
  return (
    <ScrollArea.Autosize
      mah={320}
      viewportProps={{ tabIndex: 0, role: "region", "aria-label": "Figures over time" }}
    >
      <Table stickyHeader striped fz="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{STEP_WORDS[step]}</Table.Th>
            {lines.map(({ name, label }) => (
              <Table.Th key={name} scope="col" ta="right">
                {label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {points.toReversed().map((point, index) => (
            <Table.Tr key={point.at}>
              <Table.Th scope="row" fw={400}>
                <span style={{ whiteSpace: "nowrap" }}>{full(point.at)}</span>
                {isOpen && index === 0 && ", so far"}
              </Table.Th>
              {lines.map(({ name }) => (
                <Table.Td key={name} ta="right">
                  {format(point[name] ?? 0)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea.Autosize>
  );
}
