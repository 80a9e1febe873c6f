import { Alert, Text } from "@mantine/core";
import type { Inbox } from "#src/features/email/inbound/contract.ts";
import { formatDateTime } from "#src/kit/format-date.ts";

/** The time of an inbox's last poll, or the reason for its failure. */
export function InboxState({ inbox: { checked_at, last_error } }: { inbox: Inbox }) {
  if (last_error !== "")
    return (
      <Alert variant="light" color="orange" p="xs" style={{ overflowWrap: "anywhere" }}>
        {last_error}
      </Alert>
    );
  return (
    <Text size="sm" c="dimmed">
      {checked_at === null ? "We’ll read it within a minute." : `Last read ${formatDateTime(checked_at)}`}
    </Text>
  );
}
