import { useQueryClient } from "@tanstack/react-query";
import { legalContract } from "#src/features/public/legal/contract.ts";
import { clientFor } from "#src/kit/api.ts";

export const legalApi = clientFor("legal", legalContract);

export function useLegalRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: legalApi.key() });
}
