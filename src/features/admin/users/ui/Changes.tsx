import { Button, Group, Progress, Stack, Text } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import type { UserChange } from "#src/features/admin/users/changes/change-contract.ts";
import { Card } from "#src/kit/Card.tsx";
import { formatDateTime } from "#src/kit/format-date.ts";
import { toastError } from "#src/kit/toasts.tsx";
import { changesApi, useUsersRefresh } from "./user-queries.ts";

const ASKED_EVERY_MS = 2000;
const SHOWN = 3;
const RECENT_MS = 24 * 60 * 60 * 1000;

const isBusy = ({ state }: UserChange) => state === "running" || state === "undoing";

/** What's being done to many accounts, and what was in the last day. */
export function Changes() {
  const { data } = useQuery({
    ...changesApi.listChanges.queryOptions(),
    refetchInterval: ({ state }) => (state.data?.items.some(isBusy) ? ASKED_EVERY_MS : false),
  });
  const shown = (data?.items ?? [])
    .filter((one) => isBusy(one) || Date.now() - Date.parse(one.created_at) < RECENT_MS)
    .slice(0, SHOWN);
  if (shown.length === 0) return null;
  return (
    <Card title="Changes of many accounts">
      <ul style={{ listStyle: "none", margin: 0, padding: 0, overflowWrap: "anywhere" }}>
        {shown.map((change) => (
          <ChangeItem key={change.id} change={change} />
        ))}
      </ul>
    </Card>
  );
}

const STATES = {
  running: "Under way",
  done: "Done",
  stopped: "Stopped",
  undoing: "Being taken back",
  undone: "Taken back",
} as const;

function ChangeItem({ change }: { change: UserChange }) {
  const { id, what, reason, state, total, changed, undone, by, created_at, can_undo } = change;
  const refresh = useUsersRefresh();
  const options = {
    onSettled: refresh,
    onError: (error: unknown) => toastError(error, "That couldn’t be saved. Try again."),
  };
  const stop = useMutation({ mutationFn: () => changesApi.stopChange.call({ id }), ...options });
  const undo = useMutation({ mutationFn: () => changesApi.undoChange.call({ id }), ...options });
  const isUndoing = state === "undoing" || state === "undone";
  const of = isUndoing ? changed : total;
  const done = isUndoing ? undone : changed;
  return (
    <Stack component="li" gap={4} py="xs">
      <Text fw={600} size="sm">
        {what}
      </Text>
      <Text size="sm" dir="auto">
        {reason}
      </Text>
      <Text size="xs" c="dimmed" role="status">
        {[`${STATES[state]}: ${done} of ${of}`, by, formatDateTime(created_at)].filter(Boolean).join(" · ")}
      </Text>
      {isBusy(change) && <Progress value={of === 0 ? 100 : (100 * done) / of} aria-label={what} />}
      <Group gap="xs">
        {state === "running" && (
          <Button size="xs" variant="default" loading={stop.isPending} onClick={() => stop.mutate()}>
            Stop
          </Button>
        )}
        {can_undo && (
          <Button size="xs" variant="default" loading={undo.isPending} onClick={() => undo.mutate()}>
            Take back
          </Button>
        )}
      </Group>
    </Stack>
  );
}
