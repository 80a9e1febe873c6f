import { useMutation, useQueryClient } from "@tanstack/react-query";
import { clientFor } from "#src/kit/api.ts";
import { toastError, toastUndo } from "#src/kit/toasts.tsx";
import { type Task, tasksContract } from "../../tasks/tasks-contract.ts";

export const tasksApi = clientFor("contacts", tasksContract);

export function useCheckOffTask() {
  const queries = useQueryClient();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: ({ id, is_done }: { id: string; is_done: boolean }) =>
      tasksApi.updateTask.call({ id, is_done }),
    onSuccess: (task, { is_done }) => {
      if (is_done) toastUndo(`“${task.title}” is done.`, () => mutate({ id: task.id, is_done: false }));
    },
    onError: (error) => toastError(error, "The task wasn’t changed. Try again."),
    onSettled: () => queries.invalidateQueries({ queryKey: tasksApi.key() }),
  });
  const check = ({ id }: Task) => mutate({ id, is_done: true });
  return { check, isBusy: ({ id }: Task) => isPending && variables.id === id };
}
