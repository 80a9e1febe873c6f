import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { contactsContract } from "#src/features/audience/contacts/contract.ts";
import { clientFor } from "#src/kit/api.ts";
import { toastError } from "#src/kit/toasts.tsx";
import { type Import, importsContract } from "../contract.ts";
import { WORKING_STATES } from "../rules.ts";

export const contactsApi = clientFor("contacts", contactsContract);
export const importsApi = clientFor("imports", importsContract);

const LOOK_AGAIN_MS = 1000;

export const isWorking = ({ state }: Pick<Import, "state">) =>
  (WORKING_STATES as readonly string[]).includes(state);

export const importsQuery = () => importsApi.list.queryOptions();

/** Polls an import every second while a job is running. */
export const importQuery = (id: string) =>
  queryOptions({
    ...importsApi.get.queryOptions({ input: { id } }),
    refetchInterval: ({ state }) => (state.data && isWorking(state.data) ? LOOK_AGAIN_MS : false),
  });

type Step = "start" | "pause" | "cancel" | "undo";

/** Moves an import to its next step, and shows its new state. */
export function useImportTransition(id: string) {
  const show = useUpdateImportCache();
  return useMutation({
    mutationFn: (step: Step) => importsApi[step].call({ id }),
    onSuccess: show,
    onError: (error) => toastError(error, "That didn’t work. Try again."),
  });
}

/** Writes an import into the caches of its screen and the list. */
export function useUpdateImportCache() {
  const queries = useQueryClient();
  return (changed: Import) => {
    queries.setQueryData(importQuery(changed.id).queryKey, changed);
    return queries.invalidateQueries({ queryKey: importsApi.list.key() });
  };
}
