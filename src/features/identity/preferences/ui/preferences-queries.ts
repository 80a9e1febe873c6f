import { useQueryClient } from "@tanstack/react-query";
import { preferencesContract } from "#src/features/identity/preferences/contract.ts";
import { clientFor } from "#src/kit/api.ts";

export const preferencesApi = clientFor("preferences", preferencesContract);

/** What people can choose depends on whether they have a device. */
export function usePreferencesRefresh() {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: preferencesApi.key() });
}
