import { Anchor, Progress, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useEffectEvent } from "react";
import type { Merge } from "#src/features/admin/users/merges/merge-contract.ts";
import { MERGE_STEP_LABELS, MERGE_STEPS } from "#src/features/admin/users/merges/merge-rules.ts";
import { Card } from "#src/kit/Card.tsx";
import { formatDateTime } from "#src/kit/format-date.ts";
import { formatNumber } from "#src/kit/plural.ts";
import { STAFF_PATHS } from "#src/lib/staff-paths.ts";
import { mergesApi, useUsersRefresh } from "./user-queries.ts";

const ASKED_EVERY_MS = 2000;

const hasOpen = (merges: readonly Merge[] = []) => merges.some(({ ended_at }) => ended_at === null);

/** The merges that an account takes or took part in, with how far they are. */
export function UserMerges({ id }: { id: string }) {
  const { data } = useQuery({
    ...mergesApi.listMerges.queryOptions({ input: { id } }),
    refetchInterval: ({ state }) => (hasOpen(state.data?.items) ? ASKED_EVERY_MS : false),
  });
  const isRunning = hasOpen(data?.items);
  const refresh = useEffectEvent(useUsersRefresh());
  // The rest of the screen shows what the account has once the merge has ended.
  useEffect(() => (isRunning ? () => void refresh() : undefined), [isRunning]);
  if (!data || data.items.length === 0) return null;
  return (
    <Card title="Merges">
      <ul style={{ listStyle: "none", margin: 0, padding: 0, overflowWrap: "anywhere" }}>
        {data.items.map((merge) => (
          <MergeItem key={merge.id} merge={merge} id={id} />
        ))}
      </ul>
    </Card>
  );
}

function MergeItem({ merge, id }: { merge: Merge; id: string }) {
  const { source, target, reason, step, pages_total, pages_moved, by, started_at, ended_at, due_at } = merge;
  const isTarget = target.id === id;
  const other = isTarget ? source : target;
  const label = isTarget ? "Another account into this one" : "This account into another one";
  return (
    <Stack component="li" gap={4} py="xs">
      <Text fw={600} size="sm">
        {label}
      </Text>
      <Anchor
        size="sm"
        underline="always"
        renderRoot={(props) => <Link {...props} to={STAFF_PATHS.users} search={{ user: other.id }} />}
      >
        {other.email}
      </Anchor>
      <Text size="sm" dir="auto">
        {reason}
      </Text>
      <Text size="xs" c="dimmed" role="status">
        {[
          MERGE_STEP_LABELS[step],
          `${formatNumber(pages_moved)} of ${formatNumber(pages_total)} pages moved`,
          by,
          formatDateTime(started_at),
          due_at !== null && `The other account is deleted ${formatDateTime(due_at)}`,
        ]
          .filter(Boolean)
          .join(" · ")}
      </Text>
      {ended_at === null && (
        <Progress
          value={(100 * MERGE_STEPS.indexOf(step)) / MERGE_STEPS.indexOf("done")}
          aria-label={label}
        />
      )}
    </Stack>
  );
}
