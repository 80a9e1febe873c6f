import { Alert } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { formatNumber } from "#src/kit/plural.ts";
import { mailboxesApi } from "../mailbox-queries.ts";

/**
 * Explains the limit of an account that's new to sending. `onlyOnceFull`: only while it makes something wait.
 */
export function NewAccountNote({ onlyOnceFull = false }: { onlyOnceFull?: boolean }) {
  const { data } = useQuery(mailboxesApi.list.queryOptions());
  const limit = data?.new_account;
  if (!limit || data.items.length === 0) return null;
  const { per_day, sent_today } = limit;
  const isFull = sent_today >= per_day;
  if (onlyOnceFull && !isFull) return null;
  return (
    <Alert variant="light" color={isFull ? "orange" : "blue"} p="sm" mb={onlyOnceFull ? 0 : "md"}>
      New accounts send up to {formatNumber(per_day)} e-mails a day, until they’ve sent for a week with hardly
      any spam reports. {formatNumber(sent_today)} sent in the last 24 hours
      {isFull ? "; unsent e-mail waits." : "."}
    </Alert>
  );
}
