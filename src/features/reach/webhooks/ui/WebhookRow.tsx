import { Badge, Button, Group, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useMutation } from "@tanstack/react-query";
import { EVENT_TYPES, WEBHOOK_EVENTS, type Webhook } from "#src/features/reach/webhooks/contract.ts";
import { confirm } from "#src/kit/confirm.ts";
import { formatDateTime } from "#src/kit/format-date.ts";
import { lazyDialog } from "#src/kit/lazy.tsx";
import { toastError, toastSuccess } from "#src/kit/toasts.tsx";
import { useWebhooksRefresh, webhooksApi } from "./webhook-queries.ts";

const DeliveriesDialog = lazyDialog(async () => (await import("./DeliveriesDialog.tsx")).DeliveriesDialog);
const WebhookDialog = lazyDialog(async () => (await import("./WebhookDialog.tsx")).WebhookDialog);

const STATES = {
  active: { color: "teal", label: "On" },
  failing: { color: "orange", label: "Failing" },
  disabled: { color: "gray", label: "Off" },
  idle: { color: "orange", label: "Needs saving" },
} as const;

interface WebhookRowProps {
  webhook: Webhook;
  onSecret: (secret: string) => void;
}

export function WebhookRow({ webhook, onSecret }: WebhookRowProps) {
  const { url, state } = webhook;
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Text fw={600} lineClamp={2} title={url} style={{ overflowWrap: "anywhere" }}>
          {url}
        </Text>
        <Badge size="sm" variant="light" color={STATES[state].color}>
          {STATES[state].label}
        </Badge>
      </Group>
      <Text size="sm" c="dimmed">
        {formatEvents(webhook)}
      </Text>
      <WebhookState webhook={webhook} />
      <Actions webhook={webhook} onSecret={onSecret} />
    </Stack>
  );
}

function formatEvents({ events }: Webhook): string {
  if (events.length === EVENT_TYPES.length) return "Every event";
  return WEBHOOK_EVENTS.filter(({ type }) => events.includes(type))
    .map(({ label }) => label)
    .join(" · ");
}

const REASONS = {
  paused: "You turned it off.",
  failing: "We turned it off because nothing got through for a day.",
  gone: "We turned it off because its receiver said it’s gone (410).",
} as const;

function WebhookState({ webhook }: { webhook: Webhook }) {
  const { state, failing_since, disabled_because, made_by } = webhook;
  const words =
    state === "idle"
      ? `${made_by.name} can no longer look after it. Edit and save it to take over.`
      : state === "failing"
        ? `Since ${formatDateTime(failing_since ?? "")}, nothing has gotten through. We’ll keep trying.`
        : state === "disabled" && disabled_because && REASONS[disabled_because];
  if (!words) return null;
  return <Text size="sm">{words}</Text>;
}

function Actions({ webhook, onSecret }: WebhookRowProps) {
  const { id, url, disabled_at } = webhook;
  const isOff = disabled_at !== null;
  const refresh = useWebhooksRefresh();
  const [listing, list] = useDisclosure(false);
  const [editing, edit] = useDisclosure(false);
  const run = useMutation({
    mutationFn: (call: () => Promise<unknown>) => call(),
    onSuccess: refresh,
    onError: (error) => toastError(error, "That didn’t work. Try again."),
  });
  const sendTest = async () => {
    await webhooksApi.sendTest.call({ id });
    toastSuccess({ message: "Test sent" });
    list.open();
  };
  const rotate = async () => {
    const message = "You’ll get a new secret. For another 24 hours, we’ll sign with the old one, too.";
    if (await confirm({ title: "Replace the secret?", message, confirm: "Replace secret" }))
      run.mutate(async () => onSecret((await webhooksApi.rotateSecret.call({ id })).secret));
  };
  const remove = async () => {
    const message = `${url} won’t get more events, and its list of deliveries is deleted, too.`;
    if (await confirm({ title: "Delete this webhook?", message, confirm: "Delete webhook", danger: true }))
      run.mutate(() => webhooksApi.delete.call({ id }));
  };
  return (
    <Group gap="xs">
      <Button size="xs" variant="default" onClick={list.open}>
        See deliveries
      </Button>
      {!isOff && (
        <Button size="xs" variant="default" onClick={() => run.mutate(sendTest)}>
          Send test
        </Button>
      )}
      <Button
        size="xs"
        variant={isOff ? "filled" : "default"}
        onClick={() => run.mutate(() => webhooksApi.update.call({ id, is_enabled: isOff }))}
      >
        {isOff ? "Turn on" : "Turn off"}
      </Button>
      <Button size="xs" variant="default" onClick={edit.open}>
        Edit
      </Button>
      <Button size="xs" variant="default" onClick={() => void rotate()}>
        Replace secret
      </Button>
      <Button size="xs" variant="default" onClick={() => void remove()}>
        Delete
      </Button>
      <DeliveriesDialog webhook={webhook} opened={listing} onClose={list.close} />
      <WebhookDialog webhook={webhook} opened={editing} onClose={edit.close} onSecret={onSecret} />
    </Group>
  );
}
