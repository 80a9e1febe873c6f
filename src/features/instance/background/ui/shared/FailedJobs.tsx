import { Button, Code, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { use } from "react";
import { formatDateTime } from "#src/kit/format-date.ts";
import { InstanceName } from "#src/kit/PageTitle.tsx";
import { toastError } from "#src/kit/toasts.tsx";
import type { FailedJob } from "../../contract.ts";
import { backgroundApi } from "./background-queries.ts";

/** Background jobs that failed for good. Shows nothing if there are none. */
export function FailedJobs() {
  const name = use(InstanceName);
  const { data } = useQuery(backgroundApi.listFailed.queryOptions());
  if (!data || data.items.length === 0) return null;
  return (
    <Paper component="section" aria-label="Failed jobs" withBorder radius="lg" p={{ base: "md", xs: "lg" }}>
      <Title order={2} size="h4">
        Failed jobs
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {name} tried these several times and gave up. Fix what’s wrong, then try again.
      </Text>
      <Stack component="ul" gap="md" p={0} m={0} style={{ listStyle: "none" }}>
        {data.items.map((job) => (
          <li key={job.id}>
            <Failed job={job} />
          </li>
        ))}
      </Stack>
    </Paper>
  );
}

function Failed({ job: { id, name, failed_at, reason } }: { job: FailedJob }) {
  const queries = useQueryClient();
  const onSettled = () => queries.invalidateQueries({ queryKey: backgroundApi.listFailed.key() });
  const again = useMutation(
    backgroundApi.tryFailedAgain.mutationOptions({
      onError: (error) => toastError(error, "That job couldn’t be tried again."),
      onSettled,
    }),
  );
  const discard = useMutation(
    backgroundApi.discardFailed.mutationOptions({
      onError: (error) => toastError(error, "That job couldn’t be deleted."),
      onSettled,
    }),
  );
  const isBusy = again.isPending || discard.isPending;
  return (
    <Group justify="space-between" align="flex-start" gap="xs">
      <div style={{ flex: "1 1 16rem", minWidth: 0, overflowWrap: "anywhere" }}>
        <Text fw={600} size="sm">
          {name}
        </Text>
        <Text size="xs" c="dimmed" component="time" dateTime={failed_at}>
          {formatDateTime(failed_at)}
        </Text>
        <Text size="sm" component="div">
          <Code>{reason}</Code>
        </Text>
      </div>
      <Group gap="xs">
        <Button size="compact-sm" variant="default" disabled={isBusy} onClick={() => again.mutate({ id })}>
          Try again
        </Button>
        <Button
          size="compact-sm"
          variant="subtle"
          color="red"
          disabled={isBusy}
          onClick={() => discard.mutate({ id })}
        >
          Delete
        </Button>
      </Group>
    </Group>
  );
}
