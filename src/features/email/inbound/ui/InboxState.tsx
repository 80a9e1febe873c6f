import { Alert, Text } from "@mantine/core";
import type { Inbox } from "#src/features/email/inbound/contract.ts";
import { formatDateTime } from "#src/kit/format-date.ts";

/** When an inbox was last read, or why it couldn't be. */
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
