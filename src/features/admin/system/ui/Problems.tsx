import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck } from "@tabler/icons-react";
import { backgroundApi } from "#src/features/instance/background/ui/shared/background-queries.ts";
import { plural } from "#src/kit/plural.ts";
import type { SystemOverview } from "../contract.ts";
import type { Action } from "../rules.ts";
import { systemApi, useAction } from "./system-queries.ts";

type Problem = SystemOverview["problems"][number];

export function Problems({ isWell, problems }: { isWell: boolean; problems: readonly Problem[] }) {
  if (isWell)
    return (
      <Alert color="teal" variant="light" icon={<IconCircleCheck />} title="All is well" role="status">
        Nothing needs you.
      </Alert>
    );
  return (
    <Alert
      color="red"
      variant="light"
      icon={<IconAlertTriangle />}
      title={`Look at this: ${plural(problems.length, "thing")}`}
      role="status"
    >
      <Stack component="ul" gap="md" p={0} m={0} style={{ listStyle: "none" }}>
        {problems.map((problem) => (
          <Group
            component="li"
            key={`${problem.said} ${problem.target}`}
            justify="space-between"
            align="flex-start"
            gap="xs"
          >
            <div style={{ flex: "1 1 16rem", minWidth: 0, overflowWrap: "anywhere" }}>
              <Text size="sm" fw={600}>
                {problem.said}
              </Text>
              <Text size="sm">{problem.advice}</Text>
            </div>
            {problem.action && <ActionButton action={problem.action} target={problem.target} />}
          </Group>
        ))}
      </Stack>
    </Alert>
  );
}

const ACTION_LABELS: Readonly<Record<Action, string>> = {
  back_up: "Back up now",
  verify: "Check the last one",
  retry_failed: "Try them again",
  run_job: "Run it now",
};

const CALLS: Readonly<Record<Action, (target: string) => Promise<unknown>>> = {
  back_up: () => systemApi.backUp.call({}),
  verify: () => systemApi.verify.call({}),
  retry_failed: () => backgroundApi.tryAllAgain.call({}),
  run_job: (name) => systemApi.runJob.call({ name }),
};

function ActionButton({ action, target }: { action: Action; target: string }) {
  const act = useAction(CALLS[action], {
    done: "That’s on its way.",
    failed: "That didn’t work. Try it again.",
  });
  return (
    <Button size="compact-md" variant="default" loading={act.isPending} onClick={() => act.mutate(target)}>
      {ACTION_LABELS[action]}
    </Button>
  );
}
