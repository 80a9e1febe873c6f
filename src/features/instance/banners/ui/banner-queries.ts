import { useQueryClient } from "@tanstack/react-query";
import { bannersContract } from "#src/features/instance/banners/contract.ts";
import { clientFor } from "#src/kit/api.ts";

export const bannersApi = clientFor("banners", bannersContract);

export function useBannersRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: bannersApi.key() });
}
