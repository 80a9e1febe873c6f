import { Badge, Button, Group, Paper, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useMutation } from "@tanstack/react-query";
import type {
  IncomingWebhook,
  NewIncomingWebhook,
} from "#src/features/audience/incoming-webhooks/contract.ts";
import { CALL_REFUSALS } from "#src/features/audience/incoming-webhooks/rules.ts";
import { confirm } from "#src/kit/confirm.ts";
import { formatDateTime } from "#src/kit/format-date.ts";
import { lazyDialog } from "#src/kit/lazy.tsx";
import { toastError } from "#src/kit/toasts.tsx";
import { incomingApi, useIncomingRefresh } from "./shared/incoming-queries.ts";

const CallsDialog = lazyDialog(async () => (await import("./CallsDialog.tsx")).CallsDialog);
const IncomingDialog = lazyDialog(async () => (await import("./IncomingDialog.tsx")).IncomingDialog);

interface IncomingRowProps {
  webhook: IncomingWebhook;
  onMade: (made: NewIncomingWebhook) => void;
}

export function IncomingRow({ webhook, onMade }: IncomingRowProps) {
  const { name, is_signed, adds_contacts, email_path, last_received_at, refused_at, refusal } = webhook;
  const isRefusedLast = refused_at !== null && (last_received_at === null || refused_at > last_received_at);
  return (
    <Paper component="li" withBorder radius="lg" p="md">
      <Stack gap="xs">
        <Group gap="xs">
          <Text fw={600} dir="auto" style={{ overflowWrap: "anywhere" }}>
            {name}
          </Text>
          {is_signed && (
            <Badge size="sm" variant="light" tt="none">
              Signed
            </Badge>
          )}
        </Group>
        <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
          {last_received_at === null
            ? "Nothing has come in yet"
            : `Something came in on ${formatDateTime(last_received_at)}`}{" "}
          · Address at {email_path} · {adds_contacts ? "New people become leads" : "New people are left out"}
        </Text>
        {isRefusedLast && refusal && (
          <Text size="sm">
            On {formatDateTime(refused_at)}, we turned something away. {CALL_REFUSALS[refusal]}
          </Text>
        )}
        <Actions webhook={webhook} onMade={onMade} />
      </Stack>
    </Paper>
  );
}

function Actions({ webhook, onMade }: IncomingRowProps) {
  const { id, name } = webhook;
  const refresh = useIncomingRefresh();
  const [listing, list] = useDisclosure(false);
  const [editing, edit] = useDisclosure(false);
  const run = useMutation({
    mutationFn: (call: () => Promise<unknown>) => call(),
    onSuccess: refresh,
    onError: (error) => toastError(error, "That didn’t work. Try again."),
  });
  const rotate = async () => {
    const message = `What’s sent to the old URL of ${name} won’t come in anymore.`;
    if (await confirm({ title: "Replace the URL?", message, confirm: "Replace URL", danger: true }))
      run.mutate(async () => onMade(await incomingApi.rotateUrl.call({ id })));
  };
  const remove = async () => {
    const message = `Nothing that’s sent to ${name} will come in anymore, and no sequence or rule will start by it.`;
    if (await confirm({ title: "Delete this webhook?", message, confirm: "Delete webhook", danger: true }))
      run.mutate(() => incomingApi.delete.call({ id }));
  };
  return (
    <Group gap="xs">
      <Button size="xs" variant="default" onClick={list.open}>
        See what came in
      </Button>
      <Button size="xs" variant="default" onClick={edit.open}>
        Edit
      </Button>
      <Button size="xs" variant="default" onClick={() => void rotate()}>
        Replace URL
      </Button>
      <Button size="xs" variant="default" onClick={() => void remove()}>
        Delete
      </Button>
      <CallsDialog webhook={webhook} opened={listing} onClose={list.close} />
      <IncomingDialog webhook={webhook} opened={editing} onClose={edit.close} onMade={onMade} />
    </Group>
  );
}
