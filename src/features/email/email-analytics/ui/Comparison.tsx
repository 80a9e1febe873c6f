import "#src/kit/deferred.css";
import { ScrollArea, Table, Text } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { formatDateTime } from "#src/kit/format-date.ts";
import { QueryState } from "#src/kit/QueryState.tsx";
import { mailAnalytics } from "./mail-analytics-client.ts";
import { metricsOf } from "./metrics.ts";

export function Comparison({ ids }: { ids: readonly string[] }) {
  const query = useQuery({
    ...mailAnalytics.compare.queryOptions({ input: { ids: ids.join(",") } }),
    placeholderData: keepPreviousData,
  });
  const { data } = query;
  if (!data) return <QueryState query={query} failure="We couldn’t compare these." height={240} />;
  return (
    <ScrollArea
      viewportProps={{ tabIndex: 0, role: "region", "aria-label": "Campaigns side by side" }}
      type="auto"
    >
      <Table fz="sm" striped mb="sm" layout="fixed" miw={140 * (data.items.length + 1)}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">All-time figures</Table.Th>
            {data.items.map(({ key, label, started_at }) => (
              <Table.Th key={key} scope="col" style={{ overflowWrap: "anywhere" }}>
                {label}
                <Text size="xs" c="dimmed">
                  {started_at && formatDateTime(started_at)}
                </Text>
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {metricsOf(data.items).map(({ key, title, definition, value, detail }) => (
            <Table.Tr key={key}>
              <Table.Th scope="row" fw={500} data-hint={definition}>
                {title}
              </Table.Th>
              {data.items.map((campaign) => (
                <Table.Td key={campaign.key}>
                  {value(campaign)}
                  <Text size="xs" c="dimmed">
                    {detail(campaign)}
                  </Text>
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea>
  );
}
