import { Button, Group, Paper, Progress, Stack, Text, Title } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useHasPermission } from "#src/features/identity/team/ui/shared/use-permission.ts";
import { formatCount } from "#src/features/insights/analytics/ui/shared/numbers.ts";
import type { GoalMetric, GoalState } from "#src/features/insights/reports/goals/goal-rules.ts";
import type { Goal } from "#src/features/insights/reports/goals/goals-contract.ts";
import { IconButton } from "#src/kit/IconButton.tsx";
import { LOCALE } from "#src/kit/locale.ts";
import { toastError } from "#src/kit/toasts.tsx";
import { GoalDialog } from "./GoalDialog.tsx";
import { goalsApi } from "./report-client.ts";

const READ_EVERY_MS = 60_000;

/** Goals of the page and of all pages. Without any, just a way to set one. */
export function Goals({ profileId }: { profileId: string }) {
  const id = useId();
  const mayEdit = useHasPermission("analytics.export");
  const [isSetting, setSetting] = useState(false);
  const { data } = useQuery(goalsApi.list.queryOptions({ refetchInterval: READ_EVERY_MS }));
  const goals = data?.items.filter(({ profile }) => profile === null || profile.id === profileId) ?? [];
  if (!data || (goals.length === 0 && !mayEdit)) return null;
  const setOne = mayEdit && (
    <Button size="compact-sm" variant="default" onClick={() => setSetting(true)}>
      Set a goal
    </Button>
  );
  const dialog = <GoalDialog profileId={profileId} opened={isSetting} onClose={() => setSetting(false)} />;
  if (goals.length === 0)
    return (
      <Group justify="flex-end">
        {setOne}
        {dialog}
      </Group>
    );
  return (
    <Paper component="section" withBorder radius="lg" p="md" aria-labelledby={id}>
      <Stack gap="md">
        <Group justify="space-between" gap="sm">
          <Title order={2} size="h4" id={id}>
            Goals
          </Title>
          {setOne}
        </Group>
        <Stack component="ul" gap="md" p={0} m={0} style={{ listStyle: "none" }}>
          {goals.map((goal) => (
            <GoalItem key={goal.id} goal={goal} mayDelete={mayEdit} />
          ))}
        </Stack>
      </Stack>
      {dialog}
    </Paper>
  );
}

const STATE_COLORS: Readonly<Record<GoalState, string>> = {
  upcoming: "gray",
  on_pace: "teal",
  behind: "orange",
  reached: "teal",
  missed: "gray",
};

const NAMES: Readonly<Record<GoalMetric, (count: string) => string>> = {
  views: (count) => `${count} views`,
  visitors: (count) => `${count} visitors`,
  clicks: (count) => `${count} clicks`,
};

const DAYS = new Intl.DateTimeFormat(LOCALE, { dateStyle: "medium", timeZone: "UTC" });

function GoalItem({ goal, mayDelete }: { goal: Goal; mayDelete: boolean }) {
  const queries = useQueryClient();
  const remove = useMutation(
    goalsApi.delete.mutationOptions({
      onSettled: () => queries.invalidateQueries({ queryKey: goalsApi.list.key() }),
      onError: (error) => toastError(error, "The goal wasn’t deleted. Try again."),
    }),
  );
  const { value, target, state, profile, first_day, last_day } = goal;
  const name = NAMES[goal.metric](formatCount(target));
  const days = DAYS.formatRange(new Date(`${first_day}T00:00Z`), new Date(`${last_day}T00:00Z`));
  return (
    <li>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <div style={{ minWidth: 0, overflowWrap: "anywhere" }}>
          <Text fw={600}>{name}</Text>
          <Text size="sm" c="dimmed">
            {profile ? days : `${days}, all pages`}
          </Text>
        </div>
        {mayDelete && (
          <IconButton
            aria-label={`Delete the goal of ${name}`}
            isBusy={remove.isPending}
            onClick={() => remove.mutate({ id: goal.id })}
          >
            <IconTrash size={16} />
          </IconButton>
        )}
      </Group>
      <Progress
        value={Math.min(100, (value / target) * 100)}
        color={STATE_COLORS[state]}
        aria-label={name}
        my={6}
      />
      <Text size="sm">
        {formatCount(value)} of {formatCount(target)}: {paceOf(goal)}
      </Text>
    </li>
  );
}

function paceOf({ state, value, expected }: Goal): string {
  const ahead = formatCount(Math.abs(value - expected));
  switch (state) {
    case "upcoming":
      return "hasn’t begun yet";
    case "reached":
      return "reached";
    case "missed":
      return "not reached";
    case "behind":
      return `${ahead} behind an even pace`;
    default:
      return value > expected ? `${ahead} ahead of an even pace` : "right on pace";
  }
}
