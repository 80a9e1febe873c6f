import { Badge, Button, Group, Paper, Progress, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { Broadcast } from "#src/features/admin/notifications/contract.ts";
import { type BroadcastState, OPEN_STATES } from "#src/features/admin/notifications/rules.ts";
import { confirm } from "#src/kit/confirm.ts";
import { formatDateTime } from "#src/kit/format-date.ts";
import { newId } from "#src/kit/new-id.ts";
import { plural } from "#src/kit/plural.ts";
import { toastError, toastSuccess } from "#src/kit/toasts.tsx";
import { STAFF_PATHS } from "#src/lib/staff-paths.ts";
import { broadcastsApi, useBroadcastsRefresh } from "./studio-queries.ts";
import { formatWallDay, formatWallTime } from "./wall-times.ts";

const STATES: Readonly<Record<BroadcastState, { label: string; color: string }>> = {
  draft: { label: "Draft", color: "gray" },
  waiting: { label: "Waits for a colleague", color: "yellow" },
  scheduled: { label: "Scheduled", color: "blue" },
  sending: { label: "Being sent", color: "blue" },
  held: { label: "Held back", color: "orange" },
  sent: { label: "Sent", color: "teal" },
  stopped: { label: "Stopped", color: "red" },
};

const FAILURE = "That couldn’t be saved. Try again.";

function repeatWords({ every, until }: NonNullable<Broadcast["repeat"]>): string {
  const last = until === null ? undefined : formatWallDay(until);
  if (every === "week") return last ? `Every week until ${last}` : "Every week until it’s stopped";
  return last ? `Every month until ${last}` : "Every month until it’s stopped";
}

function stopMessage({ repeat, state }: Broadcast): string {
  if (repeat && state === "scheduled") return "It won’t come again, neither then nor later.";
  return repeat
    ? "Whoever hasn’t been told yet won’t be. The next one stays scheduled: stop that one, too, if it shouldn’t come."
    : "Whoever hasn’t been told yet won’t be. E-mail that’s still waiting isn’t sent.";
}

interface BroadcastRowProps {
  broadcast: Broadcast;
  /** Set where all of it is shown anyway. */
  isOpen?: boolean | undefined;
}

/** One message to many, with what can be done about it now. */
export function BroadcastRow({ broadcast, isOpen }: BroadcastRowProps) {
  const { versions, state, send_at, repeat, template, total, reached, by, created_at } = broadcast;
  // The audience of one that repeats is looked up once it begins.
  const isCounted = state !== "draft" && !(repeat && state === "scheduled" && reached === 0);
  const title = versions.en.title || "Untitled";
  const { label, color } = STATES[state];
  return (
    <Paper component="li" withBorder radius="lg" px="md" py="sm" style={{ overflowWrap: "anywhere" }}>
      <Stack gap={6}>
        <Group gap="xs">
          <Text fw={600} dir="auto">
            {title}
          </Text>
          <Badge variant="light" color={color}>
            {label}
          </Badge>
        </Group>
        <Text size="xs" c="dimmed" role="status">
          {[
            by,
            formatDateTime(created_at),
            ...(send_at === null ? [] : [`${formatWallTime(send_at)} by everyone’s own clock`]),
            repeat && repeatWords(repeat),
            isCounted && `${reached} of ${plural(total, "account")}`,
            template && `From “${template.name}”, version ${template.version}`,
          ]
            .filter(Boolean)
            .join(" · ")}
        </Text>
        {state === "held" && (
          <Text size="sm">
            Nothing ran when it was due, and that’s more than a day ago. Send it anyway, or stop it.
          </Text>
        )}
        {repeat && state === "scheduled" && (
          <Text size="sm">Each time, it’s for whoever matches the audience by then.</Text>
        )}
        {state === "sending" && (
          <Progress value={total === 0 ? 100 : Math.min(100, (100 * reached) / total)} aria-label={title} />
        )}
        <RowActions broadcast={broadcast} isOpen={isOpen} />
      </Stack>
    </Paper>
  );
}

function RowActions({ broadcast, isOpen }: BroadcastRowProps) {
  const { id, state, is_own, versions, channels, target, audience, is_urgent } = broadcast;
  const refresh = useBroadcastsRefresh();
  const navigate = useNavigate();
  const open = (message: string) => void navigate({ to: STAFF_PATHS.studioEditor, search: { message } });
  const options = { onSettled: refresh, onError: (error: unknown) => toastError(error, FAILURE) };
  const stop = useMutation({ mutationFn: () => broadcastsApi.stop.call({ id }), ...options });
  const remove = useMutation({ mutationFn: () => broadcastsApi.remove.call({ id }), ...options });
  const approve = useMutation({
    mutationFn: () => broadcastsApi.approve.call({ id }),
    ...options,
    onSuccess: () => toastSuccess({ message: "Confirmed" }),
  });
  const resume = useMutation({
    mutationFn: () => broadcastsApi.resume.call({ id }),
    ...options,
    onSuccess: () => toastSuccess({ message: "Sent off" }),
  });
  const copy = useMutation({
    mutationFn: () =>
      broadcastsApi.save.call({ id: newId(), versions, channels, target, audience, is_urgent }),
    ...options,
    onSuccess: (made) => open(made.id),
  });
  const askToStop = async () => {
    if (await confirm({ title: "Stop it?", message: stopMessage(broadcast), confirm: "Stop", danger: true }))
      stop.mutate();
  };
  const askToRemove = async () => {
    const message = "What you wrote will be gone.";
    if (await confirm({ title: "Delete this draft?", message, confirm: "Delete", danger: true }))
      remove.mutate();
  };
  const small = { size: "xs", variant: "default" } as const;
  return (
    <Group gap="xs">
      {!isOpen && (
        <Button {...small} onClick={() => open(id)}>
          {state === "draft" ? "Edit" : "Look at it"}
        </Button>
      )}
      {state === "draft" && (
        <Button {...small} loading={remove.isPending} onClick={() => void askToRemove()}>
          Delete
        </Button>
      )}
      {state === "waiting" && !is_own && (
        <Button size="xs" loading={approve.isPending} onClick={() => approve.mutate()}>
          Confirm and send
        </Button>
      )}
      {state === "held" && (
        <Button size="xs" loading={resume.isPending} onClick={() => resume.mutate()}>
          Send anyway
        </Button>
      )}
      {OPEN_STATES.includes(state) && (
        <Button {...small} loading={stop.isPending} onClick={() => void askToStop()}>
          Stop
        </Button>
      )}
      {state !== "draft" && (
        <Button {...small} loading={copy.isPending} onClick={() => copy.mutate()}>
          Copy
        </Button>
      )}
    </Group>
  );
}
