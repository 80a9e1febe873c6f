import { Anchor, Box, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Card } from "#src/kit/Card.tsx";
import { plural } from "#src/kit/plural.ts";
import { PATHS } from "#src/lib/paths.ts";
import type { Task } from "../../tasks/tasks-contract.ts";
import { TaskRow } from "./TaskRow.tsx";
import { tasksApi, useCheckOffTask } from "./task-queries.ts";

const SHOWN = 5;
const SOON_MS = 24 * 60 * 60 * 1000;
const LOOK_AGAIN_MS = 60_000;

/** The person's own tasks that are due or will be within a day. Shows nothing if there are none. */
export function TasksDue({ mb }: { mb?: string }) {
  const { data } = useQuery(
    tasksApi.tasks.queryOptions({ input: { assignee: "me" }, refetchInterval: LOOK_AGAIN_MS }),
  );
  const checking = useCheckOffTask();
  const isSoon = ({ due_at }: Task) => Date.parse(due_at) <= Date.now() + SOON_MS;
  const soon = data?.items.filter(isSoon).slice(0, SHOWN) ?? [];
  if (!data || soon.length === 0) return null;
  const due = plural(data.due, "task due", "tasks due");
  const hasMore = data.due > soon.length;
  return (
    <Box mb={mb}>
      <Card
        title="Your tasks"
        text={data.due === 0 ? "Due soon" : hasMore ? `${due}, the first ${SHOWN} here` : due}
      >
        <Stack component="ul" gap="sm" m={0} p={0}>
          {soon.map((task) => (
            <TaskRow
              key={task.id}
              task={task}
              checking={checking}
              about={
                <Anchor
                  inherit
                  underline="always"
                  renderRoot={(props: object) => (
                    <Link {...props} to={PATHS.leads} search={{ lead: task.contact.id }} />
                  )}
                >
                  {task.contact.name || task.contact.email}
                </Anchor>
              }
            />
          ))}
        </Stack>
      </Card>
    </Box>
  );
}
