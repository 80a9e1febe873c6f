import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { createContext, useEffect, useRef } from "react";
import { EDITING_HEARTBEAT_SECONDS } from "#src/features/email/templates/rules.ts";
import { toastError } from "#src/kit/toasts.tsx";
import { templatesApi } from "../template-queries.ts";

/** True if another person is editing the template, so that nothing here may be changed. */
export const IsLocked = createContext(false);

export type EditingLock = ReturnType<typeof useEditingLock>;

/** Holds the editing lock while the template is open here, and reports who else has it. */
export function useEditingLock(id: string) {
  const queries = useQueryClient();
  const said = templatesApi.edit.queryOptions({
    input: { id, is_open: true },
    refetchInterval: EDITING_HEARTBEAT_SECONDS * 1000,
    // Switching to another tab doesn't end the lock.
    refetchIntervalInBackground: true,
    gcTime: 0,
  });
  const { data, refetch } = useQuery(said);
  const editor = data?.editor ?? undefined;
  const wasMine = useRef(false);
  if (data && !editor) wasMine.current = true;
  const taking = useMutation({
    mutationFn: async () => {
      // Its result would be outdated.
      await queries.cancelQueries({ queryKey: said.queryKey });
      return templatesApi.edit.call({ id, takes_over: true });
    },
    onSuccess: (mine) => queries.setQueryData(said.queryKey, mine),
    onError: (error) => toastError(error, "You couldn’t take over. Try again."),
  });
  useEffect(
    () => () => {
      // Without this call, it stays locked for a minute and a half.
      templatesApi.edit.call({ id, is_open: false }).catch(() => undefined);
    },
    [id],
  );
  return {
    editor,
    /** Another person took over from here. */
    isTakenOver: editor !== undefined && wasMine.current,
    isTaking: taking.isPending,
    takeOver: () => taking.mutate(),
    askAgain: () => void refetch(),
  };
}
