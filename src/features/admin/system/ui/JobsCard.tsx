import { Badge, Button, Code, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Card } from "#src/kit/Card.tsx";
import { formatDateTime } from "#src/kit/format-date.ts";
import { formatNumber, plural } from "#src/kit/plural.ts";
import { QueryState } from "#src/kit/QueryState.tsx";
import type { Queue, QueuedJob } from "../contract.ts";
import { DUE_SECONDS_MAX } from "../rules.ts";
import { systemApi, useAction } from "./system-queries.ts";

export function JobsCard({ queues }: { queues: readonly Queue[] }) {
  const [open, setOpen] = useState<string>();
  return (
    <Card
      title="Queues"
      text="Work in the background, by kind. Opened, a queue shows what runs and what’s next."
    >
      <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: "none" }}>
        {queues.map((queue) => (
          <li key={queue.name}>
            <Group justify="space-between" gap="xs">
              <QueueWords queue={queue} />
              <Button
                size="compact-sm"
                variant="subtle"
                aria-expanded={open === queue.name}
                aria-label={open === queue.name ? `Hide ${queue.name}` : `Show ${queue.name}`}
                onClick={() => setOpen(open === queue.name ? undefined : queue.name)}
              >
                {open === queue.name ? "Hide" : "Show"}
              </Button>
            </Group>
            {open === queue.name && <QueuedJobs queue={queue.name} />}
          </li>
        ))}
      </Stack>
    </Card>
  );
}

function QueueWords({ queue: { name, waiting, running, due_seconds } }: { queue: Queue }) {
  const minutes = Math.round((due_seconds ?? 0) / 60);
  return (
    <Text size="sm" style={{ flex: "1 1 14rem", minWidth: 0 }}>
      <b>{name}</b>: {formatNumber(waiting)} waiting, {formatNumber(running)} running
      {minutes > 0 && `, the oldest due for ${plural(minutes, "minute")}`}{" "}
      {(due_seconds ?? 0) > DUE_SECONDS_MAX && (
        <Badge size="sm" variant="light" color="red">
          Late
        </Badge>
      )}
    </Text>
  );
}

function QueuedJobs({ queue }: { queue: string }) {
  const query = useQuery(systemApi.queue.queryOptions({ input: { queue } }));
  if (!query.data) return <QueryState query={query} failure="We couldn’t load the jobs." height={60} />;
  if (query.data.items.length === 0)
    return (
      <Text size="sm" c="dimmed">
        Nothing waits or runs here.
      </Text>
    );
  return (
    <Stack component="ul" gap="xs" p={0} pl="md" m={0} style={{ listStyle: "none" }}>
      {query.data.items.map((job) => (
        <QueuedRow key={job.id} queue={queue} job={job} />
      ))}
    </Stack>
  );
}

const STATES = { waiting: "Waiting", retrying: "Waiting to try again", running: "Running" } as const;

function QueuedRow({
  queue,
  job: { id, name, state, tries, due_at, reason },
}: {
  queue: string;
  job: QueuedJob;
}) {
  const cancel = useAction(() => systemApi.cancelJob.call({ queue, id }), {
    done: "The job is canceled.",
    failed: "That job couldn’t be canceled.",
  });
  return (
    <Group component="li" justify="space-between" align="flex-start" gap="xs">
      <div style={{ flex: "1 1 14rem", minWidth: 0, overflowWrap: "anywhere" }}>
        <Text size="sm" fw={600}>
          {name}
        </Text>
        <Text size="xs" c="dimmed">
          {STATES[state]} · {formatDateTime(due_at)}
          {tries > 0 && ` · ${plural(tries, "failed try", "failed tries")}`}
        </Text>
        {reason !== "" && <Code>{reason}</Code>}
      </div>
      <Button size="compact-sm" variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
        Cancel
      </Button>
    </Group>
  );
}
