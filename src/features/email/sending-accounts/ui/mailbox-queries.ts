import { useMutation, useQueryClient } from "@tanstack/react-query";
import { mailboxesContract } from "#src/features/email/sending-accounts/contract.ts";
import { clientFor } from "#src/kit/api.ts";
import { toastError } from "#src/kit/toasts.tsx";

export const mailboxesApi = clientFor("mailboxes", mailboxesContract);

export function useMailboxesRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: mailboxesApi.list.key() });
}

/** Makes a call about one of them, and shows its result. */
export function useMailboxCall() {
  const refresh = useMailboxesRefresh();
  return useMutation({
    mutationFn: (call: () => Promise<unknown>) => call(),
    onSettled: refresh,
    onError: (error) => toastError(error, "That didn’t work. Try again."),
  });
}
