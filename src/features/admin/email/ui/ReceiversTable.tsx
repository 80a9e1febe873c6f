import { Table, Text } from "@mantine/core";
import { IconMailOff } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { formatCount } from "#src/features/insights/analytics/ui/shared/numbers.ts";
import { EmptyPanel } from "#src/kit/EmptyPanel.tsx";
import { formatDateTime } from "#src/kit/format-date.ts";
import { plural } from "#src/kit/plural.ts";
import { QueryState } from "#src/kit/QueryState.tsx";
import { BOUNCE_RATE_HIGH, COMPLAINT_RATE_HIGH } from "../rules.ts";
import { Share } from "./AccountsTable.tsx";
import classes from "./email.module.css";
import { emailApi } from "./email-client.ts";

/** Receiving domains, and what they refuse or put off. */
export function ReceiversTable({ days }: { days: number }) {
  const query = useQuery({
    ...emailApi.receivers.queryOptions({ input: { days } }),
    placeholderData: keepPreviousData,
  });
  if (!query.data) return <QueryState query={query} failure="We couldn’t load the domains." height={240} />;
  const { items } = query.data;
  if (items.length === 0)
    return (
      <EmptyPanel
        icon={<IconMailOff />}
        title="Nothing went anywhere"
        description="The domains that e-mail goes to are listed here once an account sends some."
      />
    );
  return (
    <Table.ScrollContainer minWidth={560}>
      <Table className={classes.table}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Domain</Table.Th>
            <Table.Th scope="col">Sent</Table.Th>
            <Table.Th scope="col">Bounced</Table.Th>
            <Table.Th scope="col">Complaints</Table.Th>
            <Table.Th scope="col">Put off</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {items.map(({ host, accounts, sent, bounced, complained, waiting, deferred, oldest_at }) => (
            <Table.Tr key={host}>
              <Table.Th scope="row" fw={400} style={{ overflowWrap: "anywhere" }}>
                {host}
                <Text size="xs" c="dimmed">
                  from {plural(accounts, "account")}
                </Text>
              </Table.Th>
              <Table.Td>{formatCount(sent)}</Table.Td>
              <Share count={bounced} of={sent} high={BOUNCE_RATE_HIGH} />
              <Share count={complained} of={sent} high={COMPLAINT_RATE_HIGH} />
              <Table.Td>
                {formatCount(deferred)}
                {waiting > 0 && oldest_at !== null && (
                  <Text size="xs" c="dimmed">
                    {`${formatCount(waiting)} waiting since ${formatDateTime(oldest_at)}`}
                  </Text>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
