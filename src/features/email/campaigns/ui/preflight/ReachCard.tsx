import { Paper, Text } from "@mantine/core";
import type { Reach } from "#src/features/email/campaigns/preflight/check-contract.ts";
import { plural } from "#src/kit/plural.ts";

/** The number of recipients, and the people left out. */
export function ReachCard({
  reach: { recipients, left_out },
}: {
  reach: Pick<Reach, "recipients" | "left_out">;
}) {
  return (
    <Paper withBorder radius="lg" p="md">
      <Text fw={600} role="status">
        {`Goes to ${plural(recipients, "person", "people")}.`}
      </Text>
      {left_out.map(({ reason, words, count }) => (
        <Text key={reason} size="sm" c="dimmed">
          {`${plural(count, "person", "people")} left out: ${words}`}
        </Text>
      ))}
    </Paper>
  );
}
