import { Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Settings } from "#src/features/admin/reminders/contract.ts";
import type { ReminderName } from "#src/features/admin/reminders/rules.ts";
import { plural } from "#src/kit/plural.ts";
import { QueryState } from "#src/kit/QueryState.tsx";
import { remindersApi } from "./reminder-queries.ts";

const TYPING_MS = 500;

interface ReachCountProps {
  rule: ReminderName;
  settings: Pick<Settings, "delay_days" | "channels">;
}

/** How many it would reach now, and a few of them. */
export function ReachCount({ rule, settings: { delay_days, channels } }: ReachCountProps) {
  const [asked] = useDebouncedValue({ delay_days, channels }, TYPING_MS);
  const query = useQuery({
    ...remindersApi.reach.queryOptions({ input: { rule, ...asked } }),
    placeholderData: keepPreviousData,
  });
  if (!query.data) return <QueryState query={query} failure="We couldn’t count them." height={48} />;
  const { count, sample, is_complete } = query.data;
  const accounts = plural(count, "account");
  return (
    <div role="status" style={{ overflowWrap: "anywhere" }}>
      <Text fw={600}>{is_complete ? accounts : `At least ${accounts}`}</Text>
      {sample.length > 0 && (
        <Text size="xs" c="dimmed" dir="ltr">
          {sample.join(", ")}
        </Text>
      )}
    </div>
  );
}
