import { Badge, Button, Code, Group, Modal, Stack, Text } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import type { Delivery, Webhook } from "#src/features/reach/webhooks/contract.ts";
import { formatDateTime } from "#src/kit/format-date.ts";
import { plural } from "#src/kit/plural.ts";
import { QueryState } from "#src/kit/QueryState.tsx";
import { toastError } from "#src/kit/toasts.tsx";
import { useWebhooksRefresh, webhooksApi } from "./webhook-queries.ts";

const LOOK_MS = 2_000;

interface DeliveriesDialogProps {
  webhook: Webhook;
  opened: boolean;
  onClose: () => void;
}

export function DeliveriesDialog({ webhook, opened, onClose }: DeliveriesDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Deliveries in the last 30 days" size="lg">
      <DeliveryList webhook={webhook} />
    </Modal>
  );
}

/** The newest 50. The API has the others. */
function DeliveryList({ webhook: { id } }: { webhook: Webhook }) {
  const query = useQuery(
    webhooksApi.listDeliveries.queryOptions({
      input: { id },
      refetchInterval: ({ state }) =>
        state.data?.items.some(({ state }) => state === "pending") ? LOOK_MS : false,
    }),
  );
  const { data } = query;
  if (!data) return <QueryState query={query} failure="We couldn’t load the deliveries." height={96} />;
  if (data.items.length === 0) return <Text size="sm">Nothing has been sent yet.</Text>;
  return (
    <Stack>
      {data.items.map((delivery) => (
        <DeliveryRow key={delivery.id} webhookId={id} delivery={delivery} />
      ))}
    </Stack>
  );
}

const STATES = {
  pending: { color: "blue", label: "On its way" },
  delivered: { color: "teal", label: "Delivered" },
  failed: { color: "red", label: "Failed" },
} as const;
const AGAIN = { color: "orange", label: "Trying again" } as const;

function DeliveryRow({ webhookId, delivery }: { webhookId: string; delivery: Delivery }) {
  const { id, type, state, tries, answer, outcome, created_at } = delivery;
  const { color, label } = state === "pending" && tries > 0 ? AGAIN : STATES[state];
  const refresh = useWebhooksRefresh();
  const again = useMutation({
    mutationFn: () => webhooksApi.redeliver.call({ id: webhookId, delivery_id: id }),
    onSuccess: refresh,
    onError: (error) => toastError(error, "We couldn’t send it again. Try again."),
  });
  return (
    <Stack gap={4}>
      <Group gap="xs" justify="space-between">
        <Group gap="xs">
          <Code>{type}</Code>
          <Badge size="sm" variant="light" color={color}>
            {label}
          </Badge>
        </Group>
        {state !== "pending" && (
          <Button size="xs" variant="default" loading={again.isPending} onClick={() => again.mutate()}>
            Send again
          </Button>
        )}
      </Group>
      <Text size="xs" c="dimmed">
        {formatDateTime(created_at)} · {formatAttempt(delivery)}
      </Text>
      {outcome !== "" && <Text size="xs">{outcome}</Text>}
      {answer !== "" && (
        <Code block tabIndex={0} mah={120} style={{ overflow: "auto", overflowWrap: "anywhere" }}>
          {answer}
        </Code>
      )}
    </Stack>
  );
}

function formatAttempt({ state, tries, status, duration_ms, due_at }: Delivery): string {
  if (tries === 0) return "not tried yet";
  const parts = [plural(tries, "try", "tries")];
  if (status !== null) parts.push(`answered ${status}`);
  if (duration_ms !== null) parts.push(`${duration_ms} ms`);
  if (state === "pending") parts.push(`next try ${formatDateTime(due_at)}`);
  return parts.join(" · ");
}
