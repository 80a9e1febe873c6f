import { useMutation, useQueryClient } from "@tanstack/react-query";
import { tellError } from "#src/kit/notices.tsx";
import { inboxApi, inboxQuery } from "./inbox-queries.ts";

/** Marks notifications as read. */
export function useReading() {
  const queries = useQueryClient();
  return useMutation(
    inboxApi.read.mutationOptions({
      onSuccess: () => queries.invalidateQueries({ queryKey: inboxQuery().queryKey }),
      onError: (error) => tellError(error, "We couldn’t mark that as read. Try again."),
    }),
  );
}
