import { useQueryClient } from "@tanstack/react-query";
import { keysContract } from "#src/features/identity/api-keys/contract.ts";
import { clientFor } from "#src/kit/api.ts";

export const keysApi = clientFor("keys", keysContract);

export function useKeysRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: keysApi.list.key() });
}
