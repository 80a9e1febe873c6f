import { Button, Group, Paper, Stack, Switch, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useId, useMemo, useState } from "react";
import { useHasPermission } from "#src/features/identity/team/ui/shared/use-permission.ts";
import type { Analytics } from "#src/features/insights/analytics/contract.ts";
import { dateIn } from "#src/features/insights/analytics/ui/shared/period.ts";
import type { ChartMark } from "#src/features/insights/analytics/ui/shared/trend.ts";
import { pointOf } from "#src/features/insights/reports/notes/note-rules.ts";
import type { Mark } from "#src/features/insights/reports/notes/notes-contract.ts";
import { QueryState } from "#src/kit/QueryState.tsx";
import { MarkItem } from "./MarkItem.tsx";
import { NoteDialog } from "./NoteDialog.tsx";
import { notesApi } from "./report-client.ts";

interface MarksProps {
  profileId: string;
  trend: Pick<Analytics, "from" | "to" | "tz" | "series">;
  onMarks: (marks: readonly ChartMark[]) => void;
}

const SHOWN_AT_FIRST = 8;

/** What happened in the period: notes, and what was done on the page, on the chart and as a list. */
export function Marks({ profileId, trend, onMarks }: MarksProps) {
  const id = useId();
  const mayWrite = useHasPermission("analytics.export");
  const [isHidden, setHidden] = useState(false);
  const [isWriting, setWriting] = useState(false);
  const [showsAll, setShowsAll] = useState(false);
  const { from, to, tz } = trend;
  const query = useQuery(notesApi.marks.queryOptions({ input: { id: profileId, from, to, tz } }));
  const items = useMemo(() => query.data?.items ?? [], [query.data]);
  const chartMarks = useMemo(() => (isHidden ? [] : chartMarksOf(items, trend)), [items, trend, isHidden]);
  useEffect(() => onMarks(chartMarks), [chartMarks, onMarks]);
  const listed = showsAll ? items : items.slice(-SHOWN_AT_FIRST);
  return (
    <Paper component="section" withBorder radius="lg" p="md" aria-labelledby={id}>
      <Stack gap="sm">
        <Group justify="space-between" gap="sm">
          <Title order={2} size="h4" id={id}>
            What happened
          </Title>
          <Group gap="sm">
            {items.length > 0 && (
              <Switch
                label="Show on the chart"
                checked={!isHidden}
                onChange={({ currentTarget }) => setHidden(!currentTarget.checked)}
              />
            )}
            {mayWrite && (
              <Button size="compact-sm" variant="default" onClick={() => setWriting(true)}>
                Add a note
              </Button>
            )}
          </Group>
        </Group>
        {!query.data && <QueryState query={query} failure="We couldn’t load what happened." height={40} />}
        {query.data && items.length === 0 && (
          <Text size="sm" c="dimmed">
            Nothing in this period. Notes and changes to the page appear here and on the chart.
          </Text>
        )}
        {items.length > listed.length && (
          <Button size="compact-sm" variant="subtle" onClick={() => setShowsAll(true)}>
            Show the earlier ones, too
          </Button>
        )}
        <Stack component="ul" gap={4} p={0} m={0} style={{ listStyle: "none" }}>
          {listed.map((mark) => (
            <MarkItem
              key={`${mark.id} ${mark.kind} ${mark.day}`}
              mark={mark}
              number={isHidden ? undefined : items.indexOf(mark) + 1}
              tz={tz}
              mayDelete={mayWrite}
            />
          ))}
        </Stack>
      </Stack>
      <NoteDialog profileId={profileId} opened={isWriting} onClose={() => setWriting(false)} />
    </Paper>
  );
}

/** Marks have the numbers of the list. Those of the same point share a line. */
function chartMarksOf(items: readonly Mark[], { series, to, tz }: MarksProps["trend"]): ChartMark[] {
  const points = series.map(({ at }) => ({ at, day: dateIn(tz, new Date(at)) }));
  const numbers = new Map<string, number[]>();
  for (const [index, mark] of items.entries()) {
    const point = pointOf(mark, points, to);
    if (point) numbers.set(point.at, [...(numbers.get(point.at) ?? []), index + 1]);
  }
  return [...numbers].map(([at, some]) => ({
    at,
    label: some.length > 1 ? `${some[0]}–${some.at(-1)}` : `${some[0]}`,
  }));
}
