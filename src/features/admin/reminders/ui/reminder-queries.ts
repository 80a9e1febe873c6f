import { useQueryClient } from "@tanstack/react-query";
import { remindersContract } from "#src/features/admin/reminders/contract.ts";
import { clientFor } from "#src/kit/api.ts";

export const remindersApi = clientFor("reminders", remindersContract);

export function useRemindersRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: remindersApi.key() });
}
