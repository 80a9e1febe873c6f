import { Badge, Button, Code, Group, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Card } from "#src/kit/Card.tsx";
import { formatDateTime } from "#src/kit/format-date.ts";
import { formatNumber, plural } from "#src/kit/plural.ts";
import { QueryState } from "#src/kit/QueryState.tsx";
import type { SystemDatabase } from "../contract.ts";
import { formatBytes, formatShare, systemApi, useAction } from "./system-queries.ts";

/** Loads apart, because nobody waits for it. */
export function DatabaseCard() {
  const query = useQuery(systemApi.database.queryOptions());
  const { data } = query;
  return (
    <Card title="Database" text="What PostgreSQL says of itself. Numbers of rows are estimates.">
      {data ? (
        <>
          <Facts database={data} />
          <Tables tables={data.tables} />
          <Statements database={data} />
          <Waits database={data} />
        </>
      ) : (
        <QueryState query={query} failure="We couldn’t ask the database." height={200} />
      )}
    </Card>
  );
}

function Facts({ database }: { database: SystemDatabase }) {
  const { kind, version, bytes, cache_hit_rate, connections, migrations, replicas } = database;
  return (
    <Text size="sm">
      PostgreSQL {version}
      {kind === "pglite" && ", embedded"} · {formatBytes(bytes)}
      {cache_hit_rate !== null && ` · ${formatShare(cache_hit_rate)} from memory`}
      {connections !== null && ` · ${plural(connections, "connection")}`} ·{" "}
      {plural(migrations.applied, "migration")}
      {migrations.last_at !== null && `, the last on ${formatDateTime(migrations.last_at)}`}
      {replicas.length > 0 && ` · ${plural(replicas.length, "replica")}`}
      {replicas.map(
        ({ name, state, lag_bytes }) => ` · ${name}: ${state}, ${formatBytes(lag_bytes ?? 0)} behind`,
      )}
    </Text>
  );
}

const SHOWN_FIRST = 8;

function Tables({ tables }: { tables: SystemDatabase["tables"] }) {
  return (
    <details>
      <summary>Largest tables</summary>
      <Stack component="ul" gap="xs" p={0} mt="xs" style={{ listStyle: "none" }}>
        {tables.slice(0, 5 * SHOWN_FIRST).map((table) => (
          <TableRow key={table.name} table={table} />
        ))}
      </Stack>
    </details>
  );
}

function TableRow({
  table: { name, bytes, rows, dead, is_bloated },
}: {
  table: SystemDatabase["tables"][number];
}) {
  const tend = useAction(() => systemApi.tend.call({ name }), {
    done: "The table is tidied up in a moment.",
    failed: "That couldn’t be started.",
  });
  return (
    <Group component="li" justify="space-between" gap="xs">
      <Text size="sm" style={{ flex: "1 1 14rem", minWidth: 0, overflowWrap: "anywhere" }}>
        <b>{name}</b>: {formatBytes(bytes)}, {plural(rows, "row")}
        {dead > 0 && `, ${formatNumber(dead)} of them gone`}{" "}
        {is_bloated && (
          <Badge size="sm" variant="light" color="yellow">
            Bloated
          </Badge>
        )}
      </Text>
      <Button
        size="compact-sm"
        variant="subtle"
        aria-label={`Tidy up ${name}`}
        loading={tend.isPending}
        onClick={() => tend.mutate()}
      >
        Tidy up
      </Button>
    </Group>
  );
}

function Statements({ database: { statements, statements_by } }: { database: SystemDatabase }) {
  return (
    <details>
      <summary>Slow statements</summary>
      <Text size="sm" c="dimmed" mt="xs">
        {statements_by === "server"
          ? "Counted by pg_stat_statements."
          : "Counted by this process since it started, from 50 ms on. With the extension pg_stat_statements, the server counts them all."}
      </Text>
      {statements.length === 0 && <Text size="sm">There were none.</Text>}
      <Stack component="ul" gap="sm" p={0} mt="xs" style={{ listStyle: "none" }}>
        {statements.map(({ text, calls, total_ms, longest_ms }) => (
          <li key={text} style={{ overflowWrap: "anywhere" }}>
            <Text size="sm">
              {plural(calls, "call")} · {formatNumber(Math.round(total_ms))} ms in all ·{" "}
              {formatNumber(Math.round(longest_ms))} ms the longest
            </Text>
            <Code>{text}</Code>
          </li>
        ))}
      </Stack>
    </details>
  );
}

function Waits({ database: { locks } }: { database: SystemDatabase }) {
  if (locks.length === 0) return null;
  return (
    <div>
      <Title order={3} size="h6">
        Waiting for locks
      </Title>
      <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: "none" }}>
        {locks.map(({ pid, blocked_by, seconds, text }) => (
          <li key={pid} style={{ overflowWrap: "anywhere" }}>
            <Text size="sm">
              {pid} has been waiting for {blocked_by.join(", ")} for {plural(Math.round(seconds), "second")}
            </Text>
            <Code>{text}</Code>
          </li>
        ))}
      </Stack>
    </div>
  );
}
