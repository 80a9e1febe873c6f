import { Button, Group, Select, Stack, TextInput, Title } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { errorMessage } from "#src/kit/api-error.ts";
import { FormFailure } from "#src/kit/FormFailure.tsx";
import { IconButton } from "#src/kit/IconButton.tsx";
import { newId } from "#src/kit/new-id.ts";
import { toastError } from "#src/kit/toasts.tsx";
import { currentZone } from "#src/kit/zone.ts";
import { addWallDays, isWallTime, momentIn, wallTime } from "#src/lib/time-zones.ts";
import { TASK_TITLE_CHARS_MAX } from "../../rules.ts";
import { useTeammates } from "../pipeline/board-queries.ts";
import { TaskRow } from "../shared/TaskRow.tsx";
import { tasksApi, useCheckOffTask } from "../shared/task-queries.ts";

export function LeadTasks({ id, mayWrite }: { id: string; mayWrite: boolean }) {
  const titleId = useId();
  const [isAdding, setAdding] = useState(false);
  const { data } = useQuery(tasksApi.tasks.queryOptions({ input: { contact_id: id } }));
  const checking = useCheckOffTask();
  const teammates = useTeammates();
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: (task: { id: string }) => tasksApi.deleteTask.call(task),
    onError: (error) => toastError(error, "The task wasn’t deleted. Try again."),
    onSettled: () => queries.invalidateQueries({ queryKey: tasksApi.key() }),
  });
  const tasks = data?.items ?? [];
  if (tasks.length === 0 && !mayWrite) return null;
  const personOf = (person: string | null) =>
    teammates.length > 1 ? teammates.find((one) => one.id === person)?.name : undefined;
  return (
    <section aria-labelledby={titleId}>
      <Title order={3} size="h5" id={titleId} mb="xs">
        Tasks
      </Title>
      <Stack gap="sm">
        {tasks.length > 0 && (
          <Stack component="ul" gap="sm" m={0} p={0}>
            {tasks.map((task) => (
              <TaskRow
                key={task.id}
                task={task}
                checking={mayWrite ? checking : undefined}
                about={personOf(task.assignee_id)}
              >
                {mayWrite && (
                  <IconButton
                    aria-label={`Delete task: ${task.title}`}
                    isBusy={remove.isPending && remove.variables.id === task.id}
                    onClick={() => remove.mutate({ id: task.id })}
                  >
                    <IconTrash size={16} />
                  </IconButton>
                )}
              </TaskRow>
            ))}
          </Stack>
        )}
        {isAdding ? (
          <TaskForm id={id} onClose={() => setAdding(false)} />
        ) : (
          mayWrite && (
            <Group>
              <Button
                size="sm"
                variant="default"
                leftSection={<IconPlus size={16} />}
                onClick={() => setAdding(true)}
              >
                Add task
              </Button>
            </Group>
          )
        )}
      </Stack>
    </section>
  );
}

function tomorrowMorning(): string {
  const today = wallTime(currentZone(), new Date());
  return addWallDays(`${today.slice(0, 10)}T09:00`, 1);
}

function TaskForm({ id, onClose }: { id: string; onClose: () => void }) {
  const queries = useQueryClient();
  const teammates = useTeammates();
  const [task_id] = useState(newId);
  const [title, setTitle] = useState("");
  const [due, setDue] = useState(tomorrowMorning);
  const [assignee, setAssignee] = useState<string | null>(null);
  const due_at = isWallTime(due) ? momentIn(currentZone(), due).toISOString() : undefined;
  const send = useMutation({
    mutationFn: (due_at: string) =>
      tasksApi.addTask.call({ id, task_id, title, due_at, assignee_id: assignee }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: tasksApi.key() });
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (title.trim() !== "" && due_at && !send.isPending) send.mutate(due_at);
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <TextInput
          label="Task"
          placeholder="Call back about the offer"
          maxLength={TASK_TITLE_CHARS_MAX}
          data-autofocus
          autoFocus
          value={title}
          onChange={({ currentTarget }) => setTitle(currentTarget.value)}
        />
        <Group gap="sm" align="start">
          <TextInput
            flex="1 1 12rem"
            type="datetime-local"
            label="Due"
            description={`Time zone: ${currentZone()}`}
            value={due}
            onChange={({ currentTarget }) => setDue(currentTarget.value)}
          />
          {teammates.length > 1 && (
            <Select
              size="md"
              flex="1 1 9rem"
              label="For"
              description="Gets a reminder"
              placeholder="The account’s owner"
              clearable
              data={teammates.map((one) => ({ value: one.id, label: one.name }))}
              value={assignee}
              onChange={setAssignee}
            />
          )}
        </Group>
        <FormFailure
          message={
            send.error ? errorMessage(send.error, "The task couldn’t be saved. Try again.") : undefined
          }
        />
        <Group gap="xs">
          <Button type="submit" size="sm" disabled={title.trim() === "" || !due_at} loading={send.isPending}>
            Save task
          </Button>
          <Button size="sm" variant="default" onClick={onClose}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
