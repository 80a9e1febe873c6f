import { Anchor, Badge, Button, Group, Select, Table, Text } from "@mantine/core";
import { IconMailOff } from "@tabler/icons-react";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { formatCount, formatRate } from "#src/features/insights/analytics/ui/shared/numbers.ts";
import { EmptyPanel } from "#src/kit/EmptyPanel.tsx";
import { ReasonDialog } from "#src/kit/form/ReasonDialog.tsx";
import { QueryState } from "#src/kit/QueryState.tsx";
import { STAFF_PATHS } from "#src/lib/staff-paths.ts";
import type { EmailAccount } from "../contract.ts";
import {
  type AccountSort,
  BOUNCE_RATE_HIGH,
  COMPLAINT_RATE_HIGH,
  REASON_CHARS_MAX,
  shareOf,
} from "../rules.ts";
import classes from "./email.module.css";
import { emailApi } from "./email-client.ts";

interface AccountsTableProps {
  days: number;
  sort: AccountSort;
  canStop: boolean;
  onSort: (sort: AccountSort) => void;
}

const SORTS: { value: AccountSort; label: string }[] = [
  { value: "sent", label: "Most sent" },
  { value: "bounced", label: "Most bounced" },
  { value: "complained", label: "Most complaints" },
  { value: "waiting", label: "Most waiting" },
];

/** The accounts that send most, or whose e-mail comes back most. */
export function AccountsTable({ days, sort, canStop, onSort }: AccountsTableProps) {
  const query = useQuery({
    ...emailApi.accounts.queryOptions({ input: { days, sort } }),
    placeholderData: keepPreviousData,
  });
  if (!query.data) return <QueryState query={query} failure="We couldn’t load the accounts." height={240} />;
  const { items } = query.data;
  if (items.length === 0)
    return (
      <EmptyPanel
        icon={<IconMailOff />}
        title="No account sent anything"
        description="Accounts are listed here once a campaign, a sequence or a program of theirs sends e-mail."
      />
    );
  return (
    <>
      <Select
        aria-label="Sort by"
        w={200}
        data={SORTS}
        allowDeselect={false}
        value={sort}
        onChange={(value) => value && onSort(value as AccountSort)}
      />
      <Table.ScrollContainer minWidth={640}>
        <Table className={classes.table}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Account</Table.Th>
              <Table.Th scope="col">Sent</Table.Th>
              <Table.Th scope="col">Bounced</Table.Th>
              <Table.Th scope="col">Complaints</Table.Th>
              <Table.Th scope="col">Waiting</Table.Th>
              <Table.Th scope="col">{canStop && "Sending"}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {items.map((item) => (
              <AccountRow key={item.id} item={item} canStop={canStop} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </>
  );
}

function AccountRow({ item, canStop }: { item: EmailAccount; canStop: boolean }) {
  const { id, name, email, sent, bounced, complained, waiting, deferred, stopped } = item;
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={400} style={{ overflowWrap: "anywhere" }}>
        <Anchor
          inherit
          fw={600}
          renderRoot={(props) => <Link {...props} to={STAFF_PATHS.users} search={{ user: id }} />}
        >
          {name}
        </Anchor>
        <Text size="sm">{email}</Text>
        {stopped !== null && (
          <Group gap={6} mt={4}>
            <Badge size="sm" variant="light" color="red">
              Stopped
            </Badge>
            <Text size="xs" c="dimmed">
              {stopped}
            </Text>
          </Group>
        )}
      </Table.Th>
      <Table.Td>{formatCount(sent)}</Table.Td>
      <Share count={bounced} of={sent} high={BOUNCE_RATE_HIGH} />
      <Share count={complained} of={sent} high={COMPLAINT_RATE_HIGH} />
      <Table.Td>
        {formatCount(waiting)}
        {deferred > 0 && (
          <Text size="xs" c="dimmed">
            {`${formatCount(deferred)} put off`}
          </Text>
        )}
      </Table.Td>
      <Table.Td>{canStop && <StopButton item={item} />}</Table.Td>
    </Table.Tr>
  );
}

export function Share({ count, of, high }: { count: number; of: number; high: number }) {
  const share = shareOf(count, of);
  return (
    <Table.Td>
      <span className={share > high ? classes.bad : undefined}>{formatRate(share)}</span>
      <Text size="xs" c="dimmed">
        {formatCount(count)}
      </Text>
    </Table.Td>
  );
}

function StopButton({ item: { id, name, stopped } }: { item: EmailAccount }) {
  const [opened, setOpened] = useState(false);
  const queries = useQueryClient();
  const isStopped = stopped !== null;
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={() => setOpened(true)}>
        {isStopped ? "Allow" : "Stop"}
      </Button>
      <ReasonDialog
        opened={opened}
        onClose={() => setOpened(false)}
        title={isStopped ? `Let ${name} send again?` : `Stop what ${name} sends?`}
        action={isStopped ? "Allow sending" : "Stop sending"}
        done={isStopped ? "Sending allowed" : "Sending stopped"}
        charsMax={REASON_CHARS_MAX}
        note={isStopped ? "They can read this in their activity." : "We’ll e-mail this to them."}
        send={async (reason) => {
          await emailApi.stopAccount.call({ id, is_stopped: !isStopped, reason });
          await queries.invalidateQueries({ queryKey: emailApi.key() });
        }}
      >
        {isStopped
          ? "What waits goes out within a minute, unless they’ve stopped it themselves."
          : "Nothing more goes out for this account until you allow it again. What’s on its way arrives."}
      </ReasonDialog>
    </>
  );
}
