import { ScrollArea, Table, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Card } from "#src/kit/Card.tsx";
import { formatDateTime } from "#src/kit/format-date.ts";
import { LOCALE } from "#src/kit/locale.ts";
import type { WarmUp } from "../warm-up/warm-up-contract.ts";
import { deliverability } from "./deliverability-client.ts";

const NUMBER = new Intl.NumberFormat(LOCALE);

/** The calendar of each sending account that warms up, or lately did. */
export function WarmUpSection() {
  const { data } = useQuery(deliverability.warmUps.queryOptions({}));
  if (!data || data.items.length === 0) return null;
  return (
    <Card
      title="Warm-up"
      text="Receivers distrust addresses that suddenly send a lot. So a new sending account starts small, and may send twice as much each day."
    >
      {data.items.map((one) => (
        <Calendar key={one.mailbox_id} warmUp={one} />
      ))}
    </Card>
  );
}

function Calendar({ warmUp: { address, is_over, days } }: { warmUp: WarmUp }) {
  return (
    <div>
      <Text size="sm" fw={600} style={{ overflowWrap: "anywhere" }}>
        {address}
      </Text>
      {is_over && (
        <Text size="sm" c="dimmed">
          Warmed up: only your own limits apply now.
        </Text>
      )}
      <ScrollArea.Autosize
        type="auto"
        viewportProps={{ tabIndex: 0, role: "region", "aria-label": `Warm-up of ${address}` }}
      >
        <Table fz="sm" verticalSpacing={4}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Day</Table.Th>
              <Table.Th scope="col">From</Table.Th>
              <Table.Th scope="col" ta="right">
                May send
              </Table.Th>
              <Table.Th scope="col" ta="right">
                Sent
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {days.map(({ at, planned, sent }, day) => (
              <Table.Tr key={at}>
                <Table.Th scope="row" fw={500}>
                  {day + 1}
                </Table.Th>
                <Table.Td>{formatDateTime(at)}</Table.Td>
                <Table.Td ta="right">{NUMBER.format(planned)}</Table.Td>
                <Table.Td ta="right">{sent === null ? "–" : NUMBER.format(sent)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea.Autosize>
    </div>
  );
}
