import { useQueryClient } from "@tanstack/react-query";
import { staffKeysContract } from "#src/features/identity/staff-keys/contract.ts";
import { clientFor } from "#src/kit/api.ts";

export const staffKeysApi = clientFor("staffKeys", staffKeysContract);

export function useStaffKeysRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: staffKeysApi.list.key() });
}
