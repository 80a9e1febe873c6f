import { Table, Text } from "@mantine/core";
import { formatCount } from "#src/features/insights/analytics/ui/shared/numbers.ts";
import { Card } from "#src/kit/Card.tsx";
import { localizeCountry } from "#src/kit/localize-label.ts";
import type { EngagementRow } from "../contract.ts";

const ROWS_SHOWN = 8;

export function EngagementCard({ title, rows }: { title: string; rows: readonly EngagementRow[] }) {
  return (
    <Card title={title} text="People’s opens and clicks">
      {rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          Nobody has opened this e-mail yet.
        </Text>
      ) : (
        <Table fz="sm" verticalSpacing={6}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{title}</Table.Th>
              <Table.Th scope="col" ta="right">
                Opens
              </Table.Th>
              <Table.Th scope="col" ta="right">
                Clicks
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.slice(0, ROWS_SHOWN).map(({ key, label, opens, clicks }) => (
              <Table.Tr key={key}>
                <Table.Th scope="row" fw={400}>
                  {localizeCountry(key, label)}
                </Table.Th>
                <Table.Td ta="right">{formatCount(opens)}</Table.Td>
                <Table.Td ta="right">{formatCount(clicks)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Card>
  );
}
