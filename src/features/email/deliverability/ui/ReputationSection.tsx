import { Badge, ScrollArea, SegmentedControl, Table, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useHasPermission } from "#src/features/identity/team/ui/shared/use-permission.ts";
import { Card } from "#src/kit/Card.tsx";
import { LOCALE } from "#src/kit/locale.ts";
import { QueryState } from "#src/kit/QueryState.tsx";
import type { ReputationRow } from "../reputation/reputation-contract.ts";
import type { Level } from "../reputation/reputation-rules.ts";
import { deliverability } from "./deliverability-client.ts";
import { PauseButton, PausedReceivers } from "./PausedReceivers.tsx";

const LEVELS: Readonly<Record<Level, { color: string; label: string }>> = {
  few: { color: "gray", label: "Too few to say" },
  good: { color: "teal", label: "Good" },
  warning: { color: "yellow", label: "Watch it" },
  alarm: { color: "red", label: "Too high" },
};

/** How receivers take the account's e-mail. */
export function ReputationSection() {
  const [period, setPeriod] = useState<"week" | "month">("month");
  const query = useQuery({
    queryKey: deliverability.reputation.key(),
    queryFn: ({ signal }) => deliverability.reputation.call(undefined, { signal }),
  });
  const rows = query.data?.[period];
  return (
    <Card
      title="Reputation"
      text="Gmail and Yahoo want fewer complaints than 0.1%, and refuse e-mail from 0.3% on. More than 5% dead addresses look like a bought list. Receivers that don’t report complaints show none."
      action={
        <SegmentedControl
          size="xs"
          aria-label="Period"
          data={[
            { value: "week", label: "7 days" },
            { value: "month", label: "30 days" },
          ]}
          value={period}
          onChange={(value) => setPeriod(value as typeof period)}
        />
      }
    >
      <PausedReceivers />
      {!rows ? (
        <QueryState query={query} failure="We couldn’t load your reputation." height={120} />
      ) : rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          Nothing was sent in this period.
        </Text>
      ) : (
        <ReceiversTable rows={rows} />
      )}
    </Card>
  );
}

const COLUMNS = [
  "Receiver",
  "State",
  "Sent",
  "Complaints",
  "Hard bounces",
  "Soft bounces",
  "Deferred",
  "Unsubscribed",
  "Opened",
] as const;
/** The columns before this one are words. */
const FIRST_NUMBER = 2;

function ReceiversTable({ rows }: { rows: readonly ReputationRow[] }) {
  const mayPause = useHasPermission("connections.manage");
  return (
    <ScrollArea.Autosize
      mah={480}
      type="auto"
      viewportProps={{ tabIndex: 0, role: "region", "aria-label": "Reputation by receiver" }}
    >
      <Table stickyHeader fz="sm" verticalSpacing={6} horizontalSpacing={8} mb="sm">
        <Table.Thead>
          <Table.Tr>
            {COLUMNS.slice(0, FIRST_NUMBER).map((name) => (
              <Table.Th key={name} scope="col" style={{ whiteSpace: "nowrap" }}>
                {name}
              </Table.Th>
            ))}
            {mayPause && <Table.Th scope="col" aria-label="Pause" />}
            {COLUMNS.slice(FIRST_NUMBER).map((name) => (
              <Table.Th key={name} scope="col" ta="right">
                {name}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <ReceiverRow key={`${row.mailbox_id} ${row.host}`} row={row} mayPause={mayPause} />
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea.Autosize>
  );
}

const NUMBER = new Intl.NumberFormat(LOCALE);
const PERCENT = new Intl.NumberFormat(LOCALE, { style: "percent", maximumFractionDigits: 2 });
const share = (rate: number | null) => (rate === null ? "–" : PERCENT.format(rate));

function ReceiverRow({ row, mayPause }: { row: ReputationRow; mayPause: boolean }) {
  const { color, label } = LEVELS[row.level];
  const shares = [row.complaint, row.bounce_hard, row.bounce_soft].map(share);
  const figures = [
    NUMBER.format(row.sent),
    ...shares,
    NUMBER.format(row.deferred),
    share(row.unsubscribe),
    share(row.open),
  ];
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={500} style={{ overflowWrap: "anywhere", minWidth: 150 }}>
        {row.host}
        <Text span display="block" size="xs" c="dimmed" fw={400}>
          {row.address || "Deleted account"}
        </Text>
      </Table.Th>
      <Table.Td>
        <Badge size="sm" variant="light" color={color} miw="max-content">
          {label}
        </Badge>
      </Table.Td>
      {mayPause && (
        <Table.Td>
          {row.mailbox_id !== null && row.address !== "" && (
            <PauseButton mailbox_id={row.mailbox_id} host={row.host} />
          )}
        </Table.Td>
      )}
      {figures.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the columns stay where they are
        <Table.Td key={index} ta="right">
          {text}
        </Table.Td>
      ))}
    </Table.Tr>
  );
}
