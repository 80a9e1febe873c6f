import { Checkbox, Group, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { formatDateTime } from "#src/kit/format-date.ts";
import type { Task } from "../../tasks/tasks-contract.ts";
import type { useCheckOffTask } from "./task-queries.ts";

interface TaskRowProps {
  task: Task;
  /** Undefined for people without permission to change it. */
  checking: ReturnType<typeof useCheckOffTask> | undefined;
  about: ReactNode;
  children?: ReactNode;
}

export function TaskRow({ task, checking, about, children }: TaskRowProps) {
  const isLate = Date.parse(task.due_at) <= Date.now();
  return (
    <Group component="li" gap="sm" wrap="nowrap" align="start" style={{ listStyle: "none" }}>
      {checking && (
        <Checkbox
          aria-label={`Done: ${task.title}`}
          mt={2}
          checked={checking.isBusy(task)}
          disabled={checking.isBusy(task)}
          onChange={() => checking.check(task)}
        />
      )}
      <div style={{ flex: 1, minWidth: 0, overflowWrap: "anywhere" }}>
        <Text size="sm" fw={600}>
          {task.title}
        </Text>
        <Text size="xs" c="dimmed">
          {isLate ? "Was due " : "Due "}
          <time dateTime={task.due_at}>{formatDateTime(task.due_at)}</time>
          {about && <> · {about}</>}
        </Text>
      </div>
      {children}
    </Group>
  );
}
