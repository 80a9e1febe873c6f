import { Badge, Button, Group, Stack, Text } from "@mantine/core";
import { Card } from "#src/kit/Card.tsx";
import { formatDateTime } from "#src/kit/format-date.ts";
import { plural } from "#src/kit/plural.ts";
import type { Schedule } from "../contract.ts";
import { systemApi, useAction } from "./system-queries.ts";

const STATES = {
  running: { label: "Under way", color: "blue" },
  done: { label: "Done", color: "teal" },
  failed: { label: "Failed", color: "red" },
} as const;

export function SchedulesCard({ schedules }: { schedules: readonly Schedule[] }) {
  return (
    <Card title="Recurring jobs" text="When each ran last, and when it runs next.">
      <details>
        <summary>All {plural(schedules.length, "recurring job")}</summary>
        <Stack component="ul" gap="xs" p={0} mt="xs" style={{ listStyle: "none" }}>
          {schedules.map((schedule) => (
            <ScheduleRow key={schedule.name} schedule={schedule} />
          ))}
        </Stack>
      </details>
    </Card>
  );
}

function ScheduleRow({ schedule: { name, last_run_at, last_state, next_run_at } }: { schedule: Schedule }) {
  const run = useAction(() => systemApi.runJob.call({ name }), {
    done: "The job begins in a moment.",
    failed: "That job couldn’t be started.",
  });
  return (
    <Group component="li" justify="space-between" gap="xs">
      <div style={{ flex: "1 1 14rem", minWidth: 0, overflowWrap: "anywhere" }}>
        <Group gap="xs">
          <Text size="sm" fw={600}>
            {name}
          </Text>
          {last_state !== null && (
            <Badge size="sm" variant="light" color={STATES[last_state].color}>
              {STATES[last_state].label}
            </Badge>
          )}
        </Group>
        <Text size="xs" c="dimmed">
          {last_run_at === null ? "Hasn’t run lately" : `Last run: ${formatDateTime(last_run_at)}`}
          {next_run_at !== null && ` · Next: ${formatDateTime(next_run_at)}`}
        </Text>
      </div>
      <Button
        size="compact-sm"
        variant="subtle"
        aria-label={`Run ${name} now`}
        loading={run.isPending}
        onClick={() => run.mutate()}
      >
        Run now
      </Button>
    </Group>
  );
}
