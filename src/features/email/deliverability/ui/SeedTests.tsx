import { Badge, Group, ScrollArea, Table, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatDateTime } from "#src/kit/format-date.ts";
import { LOCALE } from "#src/kit/locale.ts";
import { QueryState } from "#src/kit/QueryState.tsx";
import { receiverLabel } from "../receivers/receivers-rules.ts";
import type { SeedTest } from "../seeds/seeds-contract.ts";
import { isOver, type SeedState, sharesOf } from "../seeds/seeds-rules.ts";
import classes from "./deliverability.module.css";
import { deliverability } from "./deliverability-client.ts";

const NUMBER = new Intl.NumberFormat(LOCALE);
const PERCENT = new Intl.NumberFormat(LOCALE, { style: "percent" });
const LOOK_MS = 5_000;
const SHOWN_FIRST = 5;

const STATES: Readonly<Record<SeedState, { label: string; color: string }>> = {
  pending: { label: "Being sent", color: "gray" },
  sent: { label: "Looking", color: "gray" },
  inbox: { label: "Inbox", color: "green" },
  spam: { label: "Spam", color: "red" },
  missing: { label: "Missing", color: "yellow" },
  failed: { label: "No result", color: "gray" },
};

/** The last tests, and the shares of each receiver over all of them. */
export function SeedTests() {
  const tests = useQuery(
    deliverability.seedTests.queryOptions({
      refetchInterval: ({ state: { data } }) =>
        data?.items[0]?.results.some(({ state }) => !isOver(state)) ? LOOK_MS : false,
    }),
  );
  const [isAll, setAll] = useState(false);
  if (!tests.data)
    return <QueryState query={tests} failure="We couldn’t load your seed tests." height={72} />;
  const { items } = tests.data;
  if (items.length === 0) return <Text size="sm">No seed test yet.</Text>;
  return (
    <>
      <Shares tests={items} />
      <ul className={classes.checks} aria-label="Seed tests">
        {items.slice(0, isAll ? undefined : SHOWN_FIRST).map((test) => (
          <TestRow key={test.id} test={test} />
        ))}
      </ul>
      {items.length > SHOWN_FIRST && !isAll && (
        <button type="button" className="plain-button" onClick={() => setAll(true)}>
          <Text size="sm" td="underline">
            Show earlier tests
          </Text>
        </button>
      )}
    </>
  );
}

function TestRow({ test: { from_address, created_at, results } }: { test: SeedTest }) {
  return (
    <li className={classes.test}>
      <Text size="sm" fw={600}>
        {formatDateTime(created_at)}
      </Text>
      <Text size="sm" c="dimmed" className={classes.words}>
        From {from_address}
      </Text>
      <ul className={classes.results}>
        {results.map(({ seed_id, address, state, words }) => (
          <li key={seed_id}>
            <Group gap="xs" wrap="nowrap" align="flex-start">
              <Badge variant="light" color={STATES[state].color} size="sm" tt="none" flex="none">
                {STATES[state].label}
              </Badge>
              <Text size="sm" className={classes.words}>
                {words === "" ? address : `${address}: ${words}`}
              </Text>
            </Group>
          </li>
        ))}
      </ul>
    </li>
  );
}

function Shares({ tests }: { tests: readonly SeedTest[] }) {
  const shares = sharesOf(tests.flatMap(({ results }) => results));
  if (shares.length === 0) return null;
  return (
    <ScrollArea.Autosize
      type="auto"
      viewportProps={{ tabIndex: 0, role: "region", "aria-label": "Seed tests by receiver" }}
    >
      <Table fz="sm" verticalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Receiver</Table.Th>
            <Table.Th scope="col" ta="right">
              Inbox
            </Table.Th>
            <Table.Th scope="col" ta="right">
              Spam
            </Table.Th>
            <Table.Th scope="col" ta="right">
              Missing
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shares.map(({ provider, inbox, spam, missing }) => (
            <Table.Tr key={provider}>
              <Table.Th scope="row" fw={500} className={classes.words}>
                {receiverLabel(provider)}
              </Table.Th>
              {[inbox, spam, missing].map((count, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the columns never move
                <Table.Td key={at} ta="right" style={{ whiteSpace: "nowrap" }}>
                  {`${NUMBER.format(count)} · ${PERCENT.format(count / (inbox + spam + missing))}`}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea.Autosize>
  );
}
