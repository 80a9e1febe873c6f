import { Code, Modal, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { IncomingCall, IncomingWebhook } from "#src/features/audience/incoming-webhooks/contract.ts";
import { CALL_DAYS_KEPT, CALL_OUTCOMES, CALLS_KEPT } from "#src/features/audience/incoming-webhooks/rules.ts";
import { formatDateTime } from "#src/kit/format-date.ts";
import { QueryState } from "#src/kit/QueryState.tsx";
import { incomingApi } from "./shared/incoming-queries.ts";

const LOOK_MS = 3_000;

interface CallsDialogProps {
  webhook: IncomingWebhook;
  opened: boolean;
  onClose: () => void;
}

export function CallsDialog({ webhook, opened, onClose }: CallsDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="What came in" size="lg">
      <CallList webhook={webhook} />
    </Modal>
  );
}

function CallList({ webhook: { id, email_path } }: { webhook: IncomingWebhook }) {
  const query = useQuery(incomingApi.calls.queryOptions({ input: { id }, refetchInterval: LOOK_MS }));
  const { data } = query;
  if (!data) return <QueryState query={query} failure="We couldn’t load what came in." height={96} />;
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        The last {CALLS_KEPT} of {CALL_DAYS_KEPT} days. We look for the address at {email_path}.
      </Text>
      {data.items.length === 0 && <Text size="sm">Nothing has come in lately.</Text>}
      {data.items.map((call) => (
        <CallItem key={call.id} call={call} />
      ))}
    </Stack>
  );
}

function CallItem({ call: { received_at, outcome, body } }: { call: IncomingCall }) {
  const lines = Object.entries(body).map(([path, value]) => `${path}: ${JSON.stringify(value)}`);
  return (
    <Stack gap={4}>
      <Text size="sm" fw={500}>
        {formatDateTime(received_at)}
      </Text>
      <Text size="sm">{CALL_OUTCOMES[outcome]}</Text>
      <Code
        block
        tabIndex={0}
        aria-label="What was sent"
        mah={180}
        style={{ overflow: "auto", overflowWrap: "anywhere", whiteSpace: "pre-wrap" }}
      >
        {lines.length === 0 ? "–" : lines.join("\n")}
      </Code>
    </Stack>
  );
}
