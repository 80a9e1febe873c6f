import { Group, NativeSelect, Paper, Progress, SegmentedControl, Stack, Table, Text } from "@mantine/core";
import { IconDoorExit } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { EmptyPanel } from "#src/kit/EmptyPanel.tsx";
import { formatNumber } from "#src/kit/plural.ts";
import { QueryState } from "#src/kit/QueryState.tsx";
import type { WaysOutFigure } from "../ways-out-contract.ts";
import { APPS_LEFT, FIGURE_DAYS } from "../ways-out-rules.ts";
import { type SuccessLine, successLines } from "./success-lines.ts";
import { waysOutApi } from "./ways-out-client.ts";

interface SuccessProps {
  days: string | undefined;
  app: string | undefined;
  onSearch: (search: { days?: string; app?: string }) => void;
}

/** How often each way out worked, by app, system, and version. */
export function Success({ days: asked, app, onSearch }: SuccessProps) {
  const days = FIGURE_DAYS.find((known) => known === asked) ?? "30";
  const query = useQuery(waysOutApi.figures.queryOptions({ input: { days } }));
  const chosen = APPS_LEFT.some(({ key }) => key === app) ? app : undefined;
  const search = (next: { days?: string; app?: string }) => {
    const { days: nextDays, app: nextApp } = { days, app: chosen ?? "", ...next };
    onSearch({ ...(nextDays !== "30" && { days: nextDays }), ...(nextApp && { app: nextApp }) });
  };
  return (
    <Stack gap="md">
      <Group gap="sm" align="flex-end">
        <SegmentedControl
          aria-label="Days"
          data={FIGURE_DAYS.map((value) => ({ value, label: `${value} days` }))}
          value={days}
          onChange={(value) => search({ days: value })}
        />
        <NativeSelect
          aria-label="App"
          data={[
            { value: "", label: "All apps" },
            ...APPS_LEFT.map(({ key, label }) => ({ value: key, label })),
          ]}
          value={chosen ?? ""}
          onChange={({ currentTarget: { value } }) => search({ app: value })}
        />
      </Group>
      {query.data ? (
        <Figures items={query.data.items.filter((item) => !chosen || item.app === chosen)} />
      ) : (
        <QueryState query={query} failure="We couldn’t load the figures." height={320} />
      )}
    </Stack>
  );
}

function Figures({ items }: { items: readonly WaysOutFigure[] }) {
  const lines = successLines(items);
  if (lines.length === 0)
    return (
      <EmptyPanel
        icon={<IconDoorExit />}
        title="Nobody tried yet"
        description="Once visitors in apps try a way out, you can see here how often it works in each version of the app."
      />
    );
  return (
    <Paper withBorder radius="lg" p="xs">
      <Table.ScrollContainer minWidth={340}>
        <Table verticalSpacing="xs" horizontalSpacing="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>App and way</Table.Th>
              <Table.Th ta="end">Tried</Table.Th>
              <Table.Th ta="end">Got out</Table.Th>
              <Table.Th miw={72}>Share</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {lines.map((line) => (
              <Line key={line.key} line={line} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Paper>
  );
}

function Line({ line: { app, version, way, tried, left, share, isFirst } }: { line: SuccessLine }) {
  return (
    <Table.Tr>
      <Table.Td>
        <Text size="sm" fw={isFirst ? 600 : undefined}>
          {app}
        </Text>
        <Text size="sm">{version === "" ? "Unknown version" : `Version ${version}`}</Text>
        <Text size="xs" c="dimmed">
          {way}
        </Text>
      </Table.Td>
      <Table.Td ta="end">{formatNumber(tried)}</Table.Td>
      <Table.Td ta="end">{formatNumber(left)}</Table.Td>
      <Table.Td>
        {share === null ? (
          <Text size="sm" c="dimmed">
            Too few
          </Text>
        ) : (
          <>
            <Text size="sm">{`${share}%`}</Text>
            <Progress value={share} maw={160} aria-hidden />
          </>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
