import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toastError } from "#src/kit/toasts.tsx";
import { notificationsApi, notificationsQuery } from "./notification-queries.ts";

/** Marks notifications as read. */
export function useMarkAsRead() {
  const queries = useQueryClient();
  return useMutation(
    notificationsApi.read.mutationOptions({
      onSuccess: () => queries.invalidateQueries({ queryKey: notificationsQuery().queryKey }),
      onError: (error) => toastError(error, "We couldn’t mark that as read. Try again."),
    }),
  );
}
