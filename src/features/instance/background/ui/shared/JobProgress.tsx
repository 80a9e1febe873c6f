import { Button, Group, Paper, Progress, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { LOCALE } from "#src/kit/locale.ts";
import { toastError } from "#src/kit/toasts.tsx";
import type { FollowedJob } from "../../contract.ts";
import { backgroundApi } from "./background-queries.ts";

const NUMBER = new Intl.NumberFormat(LOCALE);

interface JobProgressProps {
  /** Describes the job: `Deleting leads`. */
  title: string;
  job: FollowedJob;
  onCanceled: () => void;
}

export function JobProgress({ title, job, onCanceled }: JobProgressProps) {
  const cancel = useMutation(
    backgroundApi.cancel.mutationOptions({
      onError: (error) => toastError(error, "That couldn’t be canceled. Try again."),
      onSettled: onCanceled,
    }),
  );
  const percent = job.total === 0 ? 0 : Math.min(100, (100 * job.done) / job.total);
  return (
    <Paper withBorder shadow="md" radius="lg" p="sm" role="region" aria-label={title}>
      <Group justify="space-between" gap="xs" mb="xs">
        <Text size="sm" fw={600}>
          {title}: {NUMBER.format(job.done)} of {NUMBER.format(job.total)}
        </Text>
        <Button
          variant="default"
          size="compact-sm"
          loading={cancel.isPending}
          onClick={() => cancel.mutate({ id: job.id })}
        >
          Cancel
        </Button>
      </Group>
      <Progress value={percent} aria-label={title} />
    </Paper>
  );
}
